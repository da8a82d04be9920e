#if Server
  import CoachKit
  @testable import CoachServer
  import TestKit
  import Testing

  @Suite("Offers and nudges over HTTP")
  struct OccasionTests {
    private let today = CalendarDay(unixTime: CallClock.system.unixTime())

    /// A person who had a session some days ago.
    private func record(away: Int) throws -> PersonRecord {
      var record = PersonRecord(id: "p-1", salt: "salt")
      let day = today.adding(days: -away)
      record.note(
        [
          SessionMessage(id: "m", role: .user, text: "I planted the beans.", time: day.unixTime)
        ], in: "c-0", kind: .coaching)
      let session = try #require(record.session(in: "c-0"))
      record.apply(try #require(record.closing(session, end: .app, zone: .utc)), on: day)
      return record
    }

    private func post(_ path: String, _ body: JSONValue, _ server: ServerBench) async throws
      -> JSONValue
    {
      let answer = try await server.send("POST", path, body)
      #expect(answer.status == 200, "\(path): \(answer.text)")
      return answer.json
    }

    @Test("after the first session both offers are asked, one after the other")
    func bothOffers() async throws {
      try await ServerBench.run(model: ScriptedModel(replies: [])) { _ in
      } _: { server in
        var record = try record(away: 0)
        for (asked, next) in [("remember", "check_in"), ("check_in", nil)] as [(String, String?)] {
          let offer = try await post("/v1/profile/offer", ["record": record.json], server)
          #expect(offer["offer"] == .string(asked))
          let shown = try await apply(
            ["do": "offer", "offer": .string(asked), "answer": "shown"], to: &record, server)
          #expect(shown["offer"] == nil)
          let declined = try await apply(
            ["do": "offer", "offer": .string(asked), "answer": "declined"], to: &record, server)
          #expect(declined["offer"] == next.map { .string($0) })
        }
      }
    }

    private func apply(
      _ change: JSONValue, to record: inout PersonRecord, _ server: ServerBench
    ) async throws -> JSONValue {
      let answer = try await post(
        "/v1/profile/apply", ["record": record.json, "changes": [change]], server)
      record = try PersonRecord(json: #require(answer["record"]))
      return answer
    }

    @Test("with the setting, the end of the first exchange carries the offer, for app and backend")
    func afterFirstReply() async throws {
      let replies = ["What is behind that?", "What is behind that?"]
      try await ServerBench.run(model: ScriptedModel(replies: replies)) {
        $0.offers.afterFirstReply = true
      } _: { server in
        let request = TurnRequest(
          id: "r-1", record: PersonRecord(id: "p-1", salt: "salt"),
          access: AccessRecord(updatedAt: 0), conversation: TurnRequest.Conversation(id: "c-1"),
          message: "I want my evenings back.", today: today)
        let answer = try await server.send("POST", "/v1/turns?changes=true", request.json)
        let done = try #require(answer.events.first { $0.data["event"] == "done" })
        #expect(done.data["offer"] == "remember")
        let named = try #require(answer.events.first { $0.name == "changes" })
        let changes = try TurnChanges.document.read(named.data)
        #expect(changes.offer == .remember)
        let record = try #require(changes.record)
        let query = try await post("/v1/profile/offer", ["record": record.json], server)
        #expect(query["offer"] == "remember")
        let late = try await post(
          "/v1/profile/offer", ["record": record.json, "after_first_reply": false], server)
        #expect(late["offer"] == nil)
      }
    }

    @Test("a nudge has its time in the record, and the app reports that it was opened")
    func opened() async throws {
      try await ServerBench.run(model: ScriptedModel(replies: ["Which bean is first?"])) { _ in
      } _: { server in
        var record = try record(away: 4)
        record.offers.record(.checkIn, .accepted, sessions: 1, on: today)
        let answer = try await post(
          "/v1/nudges/plan", ["date": .string("\(today)"), "record": record.json], server)
        #expect(answer["kind"] == "re_engagement" && answer["text"] == "Which bean is first?")
        record = try PersonRecord(json: #require(answer["record"]))
        #expect(record.nudges.entries.last?.time != nil)
        let change: JSONValue = ["do": "nudge_opened", "day": .string("\(today)")]
        for _ in 0..<2 {
          let opened = try await apply(change, to: &record, server)
          #expect(opened["unknown"] == nil || opened["unknown"] == [])
        }
        #expect(record.nudges.entries.last?.openedAt != nil)
        #expect(SignalSummary(record.signals, at: today.unixTime).nudgesOpened == 1)
        let other = try await apply(
          ["do": "nudge_opened", "day": "2020-01-01"], to: &record, server)
        #expect(other["unknown"] == [0])
      }
    }

    @Test("the end of a trial is told without a model, from a record or a plan")
    func trial() async throws {
      try await ServerBench.run(model: ScriptedModel(replies: [])) { _ in
      } _: { server in
        let record = try record(away: 1)
        let start = today.adding(days: -2).unixTime + 3_600
        let access = AccessRecord(trial: .init(startedAt: start), updatedAt: start)
        let body: JSONObject = [
          "date": .string("\(today)"), "record": record.json, "access": access.json,
        ]
        let answer = try await post("/v1/nudges/plan", .object(body), server)
        #expect(answer["kind"] == "trial_ending")
        #expect(answer["text"]?.string?.contains("trial") == true)
        var asking = body
        asking["candidate"] = true
        let made = try await post("/v1/nudges/plan", .object(asking), server)
        let candidate = try #require(made["candidate"])
        #expect(
          made["record"] == nil && candidate["trial_end"] == .string("\(today.adding(days: 1))"))
        let plan = try await post(
          "/v1/nudges/plan",
          ["date": .string("\(today)"), "cap": 0, "candidates": [candidate]], server)
        #expect(plan["chosen"] == [["person": "p-1", "kind": "trial_ending"]])
      }
    }
  }
#endif
