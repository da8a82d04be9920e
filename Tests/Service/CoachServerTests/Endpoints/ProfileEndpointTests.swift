#if Server
  import CoachKit
  @testable import CoachServer
  import Documents
  import LanguageModels
  import TestKit
  import Testing

  @Suite("What a person decides about what was learned, over HTTP")
  struct ProfileEndpointTests {
    private let time = 1_795_219_200.0
    private var day: CalendarDay { CalendarDay(unixTime: time) }

    /// A record of one session with progress on a goal, in a domain.
    private func record() throws -> PersonRecord {
      var record = PersonRecord(id: "p-1", salt: "salt")
      record.offers.record(.remember, .accepted, sessions: 1, on: day)
      let added = record.add("row a marathon", category: .goals, on: day)
      let goal = try #require(added)
      record.note(
        [
          SessionMessage(
            id: "m-1", role: .user, text: "I rowed an hour by the quarry.", time: time),
          SessionMessage(
            id: "m-2", role: .assistant, text: "An hour?", time: time + 1, domain: "fitness"),
        ], signals: [DatedSignal(id: "m-2/0", time: time, signal: .domainUsed("fitness"))],
        in: "c-1", kind: .coaching)
      var outcome = try #require(record.closing(record.open[0], end: .app, zone: .utc))
      outcome.session.progress = [GoalMention(goal: goal, message: "m-1")]
      record.apply(outcome, on: day)
      record.replacePatterns([], growth: ["rows alone"], styleNotes: ["ask about the water"])
      return record
    }

    private func answer(_ path: String, _ members: JSONObject, _ record: PersonRecord)
      async throws -> (json: JSONValue, status: Int)
    {
      var body = members
      body["record"] = record.json
      body["today"] = .string(day.description)
      let sent = JSONValue.object(body)
      let received = Observed<(json: JSONValue, status: Int)>((.null, 0))
      try await ServerBench.run(model: EchoModel()) { server in
        let answer = try await server.send("POST", path, sent)
        received.update { $0 = (answer.json, answer.status) }
      }
      return received.current
    }

    private func applied(_ changes: [JSONValue], to record: PersonRecord) async throws
      -> (record: PersonRecord, unknown: JSONValue?)
    {
      let answer = try await answer("/v1/profile/apply", ["changes": .array(changes)], record).json
      return (try PersonRecord(json: #require(answer["record"])), answer["unknown"])
    }

    @Test("a style is chosen in general or for a domain, and cleared again")
    func styles() async throws {
      let direct: JSONValue = ["direct_exploratory": -1]
      let brief: JSONValue = ["brief_detailed": -1]
      let chosen = try await applied(
        [
          ["do": "choose_style", "style": brief],
          ["do": "choose_style", "style": direct, "domain": "career"],
        ], to: record()
      ).record
      expect(
        chosen.person(on: day, domain: "career").style,
        equals: StylePreference(directExploratory: -1))
      expect(
        chosen.person(on: day, domain: "life").style, equals: StylePreference(briefDetailed: -1))
      let cleared = try await applied([["do": "choose_style", "domain": "career"]], to: chosen)
      expect(
        cleared.record.person(on: day, domain: "career").style,
        equals: StylePreference(briefDetailed: -1))
    }

    @Test("everything that render shows is removed by its id, once")
    func removing() async throws {
      let shown = try await answer("/v1/profile/render", [:], record()).json
      expect(
        shown["progress"]?.array?.first?["text"],
        equals: "Goal: row a marathon – mentioned positive progress in 1 recent session")
      let ids = ["items", "growth", "style_notes", "progress", "shares"].flatMap {
        (shown[$0]?.array ?? []).compactMap { $0["id"]?.string }
      }
      expect(ids.count, equals: 5)
      // The goal last: without it there is no progress to remove.
      let order = ids.dropFirst() + ids.prefix(1)
      let changes = order.map { JSONValue.object(["do": "remove", "id": .string($0)]) }
      let removed = try await applied(changes + [changes[0]], to: record())
      expect(removed.unknown, equals: [5])
      let left = try await answer("/v1/profile/render", [:], removed.record).json
      for part in ["items", "growth", "style_notes", "progress", "shares"] {
        expect(left[part]?.array ?? [], equals: [])
      }
    }

    @Test("the history is forgotten at once, and the profile stays")
    func history() async throws {
      let answer = try await answer("/v1/profile/forget", ["history": true], record())
      let left = try PersonRecord(json: #require(answer.json["record"]))
      #expect(!left.json.text().contains("quarry") && !left.json.text().contains("c-1"))
      expect(left.profile.usable.map(\.text), equals: ["row a marathon"])
      expect(left.sessions.count, equals: 1)
      #expect(left.offers.isAccepted(.remember))
      let unclear = try await self.answer("/v1/profile/forget", ["history": false], record())
      expect(unclear.status, equals: 400)
      let both = try await self.answer(
        "/v1/profile/forget", ["history": true, "item": "x"], record())
      #expect(both.status == 400 && both.json["code"] == "profile.forget")
      let unknown = try await self.answer("/v1/profile/forget", ["item": "x"], record())
      #expect(unknown.status == 404 && unknown.json["code"] == "profile.item")
    }

    @Test("a style for a domain that does not exist is refused with the closest one")
    func unknownDomain() async throws {
      let style: JSONValue = ["brief_detailed": -1]
      let answer = try await self.answer(
        "/v1/profile/apply",
        ["changes": [["do": "choose_style", "style": style, "domain": "carer"]]], record())
      #expect(answer.status == 400 && answer.json["code"] == "domain.unknown")
      #expect(answer.json["hint"]?.string?.contains("career") == true)
    }
  }
#endif
