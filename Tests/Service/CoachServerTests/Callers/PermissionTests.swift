#if Server
  import CoachKit
  @testable import CoachServer
  import JWTKit
  import TestKit
  import Testing

  @Suite("What callers may do over HTTP")
  struct PermissionTests {
    private static let secret = "0123456789abcdef0123456789abcdef"

    private struct Token: JWTPayload {
      var sub: String
      var exp: Double
      var scope = "client"

      func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    private static func headers(
      person: String, expiring: Double, scope: String = "client"
    ) async throws -> [(name: String, value: String)] {
      let keys = JWTKeyCollection()
      await keys.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256)
      let text = try await keys.sign(Token(sub: person, exp: expiring, scope: scope))
      return [(name: "authorization", value: "Bearer \(text)")]
    }

    @Test("a token is a person: without one, or with one that has expired, nobody is answered")
    func tokens() async throws {
      let now = CallClock.system.unixTime()
      try await ServerBench.run {
        $0.authentication.tokenSecret = Secret(Self.secret)
        $0.authentication.personClaim = "sub"
      } _: { server in
        let missing = try await server.send("POST", "/v1/turns", ServerBench.turn())
        #expect(missing.status == 401, "\(missing.text)")
        let expired = try await server.send(
          "POST", "/v1/turns", ServerBench.turn(),
          headers: Self.headers(person: "p-1", expiring: now - 600))
        #expect(expired.status == 401)
        let known = try await server.send(
          "POST", "/v1/turns", ServerBench.turn(),
          headers: Self.headers(person: "p-1", expiring: now + 600))
        #expect(known.status == 200)
      }
    }

    @Test("a caller acts only for the person whom its token names")
    func otherPerson() async throws {
      let now = CallClock.system.unixTime()
      try await ServerBench.run {
        $0.authentication.tokenSecret = Secret(Self.secret)
        $0.authentication.personClaim = "sub"
      } _: { server in
        let other = try await Self.headers(person: "p-2", expiring: now + 600)
        let turn = try await server.send("POST", "/v1/turns", ServerBench.turn(), headers: other)
        #expect(turn.status == 403 && turn.code == "forbidden.person")
        let record = PersonRecord(id: "p-1", salt: "s").json
        let learned = try await server.send(
          "POST", "/v1/profile/render", ["record": record], headers: other)
        #expect(learned.status == 403 && learned.code == "forbidden.person")
      }
    }

    @Test("a token neither changes nor has reviewed another's persona, and approves none")
    func personas() async throws {
      let now = CallClock.system.unixTime()
      for requiresApproval in [false, true] {
        try await ServerBench.run(replies: ["Hello."]) {
          $0.authentication.tokenSecret = Secret(Self.secret)
          $0.authentication.personClaim = "sub"
          $0.personas.requiresApproval = requiresApproval
        } _: { server in
          let headers = try await Self.headers(person: "p-1", expiring: now + 600)
          func persona(of creator: String) -> JSONValue {
            [
              "name": "Marlow", "tone": "Warm.", "methodology": "Asks one question at a time.",
              "personality": "A patient listener.", "creator": .string(creator),
              "status": "approved",
            ]
          }
          let review = try await server.send(
            "POST", "/v1/personas/review", ["persona": persona(of: "p-2"), "with_model": true],
            headers: headers)
          #expect(review.status == 403 && review.code == "forbidden.person")
          let share = try await server.send(
            "POST", "/v1/personas/step",
            ["persona": persona(of: "p-1"), "step": ["do": "share"]], headers: headers)
          #expect(share.status == 403 && share.code == "forbidden.person", "\(share.text)")
          var request = ServerBench.turn().object ?? [:]
          request["persona"] = persona(of: "p-1")
          let turn = try await server.send("POST", "/v1/turns", .object(request), headers: headers)
          #expect(turn.status == (requiresApproval ? 422 : 200), "\(turn.text)")
        }
      }
    }

    @Test("what is for operators is refused to clients")
    func operators() async throws {
      try await ServerBench.run {
        $0.authentication.keys =
          (try? CallerKey.list(
            SourceFile(path: "keys", text: "client:0123456789abcdef,operator:fedcba9876543210")))
          ?? []
      } _: { server in
        for (method, path) in [
          ("GET", "/v1/usage"), ("POST", "/v1/reload"), ("GET", "/v1/prompts"), ("GET", "/metrics"),
        ] {
          let client = try await server.send(
            method, path, headers: [(name: "authorization", value: "Bearer 0123456789abcdef")])
          #expect(client.status == 403 && client.code == "forbidden.scope", "\(path)")
          let own = try await server.send(
            method, path, headers: [(name: "authorization", value: "Bearer fedcba9876543210")])
          #expect(own.status == 200, "\(path)")
        }
      }
    }
  }
#endif
