#if Server
  import CoachKit
  @testable import CoachServer
  import Logging
  import ModelTestKit
  import TestKit
  import Testing

  @Suite("What an operator reads of costs")
  struct UsageEndpointTests {
    private static func turn(_ id: String, _ person: String) -> JSONValue {
      var request = ServerBench.turn(id: id).object ?? [:]
      request["person"] = ["id": .string(person), "language": "en", "sessions": 0]
      return .object(request)
    }

    private func usage(_ query: String, _ server: ServerBench) async throws -> ServerBench.Answer {
      try await server.send("GET", "/v1/usage\(query)")
    }

    @Test("who reached a threshold is flagged ten days later, and in any period")
    func flagged() async throws {
      let time = SteppedClock()
      try await ServerBench.run(
        model: SpendingCapTests.model(), clock: time.clock, prices: SpendingCapTests.price
      ) {
        $0.costs = ServerSettings.CostThresholds(day: 2, month: 3)
      } _: { server in
        for number in 1...3 {
          _ = try await server.send("POST", "/v1/turns", Self.turn("r-\(number)", "paid1"))
        }
        _ = try await server.send("POST", "/v1/turns", Self.turn("r-4", "calm"))
        time.advance(by: .seconds(10 * 86_400))
        let later = try await usage("", server).json
        let day: JSONValue = [
          "person": "paid1", "threshold": "day", "dollars": 3, "from": "2026-11-21",
          "to": "2026-11-21",
        ]
        var month = day.object ?? [:]
        month["threshold"] = "month"
        #expect(later["flagged"] == [day, .object(month)], "\(later)")
        #expect(later["from"] == "2026-11-02" && later["to"] == "2026-12-01")
        #expect(later["is_complete"] == true && later["flagged_is_complete"] == true)
        let before = try await usage("?from=2026-11-22&to=2026-12-01", server).json
        #expect(before["flagged"] == [] && before["rows"] == [])
        let own = try await usage("?from=2026-11-20&to=2026-11-21&flag_above=1", server).json
        let people = own["flagged"]?.array?.filter { $0["threshold"] == "period" }
        #expect(people?.map { $0["person"] } == ["paid1", "calm"])
        #expect(own["total"]?["dollars"] == 4 && own["total"]?["calls"] == 4)
      }
    }

    @Test("calls without a price mark every sum, and the models are named")
    func unpriced() async throws {
      let lines = Journal<String>()
      let logger = Logger(label: "test") { _ in NotedLog(lines: lines) }
      try await ServerBench.run(
        model: SpendingCapTests.model(), logger: logger, prices: PriceTable.builtIn
      ) {
        $0.costs = ServerSettings.CostThresholds(day: 0.5)
      } _: { server in
        let words = "warning a model has no price, so that thresholds and caps do not see its costs"
        #expect(lines.entries.contains("\(words) fake:m"))
        let ready = try await server.send("GET", "/readyz").json
        #expect(ready["models"]?.array?.first?["is_priced"] == false)
        _ = try await server.send("POST", "/v1/turns", Self.turn("r-1", "p-1"))
        for query in ["", "?by=model", "?by=key", "?by=day&person=p-1"] {
          let seen = try await usage(query, server).json
          let row = seen["rows"]?.array?.first
          #expect(row?["is_complete"] == false && row?["unpriced_calls"] == 1, "\(query)")
          #expect(seen["is_complete"] == false && seen["flagged_is_complete"] == false)
          #expect(seen["total"]?["is_complete"] == false)
          #expect(seen["unpriced_models"] == [["model": "fake:m", "calls": 1]])
        }
      }
    }

    @Test("rows come in pages, and what cannot be answered is refused")
    func pages() async throws {
      try await ServerBench.run(
        model: SpendingCapTests.model(), prices: SpendingCapTests.price
      ) { server in
        for (number, person) in ["a", "b", "b", "c.d"].enumerated() {
          _ = try await server.send("POST", "/v1/turns", Self.turn("r-\(number)", person))
        }
        var (keys, after): ([String?], String?) = ([], nil)
        for _ in 1...3 {
          let page = try await usage("?limit=1\(after.map { "&after=\($0)" } ?? "")", server).json
          keys.append(page["rows"]?.array?.first?["key"]?.string)
          after = page["next"]?.string
        }
        #expect(keys == ["b", "a", "c.d"])
        try await expect(usage("?limit=1&after=\(after ?? "")", server).json["rows"], equals: [])
        try await expect(
          usage("?by=key", server).json["rows"]?.array?.first?["key"], equals: "local")
        for query in [
          "?by=key&person=a", "?key=local", "?from=2020-01-01", "?from=2026-11-22&to=2026-11-21",
          "?after=x", "?flag_above=-1", "?by=key&key=%00", "?by=key&key=a%0Ab",
          "?by=key&after=1.%7F",
        ] {
          let answer = try await usage(query, server)
          #expect(answer.status == 400 && answer.code == "query.value", "\(query)")
        }
      }
    }

    @Test("a person who is forgotten leaves the sums of the service as they are")
    func forgotten() async throws {
      try await ServerBench.run(
        model: SpendingCapTests.model(), prices: SpendingCapTests.price
      ) { server in
        for person in ["a", "b"] {
          _ = try await server.send("POST", "/v1/turns", Self.turn("r-1", person))
        }
        let before = try await usage("?by=model", server).json
        #expect(before["total"]?["dollars"] == 2)
        _ = try await server.send(
          "POST", "/v1/profile/forget", ["person": "a", "everything": true])
        for group in ["model", "purpose", "day", "key"] {
          let after = try await usage("?by=\(group)", server)
          #expect(after.json["total"] == before["total"] && !after.text.contains("\"a\""))
        }
        let people = try await usage("", server).json["rows"]?.array
        #expect(people?.map { $0["key"] } == ["b"])
        try await expect(usage("?person=a", server).json["rows"], equals: [])
      }
    }
  }
#endif
