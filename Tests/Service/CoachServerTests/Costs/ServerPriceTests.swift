#if Server
  import CoachKit
  @testable import CoachServer
  import ModelTestKit
  import TestKit
  import Testing
  import WireFaults

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  @Suite("The prices of a server")
  struct ServerPriceTests {
    private static func file(_ entries: String) -> String {
      "{\"format\": 1, \"prices\": [\n\(entries)\n]}"
    }

    private static func entry(_ model: String, _ price: Int) -> String {
      "{\"provider\": \"vllm\", \"model\": \"\(model)\", \"input\": \(price), \"output\": \(price)}"
    }

    /// A server of models that answers every chat, and counts a million tokens.
    private static func provider() throws -> ScriptedServer {
      let chunks = [
        #"{"choices":[{"index":0,"delta":{"role":"assistant","content":"What would help?"}}]}"#,
        #"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#,
        #"{"choices":[],"usage":{"prompt_tokens":900000,"completion_tokens":100000,"total_tokens":1000000}}"#,
        "[DONE]",
      ]
      let body = chunks.map { "data: \($0)\n\n" }.joined()
      return try #require(
        ScriptedServer([
          .send(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
              + "content-length: \(body.utf8.count)\r\n\r\n\(body)")
        ]))
    }

    private func inFolder(_ work: (String) async throws -> Void) async throws {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "coachkit-prices-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try await work(folder.path())
    }

    private func write(_ text: String, to path: String) throws {
      try Data(text.utf8).write(to: URL(filePath: path))
    }

    @Test("the variable overrides the setting, the setting the built-in table; a reload reads both")
    func files() async throws {
      let provider = try Self.provider()
      defer { provider.stop() }
      try await inFolder { folder in
        let (own, contract) = ("\(folder)/own.json", "\(folder)/contract.json")
        try write(Self.file("\(Self.entry("m", 7)),\n\(Self.entry("n", 8))"), to: own)
        try write(Self.file(Self.entry("m", 2)), to: contract)
        let resolver = ModelResolver(environment: [
          "COACHKIT_VLLM_URL": "\(provider.url)/v1", "COACHKIT_PRICES": contract,
        ])
        let prices = try resolver.prices(file: own)
        let day = CalendarDay(number: 20_000)
        #expect(prices.entry(for: "m", provider: "vllm", on: day)?.price.rates.input == 2)
        #expect(prices.entry(for: "n", provider: "vllm", on: day)?.price.rates.input == 8)
        try await ServerBench.run(resolver: resolver) {
          $0.models.coaching = "vllm:m"
          $0.models.prices = own
        } _: { server in
          func spent() async throws -> Double? {
            try await server.send("GET", "/v1/usage").json["total"]?["dollars"]?.number
          }
          _ = try await server.send("POST", "/v1/turns", ServerBench.turn(id: "1"))
          try await expect(spent(), equals: 2)
          try write(Self.file(Self.entry("m", 3)), to: contract)
          let changed = try await server.send("POST", "/v1/reload").json["prices"]
          #expect(changed?["changed"] == ["vllm:m"] && changed?["removed"] == [])
          // Without a difference nothing is reported.
          try await expect(server.send("POST", "/v1/reload").json["prices"], equals: nil)
          _ = try await server.send("POST", "/v1/turns", ServerBench.turn(id: "2"))
          try await expect(spent(), equals: 5)
          // A broken file leaves the prices as they were, and says where it is broken.
          try write(Self.file(Self.entry("m", -1)), to: contract)
          let reloaded = try await server.send("POST", "/v1/reload").json["prices"]
          let problem = reloaded?["problems"]?.array?.first?.string
          #expect(problem?.contains("\(contract):2:1") == true, "\(problem ?? "none")")
          _ = try await server.send("POST", "/v1/turns", ServerBench.turn(id: "3"))
          try await expect(spent(), equals: 8)
        }
      }
    }

    @Test("a broken price keeps the server from starting, and is reported where it stands")
    func broken() async throws {
      try await inFolder { folder in
        let path = "\(folder)/prices.json"
        try write(
          Self.file("\(Self.entry("m", 1)),\n\(Self.entry("n", -1)),\n{\"model\": \"o\"}"), to: path
        )
        let resolver = ModelResolver(environment: ["COACHKIT_PRICES": path])
        let settings = ServerBench.settings { $0.models.coaching = "echo" }
        let error = await #expect(throws: SourceError.self) {
          try await HTTPService(
            settings, resolver: resolver, process: ServerProcess(logger: ServerBench.silent))
        }
        let places = error?.diagnostics.map { $0.location.map { "\($0.line):\($0.column)" } }
        #expect(places == ["3:1", "4:1"], "\(error.map { "\($0)" } ?? "none")")
      }
    }

    @Test("a model to choose, or to fall back on, needs a price in the tier of conversations, too")
    func tiers() async throws {
      try await inFolder { folder in
        let path = "\(folder)/prices.json"
        let flex =
          #"{"provider": "vllm", "model": "m", "input": 1, "output": 1, "service_tiers": {"flex": 0.5}}"#
        try write(Self.file("\(flex),\n\(Self.entry("n", 1)),\n\(Self.entry("o", 1))"), to: path)
        let settings = ServerBench.settings {
          $0.models.coaching = "vllm:m"
          $0.models.choices = ["vllm:n"]
          $0.models.fallback = ["vllm:o"]
          $0.models.serviceTier = .flex
        }
        let resolver = ModelResolver(environment: [
          "COACHKIT_VLLM_URL": "http://127.0.0.1:9/v1", "COACHKIT_PRICES": path,
        ])
        let server = try await HTTPService(
          settings, resolver: resolver, process: ServerProcess(logger: ServerBench.silent))
        #expect(server.warnings.count == 2, "\(server.warnings)")
        #expect(server.warnings.first?.hasPrefix("the model vllm:n (choices)") == true)
        #expect(server.warnings.last?.hasPrefix("the model vllm:o (fallback)") == true)
      }
    }

    @Test("the check of a server names the models without a price")
    func warnings() async throws {
      let settings = ServerBench.settings { $0.models.coaching = "vllm:m" }
      let environment = ["COACHKIT_VLLM_URL": "http://127.0.0.1:9/v1"]
      let process = ServerProcess(logger: ServerBench.silent)
      let server = try await HTTPService(
        settings, resolver: ModelResolver(environment: environment), process: process)
      #expect(server.warnings.count == 1)
      #expect(server.warnings.first?.hasPrefix("the model vllm:m (coaching, discovery") == true)
    }
  }
#endif
