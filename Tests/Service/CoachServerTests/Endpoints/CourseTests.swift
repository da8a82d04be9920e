#if Server
  import CoachKit
  @testable import CoachServer
  import TestKit
  import Testing

  @Suite("A person's course over HTTP")
  struct CourseTests {
    /// What a backend stores.
    private struct Stored: Sendable {
      var record = PersonRecord(id: "p-1", salt: "salt")
      var access = AccessRecord(updatedAt: 0)
      var conversation = TurnRequest.Conversation(id: "c-1")
    }

    private static let profile = """
      {"vision": "evenings that are mine", "aha_insight": "I say yes before I think", \
      "coaching_domains": ["career"], "current_challenges": ["too many reports"], \
      "emotional_baseline": "tired", "communication_style": "plain", "key_themes": ["time"], \
      "strengths_identified": ["keeps promises"], "values": ["fairness"]}
      """

    @Test("discovery, paywall, trial, coaching, a session's end, and everything forgotten")
    func course() async throws {
      var replies = (1...11).map { "What is behind number \($0)?" }
      replies.append("Thank you.\n[DISCOVERY_COMPLETE]\(Self.profile)")
      replies += ["What would you do with the report? [MEMORY: evenings] mattered to you."]
      let model = ScriptedModel(replies: replies)
      try await ServerBench.run(model: model) {
        $0.authentication.keys =
          (try? CallerKey.list(
            SourceFile(path: "keys", text: "client:0123456789abcdef,operator:fedcba9876543210")))
          ?? []
      } _: { server in
        var stored = Stored()
        for number in 1...12 {
          try await turn(
            number == 1 ? nil : "Answer \(number), as well as I can.", number, &stored, server)
        }
        #expect(stored.access.isDiscoveryComplete)
        for event in ["paywall_shown", "trial_started"] {
          let answer = try await post(
            "/v1/access/events",
            ["access": stored.access.json, "event": ["event": .string(event)]], server)
          stored.access = try AccessRecord(json: #require(answer.json["access"]))
        }
        let step = try await post(
          "/v1/journeys/coach/step",
          ["record": stored.record.json, "access": stored.access.json], server)
        #expect(step.json["position"]?["phase"] == "trial_active")
        try await turn("My boss wants the report again, and I said yes.", 13, &stored, server)
        let closed = try await post(
          "/v1/sessions/close",
          ["record": stored.record.json, "conversation": "c-1", "zone": "Europe/Berlin"], server)
        stored.record = try PersonRecord(json: #require(closed.json["record"]))
        #expect(closed.json["closed"]?.array?.count == 1 && closed.json["offer"] == "remember")
        let applied = try await post(
          "/v1/profile/apply",
          [
            "record": stored.record.json,
            "changes": [
              ["do": "offer", "offer": "remember", "answer": "accepted"],
              ["do": "confirm_discovery"], ["do": "confirm", "id": "nothing"],
              ["do": "add", "category": "values", "text": "quiet"],
            ],
          ], server)
        #expect(applied.json["unknown"] == [2])
        stored.record = try PersonRecord(json: #require(applied.json["record"]))
        let learned = try await post(
          "/v1/profile/render", ["record": stored.record.json], server)
        #expect(learned.text.contains("evenings that are mine") && learned.text.contains("quiet"))
        let costs = try await server.send(
          "GET", "/v1/usage?by=person",
          headers: [(name: "authorization", value: "Bearer fedcba9876543210")])
        #expect(costs.json["rows"]?.array?.first?["key"] == "p-1")
        let forgotten = try await post(
          "/v1/profile/forget", ["person": "p-1", "everything": true], server)
        #expect(forgotten.status == 200)
        let after = try await server.send(
          "GET", "/v1/usage",
          headers: [(name: "authorization", value: "Bearer fedcba9876543210")])
        #expect(after.json["rows"] == [])
      }
    }

    private func post(_ path: String, _ body: JSONValue, _ server: ServerBench) async throws
      -> ServerBench.Answer
    {
      let answer = try await server.send(
        "POST", path, body,
        headers: [(name: "authorization", value: "Bearer 0123456789abcdef")])
      #expect(answer.status == 200, "\(path): \(answer.text)")
      return answer
    }

    private func turn(
      _ message: String?, _ number: Int, _ stored: inout Stored, _ server: ServerBench
    ) async throws {
      let request = TurnRequest(
        id: "r-\(number)", record: stored.record, access: stored.access,
        conversation: stored.conversation, message: message,
        today: CalendarDay(unixTime: CallClock.system.unixTime()))
      let answer = try await post("/v1/turns?changes=true", request.json, server)
      let named = answer.events.first { $0.name == "changes" }
      let changes = try TurnChanges.document.read(#require(named, "\(answer.text)").data)
      stored.conversation.messages += changes.messages
      stored.conversation.domain = changes.domain ?? stored.conversation.domain
      stored.access = changes.access ?? stored.access
      stored.record = try #require(changes.record)
    }
  }
#endif
