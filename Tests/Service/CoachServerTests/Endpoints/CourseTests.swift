#if Server
  import CoachKit
  @testable import CoachServer
  import Logging
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

    @Test(
      "bought without closing the session: one conversation, two sessions, and the version that sold"
    )
    func boughtAtOnce() async throws {
      var replies = (1...11).map { "What is behind number \($0)?" }
      replies.append("Thank you.\n[DISCOVERY_COMPLETE]\(Self.profile)")
      replies.append(Self.paywall)
      replies.append("Good to see you again. Where would you like to begin?")
      try await ServerBench.run(model: ScriptedModel(replies: replies)) {
        $0.authentication.keys =
          (try? CallerKey.list(SourceFile(path: "keys", text: "client:0123456789abcdef"))) ?? []
      } _: { server in
        var stored = Stored()
        for number in 1...12 {
          try await turn(
            number == 1 ? nil : "Answer \(number), as well as I can.", number, &stored, server)
          #expect(stored.conversation.kind == .discovery)
        }
        let step = try await post(
          "/v1/journeys/coach/step",
          ["record": stored.record.json, "access": stored.access.json], server)
        let shown = try #require(step.json["outputs"]?.array?.first)
        #expect(
          shown["kind"] == "paywall" && shown["line"] == "Your coach gets you. Ready for more?")
        #expect(shown["header"] == "Your coach understands your work")
        #expect(shown["button"] == "Continue my coaching journey")
        #expect(shown["paywall"] == ["version": "v4", "presentation": "first"])
        for event in [
          ["event": "paywall_shown", "paywall": shown["paywall"] ?? .null],
          ["event": "trial_started"],
        ] as [JSONValue] {
          let answer = try await post(
            "/v1/access/events", ["access": stored.access.json, "event": event], server)
          stored.access = try AccessRecord(json: #require(answer.json["access"]))
          #expect(
            answer.json["paywall"] == (event["event"] == "trial_started" ? shown["paywall"] : nil))
        }
        #expect(stored.access.paywalls.impressions == ["v4": 1])
        #expect(stored.access.paywalls.purchase?.impression.version == "v4")
        stored.conversation.domain = nil
        try await turn(nil, 13, &stored, server)
        #expect(stored.conversation.kind == .discovery && stored.conversation.domain == "career")
        #expect(stored.record.sessions.count == 1)
        #expect(stored.record.sessions.last?.figures.messages == 11)
        #expect(stored.record.open.map(\.kind) == [.coaching])
        let closed = try await post(
          "/v1/sessions/close", ["record": stored.record.json, "zone": "Europe/Berlin"], server)
        let record = try PersonRecord(json: #require(closed.json["record"]))
        #expect(record.sessions.count == 1)
      }
    }

    @Test("the log names the task that failed and how, and nobody's words")
    func failedTasks() async throws {
      let lines = NotedLines()
      let model = ScriptedModel(replies: ["secret words", "secret words", Self.paywall])
      try await ServerBench.run(
        model: model, logger: Logger(label: "test") { _ in lines.handler }
      ) { server in
        var person = Person(id: "p-1", language: "en")
        person.discovery = try DiscoveryProfile(
          json: JSONValue(parsing: Array(Self.profile.utf8)))
        let access = AccessRecord(discoveryCompletedAt: 5, updatedAt: 5)
        let failed = try await server.send(
          "POST", "/v1/journeys/coach/step", ["person": person.json, "access": access.json])
        let shown = failed.json["outputs"]?.array?.first?["paywall"]
        #expect(shown?["version"] == "fixed" && shown?["assigned"] == "v4")
      }
      let place = try #require(lines.messages.firstIndex(of: "parts of a paywall failed"))
      #expect(lines.metadata[place]["count"] == "1")
      let causes = lines.metadata[place]["causes"].map { "\($0)" }
      #expect(causes?.hasPrefix("paywall@v4: ") == true)
      #expect(!lines.metadata.contains { "\($0)".contains("secret") })
    }

    @Test("a journey that follows the access record needs one, except to answer a crisis")
    func missingAccess() async throws {
      try await ServerBench.run { server in
        let person: JSONValue = ["id": "p-1", "language": "en", "sessions": 0]
        let answer = try await server.send("POST", "/v1/journeys/coach/step", ["person": person])
        #expect(answer.status == 400 && answer.code == "journey.access")
        #expect(answer.json["detail"]?.string?.contains("'access' is missing") == true)
        #expect(answer.json["hint"]?.string?.contains("updated_at") == true)
        let other = try await server.send("POST", "/v1/journeys/trainer/step", ["person": person])
        #expect(other.status == 200)
        let danger = try await server.send(
          "POST", "/v1/journeys/coach/step",
          [
            "person": person,
            "turn": [
              "id": "j-1", "conversation": ["id": "c-1"], "message": "I am going to kill myself.",
            ],
          ])
        #expect(danger.status == 200 && danger.text.contains("crisis"))
      }
    }

    @Test("a person without a record gets the paywall, personal with what discovery found")
    func paywallOfAPerson() async throws {
      try await ServerBench.run(replies: [Self.paywall]) { server in
        let access = AccessRecord(discoveryCompletedAt: 5, updatedAt: 5)
        var person = Person(id: "p-1", language: "en")
        let fixed = try await server.send(
          "POST", "/v1/journeys/coach/step", ["person": person.json, "access": access.json])
        #expect(fixed.json["outputs"]?.array?.first?["paywall"]?["version"] == "fixed")
        person.discovery = try DiscoveryProfile(
          json: JSONValue(parsing: Array(Self.profile.utf8)))
        let personal = try await server.send(
          "POST", "/v1/journeys/coach/step", ["person": person.json, "access": access.json])
        let shown = personal.json["outputs"]?.array?.first
        #expect(shown?["header"] == "Your coach understands your work")
        #expect(shown?["button"] == "Continue my coaching journey")
      }
    }

    @Test(
      "the turn that completes discovery in a journey leads to its personal paywall, and near danger discovery goes on",
      arguments: [false, true])
    func journeyTurn(isDangerous: Bool) async throws {
      let messages = (1...11).flatMap { number in
        [
          Message(.assistant, "What is behind number \(number)?"),
          Message(.user, "Answer \(number)."),
        ]
      }
      let concern =
        isDangerous ? #"[CONCERN]\#n{"about": "says goodbye", "severity": "high"}\#n"# : ""
      let replies = ["Thank you.\n\(concern)[DISCOVERY_COMPLETE]\(Self.profile)", Self.paywall]
      try await ServerBench.run(replies: replies) { server in
        let answer = try await server.send(
          "POST", "/v1/journeys/coach/step",
          [
            "person": Person(id: "p-1", language: "en").json,
            "access": AccessRecord(updatedAt: 5).json,
            "turn": [
              "id": "r-1", "message": "That is all.",
              "conversation": [
                "id": "c-1",
                "messages": .array(
                  messages.dropLast().map {
                    [
                      "role": $0.role == .user ? "person" : "coach", "text": .string($0.text),
                    ]
                  }),
              ],
            ],
          ])
        let step = try #require(answer.events.first { $0.name == "step" }, "\(answer.text)").data
        #expect(step["position"]?["phase"] == (isDangerous ? "discovery" : "paywall_shown"))
        let shown = step["outputs"]?.array?.first
        #expect(shown?["header"] == (isDangerous ? nil : "Your coach understands your work"))
        #expect(shown?["paywall"]?["version"] == (isDangerous ? nil : "v4"))
      }
    }

    private static let paywall =
      #"{"header": "Your coach understands your work", "body": "Your evenings matter to you. We could begin with them."}"#

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
      stored.conversation.kind = changes.kind ?? stored.conversation.kind
      stored.access = changes.access ?? stored.access
      stored.record = try #require(changes.record)
    }
  }
#endif
