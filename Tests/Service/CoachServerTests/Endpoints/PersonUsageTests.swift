#if Server
  import CoachKit
  @testable import CoachServer
  import TestKit
  import Testing

  @Suite("What a person has used, what it costs, and who had a trial, over HTTP")
  struct PersonUsageTests {
    private static let key = (name: "authorization", value: "Bearer 0123456789abcdef")
    private static let now = 1_795_262_400.0

    private static let clock = CallClock(now: { ContinuousClock.now }, unixTime: { now })

    private static let trial: JSONValue = [
      "trial": ["started_at": .number(now - 86_400)], "updated_at": .number(now),
    ]

    private static func turn(_ number: Int) -> JSONValue {
      [
        "id": .string("r-\(number)"), "person": ["id": "p-1", "language": "en", "sessions": 0],
        "access": trial, "conversation": ["id": "c-1"], "message": "I want my evenings back.",
      ]
    }

    @Test("the usage of a trial at the start of an app, and the same after a turn")
    func trial() async throws {
      try await ServerBench.run(clock: Self.clock) { server in
        let question: JSONValue = ["access": Self.trial, "language": "en", "time_zone": "UTC"]
        let before = try await server.send("POST", "/v1/people/p-1/usage", question)
        #expect(before.status == 200 && before.json["stage"] == "trial_active")
        #expect(before.json["usage"]?["used"] == 0 && before.json["usage"]?["remaining"] == 100)
        let turn = try await server.send("POST", "/v1/turns", Self.turn(1))
        let limits = try #require(turn.events.first { $0.data["event"] == "limits" }?.data)
        let after = try await server.send("POST", "/v1/people/p-1/usage", question)
        let usage = try #require(after.json["usage"]?.object)
        #expect(usage["used"] == 1 && usage["trial_day"] == ["day": 2, "days": 3])
        for (name, value) in usage { #expect(limits[name] == value, "\(name)") }
        // Below an answer a trial is told of near its end only; an app that asks is told at any time.
        #expect(after.json["text"]?.string?.contains("99") == true && limits["text"] == nil)
        #expect(after.json["refusal"] == nil)
        let counts = try await server.send("GET", "/v1/people/p-1/usage")
        let count = try #require(counts.json["counts"]?.array?.first)
        #expect(count["key"] == "trial:2026-11-20" && count["is_trial"] == true)
        #expect(count["used"] == 1 && count["remaining"] == 99)
        let nobody = try await server.send("GET", "/v1/people/p-2/usage")
        #expect(nobody.json["counts"] == [])
      }
    }

    @Test("who may not write learns why, in their language")
    func refused() async throws {
      try await ServerBench.run(clock: Self.clock) { server in
        let access: JSONValue = ["discovery_completed_at": 5, "updated_at": 5]
        let answer = try await server.send(
          "POST", "/v1/people/p-1/usage", ["access": access, "language": "de", "region": "AT"])
        #expect(answer.json["stage"] == "paywall_shown" && answer.json["usage"] == nil)
        let refusal = answer.json["refusal"]
        #expect(refusal?["reason"] == "paywall" && refusal?["call_to_action"] == "subscribe")
        let text = try #require(refusal?["text"]?.string)
        #expect(text.hasPrefix(MessageCatalog.builtIn.text(.refusalPaywall, in: "de") + "\n\n"))
        #expect(text.contains("TelefonSeelsorge: 142"), "\(text)")
        let zone = try await server.send(
          "POST", "/v1/people/p-1/usage", ["access": access, "time_zone": "Mars/North"])
        #expect(zone.status == 400 && zone.code == "zone")
      }
    }

    @Test("while the record tells of danger that the coach has not asked about, nothing is sold")
    func danger() async throws {
      try await ServerBench.run(clock: Self.clock) { server in
        var record = PersonRecord(id: "p-1", salt: "salt")
        record.crises.note(["self_harm"], on: CalendarDay(unixTime: Self.now))
        func status(_ access: JSONValue) async throws -> JSONValue {
          try await server.send(
            "POST", "/v1/people/p-1/usage", ["access": access, "record": record.json]
          ).json
        }
        let ended: JSONValue = ["discovery_completed_at": 5, "updated_at": 5]
        let refusal = try await status(ended)["refusal"]
        #expect(refusal?["reason"] == "paywall" && refusal?["call_to_action"] == nil)
        let text = MessageCatalog.builtIn.text(.refusalNearDanger, in: "en")
        #expect(refusal?["text"]?.string?.hasPrefix("\(text)\n\n") == true)
        let trial = try await status(Self.trial)
        #expect(trial["usage"]?["used"] == 0 && trial["text"] == nil && trial["detail"] == nil)
        record.crises.takeUp()
        #expect(try await status(ended)["refusal"]?["call_to_action"] == "subscribe")
        #expect(try await status(Self.trial)["detail"] != nil)
      }
    }

    @Test("of two paywalls, the one before the purchase is named, and for one purchase only")
    func creditedPaywall() async throws {
      try await ServerBench.run(clock: Self.clock) { server in
        var access: JSONValue = ["discovery_completed_at": 5, "updated_at": 5]
        func report(_ event: JSONValue, at time: Double) async throws -> JSONValue? {
          let answer = try await server.send(
            "POST", "/v1/access/events",
            ["access": access, "event": event, "at": .number(time)])
          access = try #require(answer.json["access"])
          return answer.json["paywall"]
        }
        func shown(_ version: String) -> JSONValue {
          [
            "event": "paywall_shown",
            "paywall": ["version": .string(version), "presentation": "first"],
          ]
        }
        let start = Self.now - 86_400
        #expect(try await report(shown("v3"), at: start) == nil)
        #expect(try await report(shown("v4"), at: start + 500) == nil)
        // The report of the purchase is late: v4 came after it.
        let trial = try await report(["event": "trial_started"], at: start + 100)
        #expect(trial?["version"] == "v3")
        // A repeated report has the same answer.
        let again = try await report(["event": "trial_started"], at: start + 100)
        #expect(again?["version"] == "v3")
      }
    }

    @Test("a caller without a key is not answered")
    func closed() async throws {
      try await ServerBench.run {
        let file = SourceFile(path: "keys", text: "client:0123456789abcdef")
        $0.authentication.keys = (try? CallerKey.list(file)) ?? []
      } _: { server in
        #expect(try await server.send("GET", "/v1/people/p-1/usage").status == 401)
        let answer = try await server.send("GET", "/v1/people/p-1/usage", headers: [Self.key])
        #expect(answer.status == 200)
      }
    }

    @Test("other rate windows and another trial change what is refused")
    func settings() async throws {
      try await ServerBench.run(
        replies: (0..<9).map { "Answer \($0)." }, clock: Self.clock
      ) {
        $0.access =
          (try? ServerSettings(
            path: "c.yaml", environment: [:],
            files: ChangingFiles([
              "c.yaml": "access: {messages_per_minute: 2, messages_per_hour: 5}\n"
            ])
          ).access) ?? .standard
      } _: { server in
        for number in 1...2 {
          let answer = try await server.send("POST", "/v1/turns", Self.turn(number))
          #expect(!answer.events.contains { $0.data["event"] == "refused" })
        }
        let third = try await server.send("POST", "/v1/turns", Self.turn(3))
        let refused = try #require(third.events.first { $0.data["event"] == "refused" }?.data)
        #expect(refused["reason"] == "rate_limited" && refused["retry_after"]?.number == 60)
        #expect(refused["call_to_action"] == nil)
      }
    }

    @Test("a trial that was used on the device is refused with a text for the person")
    func trialUsed() async throws {
      try await ServerBench.run { server in
        var report: JSONObject = [
          "event": ["event": "trial_started"], "trial_accounts": ["another"],
        ]
        let english = try await server.send("POST", "/v1/access/events", .object(report))
        #expect(english.status == 409 && english.code == "trial_used_on_device")
        let start = "Welcome back! It looks like you've tried Coach App before."
        #expect(english.json["text"]?.string?.hasPrefix(start) == true)
        report["language"] = "es-MX"
        let spanish = try await server.send("POST", "/v1/access/events", .object(report))
        let text = MessageCatalog.builtIn.text(.refusalTrialUsedOnDevice, in: "es")
        #expect(spanish.json["text"]?.string?.hasPrefix(text + "\n\n") == true)
        #expect(spanish.json["text"]?.string?.contains("findahelpline.com") == true)
        report["region"] = "ES"
        let local = try await server.send("POST", "/v1/access/events", .object(report))
        #expect(local.json["text"]?.string?.contains("717 003 717") == true)
        // A mistake of the calling program is no message to the person.
        let none = try await server.send(
          "POST", "/v1/access/events", ["event": ["event": "trial_cancelled"]])
        #expect(none.code == "no_trial" && none.json["text"] == nil)
      }
    }

    @Test("the paywall after a trial asks to come back, with the price of the subscription alone")
    func paywall() async throws {
      try await ServerBench.run(clock: Self.clock) {
        $0.prices = AccessPrices(.init(trial: "$2.99/week for 3 days", period: "$19.99/month"))
      } _: { server in
        let record = PersonRecord(id: "p-1", salt: "salt").json
        func paywall(_ access: JSONValue) async throws -> JSONValue? {
          let step = try await server.send(
            "POST", "/v1/journeys/coach/step", ["record": record, "access": access])
          return step.json["outputs"]?.array?.first { $0["kind"] == "paywall" }
        }
        let first = try await paywall(["discovery_completed_at": 5, "updated_at": 5])
        #expect(first?["line"] == "Your coach gets you. Ready for more?")
        #expect(first?["price_line"] == "$2.99/week for 3 days, then $19.99/month")
        let after = try await paywall([
          "discovery_completed_at": 5, "trial": ["started_at": 6], "updated_at": 6,
        ])
        #expect(after?["line"] == "Ready to come back?")
        #expect(after?["price_line"] == "$19.99/month")
      }
    }
  }
#endif
