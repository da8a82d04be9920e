#if Server
  import CoachKit
  @testable import CoachServer
  import CoreMetrics
  import Foundation
  import TestKit
  import Testing

  @Suite("What operators see and do in a running server")
  struct OperationTests {
    private static let keys = "client:0123456789abcdef,operator:fedcba9876543210"
    private static let operators = [(name: "authorization", value: "Bearer fedcba9876543210")]
    private static let clients = [(name: "authorization", value: "Bearer 0123456789abcdef")]

    private func run(
      domains folder: String = "\(ProjectFolder.path)/DomainConfigs",
      _ work: @escaping @Sendable (ServerBench) async throws -> Void
    ) async throws {
      try await ServerBench.run {
        $0.content.domains = folder
        $0.authentication.keys =
          (try? CallerKey.list(SourceFile(path: "keys", text: Self.keys))) ?? []
      } _: {
        try await work($0)
      }
    }

    private static func domain(
      _ id: String, _ server: ServerBench, _ headers: [(name: String, value: String)]
    ) async throws -> JSONValue? {
      try await server.send("GET", "/v1/domains", headers: headers)
        .json["domains"]?.array?.first { $0["id"]?.string == id }
    }

    @Test("an operator sees all settings of the nine domains, and an app their starters")
    func domains() async throws {
      try await run { server in
        let list = try await server.send("GET", "/v1/domains", headers: Self.operators)
        expect(
          list.json["domains"]?.array?.compactMap { $0["id"]?.string },
          equals: [
            "career", "creativity", "fitness", "leadership", "life", "loss", "mindset", "money",
            "relationships",
          ])
        let career = try #require(try await Self.domain("career", server, Self.operators))
        for member in [
          "name", "description", "tone", "methodology", "personality", "prompt_section",
        ] {
          #expect(career[member]?.string?.isEmpty == false, "\(member)")
        }
        #expect(career["guardrails"]?.array?.isEmpty == false)
        let shown = try #require(try await Self.domain("career", server, Self.clients))
        #expect(shown["starters"]?.array?.isEmpty == false && shown["tone"] == nil)
      }
    }

    @Test("a reload takes over an edited domain, and a new file is a new domain")
    func reload() async throws {
      let path = FileManager.default.temporaryDirectory.appending(path: "domains-\(UUID())")
        .path(percentEncoded: false)
      try FileManager.default.copyItem(
        atPath: "\(ProjectFolder.path)/DomainConfigs", toPath: path)
      defer { try? FileManager.default.removeItem(atPath: path) }
      try await run(domains: path) { server in
        let career = try String(contentsOfFile: "\(path)/career.yaml", encoding: .utf8)
        let edited = career.replacing("name: Career", with: "name: Work and career")
        #expect(edited != career)
        try edited.write(toFile: "\(path)/career.yaml", atomically: true, encoding: .utf8)
        try career.replacing("id: career", with: "id: parenting")
          .write(toFile: "\(path)/parenting.yaml", atomically: true, encoding: .utf8)
        let reloaded = try await server.send("POST", "/v1/reload", headers: Self.operators)
        #expect(reloaded.status == 200)
        // The server looks for itself, too, also between the two edits: it may have taken over one of them, or both.
        let changed = reloaded.json["domains"]?["changed"]?.array ?? []
        #expect(changed.allSatisfy { ["career", "parenting"].contains($0) }, "\(reloaded.text)")
        let name = try await Self.domain("career", server, Self.clients)?["name"]
        #expect(name == "Work and career")
        let new = try await Self.domain("parenting", server, Self.clients)
        #expect(new != nil)
      }
    }

    @Test("what a person cost is there right after their turn")
    func costs() async throws {
      try await run { server in
        for number in 1...2 {
          _ = try await server.send(
            "POST", "/v1/turns", ServerBench.turn(id: "r-\(number)"), headers: Self.clients)
          let costs = try await server.send(
            "GET", "/v1/usage?by=person", headers: Self.operators)
          let row = costs.json["rows"]?.array?.first
          #expect(row?["key"] == "p-1" && row?["calls"]?.integer == number, "\(costs.text)")
        }
      }
    }

    @Test("a plan of nudges stops at 1,000 calls of a model a day, and says for how many")
    func dailyCap() async throws {
      let candidates = (1...1_003).map { number in
        JSONValue.object([
          "id": .string("p-\(number)"), "is_allowed": true, "session_days": ["2026-11-20"],
        ])
      }
      try await run { server in
        let plan = try await server.send(
          "POST", "/v1/nudges/plan", ["date": "2026-11-26", "candidates": .array(candidates)],
          headers: Self.clients)
        #expect(plan.json["chosen"]?.array?.count == 1_000, "\(plan.status)")
        #expect(plan.json["held"] == ["the daily cap of nudges is reached": 3])
      }
    }

    @Test("who writes too fast is asked to take a breath, which is counted")
    func tooFast() async throws {
      let (time, metrics) = (SteppedClock(), PrometheusMetrics())
      let model = ScriptedModel(replies: Array(repeating: "Go on?", count: 12))
      try await withMetricsFactory(metrics) {
        try await ServerBench.run(model: model, metrics: metrics, clock: time.clock) { server in
          for number in 1...12 {
            let answer = try await server.send(
              "POST", "/v1/turns", ServerBench.turn(id: "r-\(number)"))
            #expect(!answer.events.contains { $0.data["event"] == "refused" }, "\(number)")
          }
          let answer = try await server.send("POST", "/v1/turns", ServerBench.turn(id: "r-13"))
          let refused = answer.events.first { $0.data["event"] == "refused" }?.data
          #expect(refused?["reason"] == "rate_limited")
          let text = refused?["text"]?.string ?? ""
          #expect(text.hasPrefix("Let's take a breath. You can continue in a moment."))
          let counted = try await server.send("GET", "/metrics").text
            .split(separator: "\n").filter { $0.contains("refused_rate_limited") }
          #expect(counted.map { $0.hasSuffix(" 1") } == [true], "\(counted)")
        }
      }
    }
  }
#endif
