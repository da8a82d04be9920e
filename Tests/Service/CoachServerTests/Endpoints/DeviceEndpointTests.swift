#if Server
  import CoachKit
  @testable import CoachServer
  import TestKit
  import Testing

  @Suite("Devices over HTTP")
  struct DeviceEndpointTests {
    private func run(
      salt: String? = "0123456789abcdef0123456789abcdef",
      _ work: @escaping @Sendable (ServerBench) async throws -> Void
    ) async throws {
      try await ServerBench.run {
        $0.pseudonymSalt = salt.flatMap { Secret($0) }
      } _: {
        try await work($0)
      }
    }

    private static func report(
      _ server: ServerBench, _ person: String, on device: String = "idfv-1",
      _ more: JSONObject = [:]
    ) async throws -> ServerBench.Answer {
      var body: JSONObject = ["person": .string(person), "device_id": .string(device)]
      for (name, value) in more { body[name] = value }
      return try await server.send("POST", "/v1/access/devices", .object(body))
    }

    @Test("a device on which one account had a trial gives no other one")
    func trial() async throws {
      try await run { server in
        let first = try await Self.report(server, "ana", ["trial_started": true])
        #expect(first.status == 200 && first.json["trial_accounts"] == [], "\(first.text)")
        #expect(!first.text.contains("idfv-1") && !first.text.contains("ana"))
        let stored = try #require(first.json["trials"])
        let second = try await Self.report(server, "ben", ["trials": stored])
        let accounts = try #require(second.json["trial_accounts"])
        #expect(accounts.array?.count == 1)
        #expect(second.json["trials"]?["accounts"]?.array?.count == 2)
        let bought = try await server.send(
          "POST", "/v1/access/events",
          ["event": ["event": "trial_started"], "trial_accounts": accounts])
        #expect(bought.status == 409 && bought.code == "trial_used_on_device")
      }
    }

    @Test("the value of another device is refused")
    func other() async throws {
      try await run { server in
        let stored = try #require(try await Self.report(server, "ana").json["trials"])
        let answer = try await Self.report(server, "ana", on: "idfv-2", ["trials": stored])
        #expect(answer.status == 409 && answer.code == "device.other")
      }
    }

    @Test("without a secret there are no digests")
    func noSecret() async throws {
      try await run(salt: nil) { server in
        let answer = try await Self.report(server, "ana")
        #expect(answer.status == 409 && answer.code == "device.no_secret")
      }
    }
  }
#endif
