#if Server
  import CoachKit
  @testable import CoachServer
  import Logging
  import ModelTestKit
  import TestKit
  import Testing
  import WireFaults

  @Suite("What a server says of its models")
  struct ReadinessTests {
    private static let crisis = "I want to kill myself tonight."
    private static let listed = """
      HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 37\r\n\r\n\
      {"object":"list","data":[{"id":"m"}]}
      """

    /// A provider that does something when it is asked for its models, and rejects every key.
    private static func provider(listing steps: [ServerStep]) throws -> ScriptedServer {
      try #require(
        ScriptedServer { request in
          request.path.hasSuffix("/models")
            ? steps : [.send("HTTP/1.1 401 X\r\ncontent-length: 0\r\n\r\n")]
        })
    }

    private static func resolver(_ provider: ScriptedServer) -> ModelResolver {
      ModelResolver(environment: ["COACHKIT_VLLM_URL": "\(provider.url)/v1"])
    }

    private static func check(_ answer: ServerBench.Answer) -> String? {
      answer.json["models"]?.array?.first?["start_check"]?.string
    }

    @Test("it serves, and helps in a crisis, while a provider does not answer")
    func silentProvider() async throws {
      let provider = try Self.provider(listing: [.waitForClose])
      defer { provider.stop() }
      try await ServerBench.run(resolver: Self.resolver(provider)) {
        $0.models.coaching = "vllm:m"
      } _: { server in
        try await provider.until { !$0.requests.isEmpty }
        try await expect(server.send("GET", "/healthz").status, equals: 200)
        let ready = try await server.send("GET", "/readyz")
        #expect(ready.status == 200 && ready.json["status"] == "ready")
        let model = try #require(ready.json["models"]?.array?.first)
        #expect(model["model"] == "vllm:m" && model["start_check"] == "waiting")
        #expect(model["purposes"] == ["coaching", "discovery", "crisis", "tasks"])
        #expect(model["breakers"] == [["state": "closed"]])
        let answer = try await server.send(
          "POST", "/v1/turns", ServerBench.turn(Self.crisis))
        #expect(answer.events.contains { $0.data["event"] == "crisis_detected" })
        // Nothing of this needed the provider's answer.
        let after = try await server.send("GET", "/readyz")
        #expect(Self.check(after) == "waiting" && provider.closedByClient == 0)
      }
      // A server that stops does not wait for it either.
      try await provider.until { $0.closedByClient == 1 }
    }

    private static let absent = "warning a provider cannot be reached yet vllm:m"

    private static let providers: [([ServerStep], String, String)] = [
      ([.send(listed)], "answered", "info a provider answers vllm:m"),
      ([.send("HTTP/1.1 401 X\r\ncontent-length: 0\r\n\r\n")], "failed", absent),
      ([.reset], "failed", absent),
    ]

    @Test(
      "what comes of asking a provider is logged and shown when it comes",
      arguments: ReadinessTests.providers)
    func answers(steps: [ServerStep], result: String, line: String) async throws {
      let provider = try Self.provider(listing: steps)
      defer { provider.stop() }
      let lines = Journal<String>()
      let logger = Logger(label: "test") { _ in NotedLog(lines: lines) }
      try await ServerBench.run(resolver: Self.resolver(provider), logger: logger) {
        $0.models.coaching = "vllm:m"
      } _: { server in
        try await until {
          try await Self.check(server.send("GET", "/readyz")) != "waiting"
        }
        let ready = try await server.send("GET", "/readyz")
        #expect(ready.status == 200 && Self.check(ready) == result)
        await until { lines.entries.contains(line) }
      }
    }

    @Test("a model without a provider to ask has no check")
    func noProvider() async throws {
      try await ServerBench.run { server in
        let ready = try await server.send("GET", "/readyz")
        let models = ready.json["models"]?.array ?? []
        #expect(models.count == 1 && models[0]["start_check"] == nil)
        #expect(models[0]["breakers"] == [])
      }
    }

    @Test("an open breaker is shown and measured, and does not make the server unready")
    func openBreaker() async throws {
      let metrics = PrometheusMetrics()
      let lines = Journal<String>()
      let board = BreakerBoard(
        logger: Logger(label: "test") { _ in NotedLog(lines: lines) }, metrics: metrics)
      var stack = ModelStack()
      stack.breaker = BreakerPolicy(
        minimumCalls: 1, coolDown: .seconds(3600), maximumCoolDown: .seconds(3600))
      stack.breakers = board
      let model = stack.model(FakeModel(answers: .failure(.planned(.overloaded))))
      let labels = #"{gen_ai_provider_name="fake",gen_ai_request_model="m"}"#
      try await ServerBench.run(model: model, breakers: board, metrics: metrics) { server in
        func states() async throws -> [JSONValue] {
          let ready = try await server.send("GET", "/readyz")
          #expect(ready.status == 200)
          return ready.json["models"]?.array?.first?["breakers"]?.array ?? []
        }
        func isMeasured(_ name: String, _ value: Int) async throws -> Bool {
          try await server.send("GET", "/metrics").text
            .contains("coachkit_client_breaker_\(name)\(labels) \(value)\n")
        }
        try await expect(states(), equals: [["state": "closed"]])
        try await expect(isMeasured("open", 0), equals: true)
        try await expect(isMeasured("openings_total", 0), equals: true)
        _ = try await server.send("POST", "/v1/turns", ServerBench.turn())
        let open = try await states().first
        #expect(open?["state"] == "open")
        #expect(open?["open_seconds"]?.number ?? -1 >= 0)
        #expect((1...3600).contains(open?["next_probe_seconds"]?.number ?? 0))
        try await expect(isMeasured("open", 1), equals: true)
        try await expect(isMeasured("openings_total", 1), equals: true)
        #expect(lines.entries == ["warning circuit breaker opened fake:m"])
        let answer = try await server.send(
          "POST", "/v1/turns", ServerBench.turn(Self.crisis, id: "r-2"))
        #expect(answer.events.contains { $0.data["event"] == "crisis_detected" })
      }
    }
  }

  /// A log that keeps the level, message and model of its entries.
  /// Notes levels, messages and models of lines.
  struct NotedLog: LogHandler {
    let lines: Journal<String>
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let model = event.metadata?["model"].map { " \($0)" } ?? ""
      lines.note("\(event.level) \(event.message)\(model)")
    }
  }
#endif
