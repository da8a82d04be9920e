#if Server
  import CoachKit
  import LanguageModels
  import ModelProviders
  import ModelTestKit
  @testable import CoachServer
  import TestKit
  import Testing

  @Suite("Turns over HTTP")
  struct TurnEndpointTests {
    private static let replies = ["What would it [MEMORY: the report] look like?", "And then?"]

    @Test("events are the library's client events, byte for byte, with ids that count up")
    func equalsTheLibrary() async throws {
      let route = ModelRoute(ScriptedModel(replies: Self.replies))
      var service = try ChatService(
        promptFolder: "\(ProjectFolder.path)/Prompts",
        domainFolder: "\(ProjectFolder.path)/DomainConfigs",
        models: ModelRoutes(discovery: route, coaching: route))
      service.secondOpinion = nil
      var expected = ""
      var number = 0
      for await event in service.reply(to: try TurnRequest(json: ServerBench.turn())) {
        guard let event = event.forClient else { continue }
        number += 1
        expected += "id: \(number)\ndata: \(event.json.text())\n\n"
      }
      try await ServerBench.run(replies: Self.replies) { [expected] server in
        let answer = try await server.send("POST", "/v1/turns", ServerBench.turn())
        #expect(answer.status == 200 && answer.headers["content-type"] == "text/event-stream")
        #expect(answer.headers["cache-control"] == "no-store")
        #expect(answer.text == expected)
      }
    }

    @Test("what the caller stores comes right before the end, if it is wanted")
    func changes() async throws {
      try await ServerBench.run { server in
        var body = ServerBench.turn().object ?? [:]
        body["person"] = nil
        body["record"] = PersonRecord(id: "p-1", salt: "salt").json
        body["today"] = "2026-11-27"
        let answer = try await server.send("POST", "/v1/turns?changes=true", .object(body))
        #expect(answer.events.suffix(2).map(\.name) == ["changes", nil])
        let changes = try TurnChanges.document.read(#require(answer.events.dropLast().last).data)
        #expect(changes.messages.map(\.text) == ["I want my evenings back.", "Hello."])
        let record = try #require(changes.record)
        #expect(record.session(in: "c-1")?.messages.count == 2)
        // The names of the versions that the conversation keeps are all that is said of prompts.
        #expect(changes.assignments.map(\.reference.name) == ["discovery"])
        let rest = answer.text.replacing(#""prompt":"discovery""#, with: "")
        #expect(!rest.contains("prompt") && !rest.contains("scripted"))
      }
    }

    @Test("a repeated request is answered once")
    func repetition() async throws {
      try await ServerBench.run(replies: ["One.", "Two."]) { server in
        let first = try await server.send("POST", "/v1/turns", ServerBench.turn())
        #expect(first.text.contains("One."))
        let second = try await server.send("POST", "/v1/turns", ServerBench.turn())
        #expect(second.status == 200 && !second.text.contains("Two."))
        #expect(second.events.first?.data["reason"] == "answered")
      }
    }

    @Test("operators get everything, and choose prompt and model")
    func operators() async throws {
      try await ServerBench.run { server in
        let answer = try await server.send(
          "POST", "/v1/turns?events=all&prompt=discovery@v1&model=scripted:script",
          ServerBench.turn())
        let done = try #require(answer.events.last).data
        #expect(done["trace"]?["prompt"]?["reference"] == "discovery@v1")
        for (query, code) in [
          ("prompt=nudge@v1", "query.prompt"), ("prompt=discovery@v99", "prompt.unknown-version"),
          ("model=openai:gpt-6-luna", "query.model"), ("events=some", "query.value"),
          ("paced=maybe", "query.value"), ("other=1", "query.unknown"),
          ("paced=true&paced=true", "query.repeated"),
        ] {
          let refused = try await server.send(
            "POST", "/v1/turns?\(query)", ServerBench.turn(id: query))
          #expect(refused.status == 400 && refused.code == code, "\(query): \(refused.text)")
        }
      }
    }

    @Test("a body that is not valid is told where, and is not quoted")
    func invalidBodies() async throws {
      try await ServerBench.run { server in
        var body = ServerBench.turn("a secret of mine").object ?? [:]
        body["acces"] = ["updated_at": 0]
        body["access"] = nil
        let answer = try await server.send("POST", "/v1/turns", .object(body))
        #expect(answer.status == 400 && answer.code == "json.missing")
        #expect(answer.json["line"] == 1 && answer.json["column"]?.integer != nil)
        #expect(answer.json["pointer"] == "")
        #expect(answer.json["hint"]?.string?.contains("acces") == true)
        #expect(!answer.text.contains("secret"))
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(answer.json["request_id"]?.string == answer.headers["x-request-id"])
      }
    }

    @Test(
      "a domain that does not exist is the caller's mistake, unless the message signals a crisis")
    func unknownDomain() async throws {
      try await ServerBench.run { server in
        var turn = ServerBench.turn().object ?? [:]
        turn["domain"] = "carrer"
        let refused = try await server.send("POST", "/v1/turns", .object(turn))
        #expect(refused.status == 400 && refused.code == "domain.unknown")
        turn["message"] = "I want to kill myself tonight."
        let answered = try await server.send("POST", "/v1/turns", .object(turn))
        #expect(answered.events.contains { $0.data["event"] == "crisis_detected" })
      }
    }

    @Test("numbers beyond every count are refused, and the server goes on")
    func extremeNumbers() async throws {
      try await ServerBench.run { server in
        let record: JSONValue = [
          "id": "p-1", "language": "en", "profile": ["salt": "s"],
          "sessions": ["earlier": .integer(.max), "forgotten": ["a"]],
        ]
        let turn: JSONValue = [
          "id": "r", "record": record, "today": "2026-11-27", "access": ["updated_at": 0],
          "conversation": ["id": "c"], "message": "Hello.",
        ]
        try await expect(server.send("POST", "/v1/turns", turn).status, equals: 400)
        let shown: JSONValue = ["do": "offer", "offer": "check_in", "answer": "shown"]
        let offers: JSONValue = [
          "check_in": [
            "answer": "shown", "sessions": 0, "day": "2026-11-20", "times": .integer(1 << 40),
          ]
        ]
        let change: JSONValue = [
          "record": ["id": "x", "language": "en", "profile": ["salt": "0"], "offers": offers],
          "changes": [shown, shown],
        ]
        try await expect(server.send("POST", "/v1/profile/apply", change).status, equals: 200)
        try await expect(server.send("GET", "/healthz").status, equals: 200)
      }
    }

    @Test("the names of shown tags are stored beside the text, and go back with the history")
    func shownTags() async throws {
      let reply = "I see. [PATTERN: You wait to be asked.]"
      try await ServerBench.run(replies: [reply, reply]) { server in
        var body = ServerBench.turn().object ?? [:]
        let now = CallClock.system.unixTime()
        let period = try #require(BillingPeriod(start: now - 60, end: now + 86_400))
        body["access"] = try AccessRecord(updatedAt: 0).after(.subscribed(period), at: now).json
        body["domain"] = "career"
        let answer = try await server.send("POST", "/v1/turns?changes=true", .object(body))
        let named = answer.events.first { $0.name == "changes" }
        let changes = try TurnChanges.document.read(#require(named, "\(answer.text)").data)
        expect(
          changes.messages.last,
          equals: Message(.assistant, "I see. You wait to be asked.", tags: ["PATTERN"]))
        var conversation = try #require(body["conversation"]?.object)
        conversation["messages"] = .array(changes.messages.map(Message.spoken.form.write))
        body["conversation"] = .object(conversation)
        body["id"] = "second"
        let next = try await server.send("POST", "/v1/turns?changes=true", .object(body))
        expect(next.status, equals: 200)
      }
    }

    @Test("a language as operating systems write it is understood")
    func languageOfASystem() async throws {
      try await ServerBench.run { server in
        var turn = ServerBench.turn().object ?? [:]
        turn["person"] = ["id": "p-1", "language": "en_US", "sessions": 0]
        let answer = try await server.send("POST", "/v1/turns", .object(turn))
        #expect(answer.text.contains("Hello."))
        for language in ["in English, please", "english"] {
          turn["person"] = ["id": "p-1", "language": .string(language), "sessions": 0]
          let refused = try await server.send("POST", "/v1/turns", .object(turn))
          #expect(refused.status == 400 && refused.code == "person.language")
        }
      }
    }

    @Test("a client that leaves ends the turn")
    func leaving() async throws {
      let model = FakeModel(
        answers: .endless([
          .started(ModelStart()), .partStarted(index: 0, kind: .text),
          .partDelta(index: 0, delta: .text("Well")),
        ]), .reply("Hello."))
      try await ServerBench.run(model: model) {
        $0.limits.turns = 1
      } _: { server in
        var response: TransportResponse? = try await server.open(
          "POST", "/v1/turns", ServerBench.turn())
        while let part = try await response?.body.next(before: .now + .seconds(600)) {
          if String(decoding: part, as: UTF8.self).contains("started") { break }
        }
        let busy = try await server.send("POST", "/v1/turns", ServerBench.turn(id: "r-2"))
        #expect(busy.status == 503 && busy.code == "busy" && busy.headers["retry-after"] == "1")
        #expect(busy.json["text"]?.string?.contains("there are people you can talk to") == true)
        // The country of their law and their age are enough for the line that fits.
        var turn = ServerBench.turn(id: "r-minor").object ?? [:]
        turn["person"] = [
          "id": "p-2", "language": "en", "sessions": 0, "jurisdiction": "DE", "age_group": "minor",
        ]
        let minor = try await server.send("POST", "/v1/turns", .object(turn))
        #expect(minor.status == 503)
        #expect(minor.json["text"]?.string?.contains("Nummer gegen Kummer") == true)
        // A message that signals a crisis is answered all the same.
        turn["message"] = "I want to kill myself tonight."
        let urgent = try await server.send("POST", "/v1/turns", .object(turn))
        #expect(urgent.events.contains { $0.data["event"] == "crisis_detected" })
        response = nil
        var number = 2
        var answer = busy
        try await until {
          number += 1
          answer = try await server.send("POST", "/v1/turns", ServerBench.turn(id: "r-\(number)"))
          return answer.status != 503
        }
        #expect(answer.text.contains("Hello."))
      }
    }
  }
#endif
