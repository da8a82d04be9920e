#if Server
  import CoachKit
  @testable import CoachServer
  import Logging
  import ModelTestKit
  import TestKit
  import Testing

  @Suite("Caps on spending, over HTTP")
  struct SpendingCapTests {
    static let crisis = "I want to kill myself tonight."
    private static let keys =
      "app=client:0123456789abcdef,jobs=client:0123456789abcdefg,ops=operator:fedcba9876543210"

    /// A model whose replies cost a dollar each, and count.
    static func model(_ text: String = "What would help?") -> FakeModel {
      FakeModel(
        answers: .events(.reply([text], usage: TokenUsage(input: 500_000, output: 100_000))))
    }

    static let price = PriceTable([
      PriceEntry(provider: "fake", model: "m", price: TokenPrice(input: 1, output: 5))
    ])

    private static func authorization(_ secret: String) -> [(name: String, value: String)] {
      [(name: "authorization", value: "Bearer \(secret)")]
    }

    /// Starts a server with three keys and with caps.
    private func run(
      _ caps: [SpendingCaps.Cap: Double], model: FakeModel = SpendingCapTests.model(),
      lines: Journal<String> = Journal(), clock: CallClock = SteppedClock().clock,
      _ work: @escaping @Sendable (ServerBench) async throws -> Void
    ) async throws {
      let logger = Logger(label: "test") { _ in NotedLog(lines: lines) }
      try await ServerBench.run(
        model: model, clock: clock, logger: logger, prices: Self.price
      ) {
        $0.spendingCaps = SpendingCaps(caps)
        $0.authentication.keys =
          (try? CallerKey.list(SourceFile(path: "keys", text: Self.keys))) ?? []
      } _: {
        try await work($0)
      }
    }

    private func say(
      _ id: String, _ server: ServerBench, message: String = "I want my evenings back.",
      key: String = "0123456789abcdef", all: Bool = false
    ) async throws -> [JSONValue] {
      try await server.send(
        "POST", "/v1/turns\(all ? "?events=all" : "")", ServerBench.turn(message, id: id),
        headers: Self.authorization(key)
      ).events.map(\.data)
    }

    private func refusal(_ events: [JSONValue]) -> JSONValue? {
      events.first { $0["event"] == "refused" }
    }

    @Test("a person who reached a cap is told warmly and when to go on, before a model is asked")
    func person() async throws {
      let (model, lines) = (Self.model(), Journal<String>())
      try await run([.personDay: 0.5, .personMonth: 30], model: model, lines: lines) { server in
        let first = try await say("1", server)
        #expect(refusal(first) == nil && model.calls == 1)
        let second = try #require(refusal(try await say("2", server)))
        #expect(second["reason"] == "spending_cap" && model.calls == 1)
        let text = try #require(second["text"]?.string)
        #expect(text.hasPrefix("I have to pause here, and it's nothing you did."))
        #expect(text.contains("From November 22 we can keep going"))
        // Tomorrow, at the start of the day in UTC.
        #expect(second["resets_at"]?.number == 1_795_305_600)
        // What it is about, and what was spent, is for operators.
        #expect(!JSONValue.object(second.object ?? [:]).text().contains("person_day"))
        let seen = try await say("3", server, key: "fedcba9876543210", all: true)
        let cap = seen.last?["trace"]?["spending_cap"]
        #expect(cap?["cap"] == "person_day" && cap?["spent"]?.number == 1)
        #expect(lines.entries.filter { $0 == "warning a cap on spending is reached" }.count == 1)
      }
    }

    @Test("a crisis is answered by the model whatever was spent, and the line of help stays")
    func crisis() async throws {
      let model = Self.model()
      try await run([.personDay: 0], model: model) { server in
        let refused = try #require(refusal(try await say("1", server)))
        #expect(refused["text"]?.string?.contains("in danger") == true && model.calls == 0)
        // A cap of nothing does not say when it ends.
        #expect(refused["text"]?.string?.contains("From ") == false)
        let events = try await say("2", server, message: Self.crisis)
        #expect(events.contains { $0["event"] == "crisis_detected" } && model.calls == 1)
      }
    }

    @Test("the cap of a key stops that key alone, and tasks with it")
    func key() async throws {
      let model = Self.model(#"{"themes": []}"#)
      try await run([.keyDay: 1], model: model) { server in
        _ = try await say("1", server)
        #expect(refusal(try await say("2", server))?["reason"] == "spending_cap")
        #expect(refusal(try await say("3", server, key: "0123456789abcdefg")) == nil)
        let calls = model.calls
        let task = try await server.send(
          "POST", "/v1/tasks/journal-themes",
          ["inputs": ["text": "I walked along the river and thought about the move."]],
          headers: Self.authorization("0123456789abcdef"))
        #expect(task.status == 429 && task.code == "spending_cap" && model.calls == calls)
        #expect(task.headers["retry-after"] == "86400")
        #expect(!task.text.contains("key_day"))
      }
    }

    private static let persona: JSONObject = [
      "name": "Marlow", "tone": "Warm and direct.",
      "methodology": "Asks one question at a time and sums up what was said.",
      "personality": "A patient listener with dry humour.", "id": "p-7",
    ]

    private static func persona(of creator: String) -> JSONValue {
      var object = persona
      object["creator"] = .string(creator)
      return .object(object)
    }

    @Test("a review of a persona is booked on its creator, whose cap stops the next one")
    func personas() async throws {
      let model = Self.model(#"{"verdict": "approve", "reasons": []}"#)
      try await run([.personDay: 0.5], model: model) { server in
        func review(_ creator: String, withModel: Bool = true) async throws -> ServerBench.Answer {
          try await server.send(
            "POST", "/v1/personas/review",
            ["persona": Self.persona(of: creator), "with_model": .bool(withModel)],
            headers: Self.authorization("0123456789abcdef"))
        }
        try await expect(review("ana").status, equals: 200)
        let calls = model.calls
        let refused = try await review("ana")
        #expect(refused.status == 429 && refused.code == "spending_cap", "\(refused.text)")
        let step = try await server.send(
          "POST", "/v1/personas/step",
          ["persona": Self.persona(of: "ana"), "step": ["do": "submit"]],
          headers: Self.authorization("0123456789abcdef"))
        #expect(step.status == 429 && step.code == "spending_cap" && model.calls == calls)
        // The rules cost nothing, and others have their own cap.
        try await expect(review("ana", withModel: false).status, equals: 200)
        try await expect(review("ben").status, equals: 200)
        let document = try await server.send("GET", "/openapi.json").json
        for path in ["/v1/personas/review", "/v1/personas/step"] {
          #expect(document["paths"]?[path]?["post"]?["responses"]?["429"] != nil, "\(path)")
        }
      }
    }

    private static func task(
      _ name: String, _ inputs: JSONValue, for person: String?, _ server: ServerBench
    ) async throws -> ServerBench.Answer {
      var body: JSONObject = ["inputs": inputs]
      if let person {
        body["person"] = ["id": .string(person), "language": "en", "sessions": 0]
      }
      return try await server.send(
        "POST", "/v1/tasks/\(name)", .object(body), headers: authorization("0123456789abcdef"))
    }

    @Test("a person's cap stops the tasks of that person, and of nobody else")
    func tasks() async throws {
      let model = Self.model(#"{"themes": []}"#)
      try await run([.personDay: 0.5], model: model) { server in
        func themes(_ person: String?) async throws -> Int {
          try await Self.task(
            "journal-themes", ["user_text": "I walked along the river and thought about the move."],
            for: person, server
          ).status
        }
        try await #expect(themes("ana") != 429 && model.calls > 0)
        let calls = model.calls
        try await #expect(themes("ana") == 429 && model.calls == calls)
        try await #expect(themes("ben") != 429)
        // Who is not named has no cap of their own.
        for _ in 1...2 { try await #expect(themes(nil) != 429) }
      }
    }

    @Test("whether a message is a cry for help is asked despite caps, but not beyond the windows")
    func opinions() async throws {
      try await run([.serverDay: 0]) { server in
        func ask(_ person: String?) async throws -> ServerBench.Answer {
          try await Self.task("crisis-check", ["message": "I am so tired."], for: person, server)
        }
        for _ in 1...10 { try await #expect(ask("ana").status != 429) }
        let refused = try await ask("ana")
        #expect(refused.status == 429 && refused.code == "opinion_limit", "\(refused.text)")
        try await #expect(ask("ben").status != 429)
        for _ in 1...11 { try await #expect(ask(nil).status != 429) }
      }
    }

    @Test("an operator is told which cap to raise if it never ends")
    func nothing() async throws {
      try await run([.serverDay: 0]) { server in
        func close(_ key: String) async throws -> JSONValue {
          try await server.send(
            "POST", "/v1/tasks/journal-themes", ["inputs": ["text": "A walk."]],
            headers: Self.authorization(key)
          ).json
        }
        let told = try await close("fedcba9876543210")
        #expect(told["code"] == "spending_cap")
        #expect(told["hint"]?.string?.contains("raise costs.caps.server_day_dollars") == true)
        try await #expect(close("0123456789abcdef")["hint"] == nil)
      }
    }

    @Test("a session is not closed without its notes, and can be closed when there is money again")
    func session() async throws {
      let time = SteppedClock()
      try await run([.serverDay: 1], clock: time.clock) { server in
        let headers = Self.authorization("0123456789abcdef")
        let record = PersonRecord(id: "p-1", salt: "salt")
        let request = TurnRequest(
          id: "r-1", record: record, access: AccessRecord(updatedAt: 0),
          conversation: TurnRequest.Conversation(id: "c-1"),
          message: "I said yes to the report again and lost my whole evening to it.",
          today: CalendarDay(unixTime: 1_795_219_200))
        let turn = try await server.send(
          "POST", "/v1/turns?changes=true", request.json, headers: headers)
        let changes = try TurnChanges.document.read(
          #require(turn.events.first { $0.name == "changes" }).data)
        let body: JSONValue = [
          "record": try #require(changes.record).json, "conversation": "c-1", "zone": "UTC",
        ]
        let refused = try await server.send("POST", "/v1/sessions/close", body, headers: headers)
        #expect(refused.status == 429 && refused.code == "spending_cap", "\(refused.text)")
        time.advance(by: .seconds(86_400))
        let closed = try await server.send("POST", "/v1/sessions/close", body, headers: headers)
        #expect(closed.status == 200 && closed.json["closed"]?.array?.count == 1)
      }
    }
  }
#endif
