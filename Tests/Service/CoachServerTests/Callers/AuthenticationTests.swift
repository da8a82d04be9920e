#if Server
  import CoachKit
  @testable import CoachServer
  import JWTKit
  import TestKit
  import Testing

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  @Suite("Callers")
  struct AuthenticationTests {
    private static let key = "0123456789abcdef0123456789abcdef"

    @Test("a key has a name and a scope, also as its digest")
    func keys() async throws {
      let digest = ContentDigest(of: Self.key).hexadecimal
      let file = SourceFile(
        path: "keys",
        text: "# ours\napp=client:another-secret-of-ours,\nops=operator:sha256=\(digest)\n")
      var settings = CallerSettings()
      settings.keys = try CallerKey.list(file)
      let authentication = try await Authentication(settings)
      let caller = try await authentication.caller(
        authorization: "Bearer \(Self.key)", host: nil, origin: nil)
      #expect(caller.name == "ops" && caller.scope == .operator && caller.person == nil)
      let app = try await authentication.caller(
        authorization: "bearer another-secret-of-ours", host: nil, origin: nil)
      #expect(app.name == "app" && app.scope == .client)
      #expect(app.credential != caller.credential && app.credential != nil)
      for value in [
        String?.none, "", "Bearer", "Bearer wrong", "Basic \(Self.key)", "Bearer \(digest)",
      ] {
        await #expect(throws: CallerRefusal.self, "\(value ?? "none")") {
          _ = try await authentication.caller(authorization: value, host: nil, origin: nil)
        }
      }
    }

    @Test("a comment takes up its line, so that none of its keys is in force")
    func comments() throws {
      let file = SourceFile(
        path: "keys",
        text:
          "#a=client:0123456789abcdef,ops=operator:0123456789abcdef\n  # ours, since May\nb=client:0123456789abcdeg\n"
      )
      let keys = try CallerKey.list(file)
      #expect(keys.map(\.caller.name) == ["b"])
    }

    @Test("a server without keys answers only who names this machine")
    func open() async throws {
      let authentication = try await Authentication(CallerSettings())
      for host in ["localhost:8080", "LOCALHOST", "127.0.0.1", "[::1]:80"] {
        #expect(
          try await authentication.caller(authorization: nil, host: host, origin: nil) == .local)
      }
      for host in [
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "",
        "localhost:1.evil.example",
      ] {
        await #expect(throws: CallerRefusal.self, "\(host)") {
          try await authentication.caller(authorization: nil, host: host, origin: nil)
        }
      }
    }

    @Test("a page of another site cannot use a server without keys")
    func otherSites() async throws {
      let authentication = try await Authentication(CallerSettings())
      for (origin, isAllowed) in [
        ("http://127.0.0.1:8080", true), ("https://evil.example", false), ("null", false),
      ] {
        let caller = try? await authentication.caller(
          authorization: nil, host: "127.0.0.1:8080", origin: origin)
        #expect((caller != nil) == isAllowed, "\(origin)")
      }
    }

    private struct Token: JWTPayload {
      var sub = "backend"
      var iss = "issuer"
      var aud = ["coach"]
      var exp: Double
      var scope = "client"
      var person: String?

      func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    @Test("tokens are checked: signature, times, issuer, audience, scope, person")
    func tokens() async throws {
      let now = CallClock.system.unixTime()
      var settings = CallerSettings()
      settings.tokenSecret = Secret(Self.key)
      (settings.issuer, settings.audience) = ("issuer", "coach")
      let keys = JWTKeyCollection()
      await keys.add(hmac: HMACKey(from: Self.key), digestAlgorithm: .sha256)
      func caller(_ token: Token, by keys: JWTKeyCollection) async throws -> Caller? {
        let text = try await keys.sign(token)
        return try? await Authentication(settings).caller(
          authorization: "Bearer \(text)", host: nil, origin: nil)
      }
      let good = Token(exp: now + 600)
      let known = try #require(try await caller(good, by: keys))
      #expect(known.name == "backend" && known.scope == .client && known.person == nil)
      var other = good
      other.scope = "read operator"
      #expect(try await caller(other, by: keys)?.scope == .operator)
      #expect(try await caller(other, by: keys)?.credential != known.credential)
      other.exp += 60
      other.scope = good.scope
      #expect(try await caller(other, by: keys)?.credential == known.credential, "renewed")
      for change in [
        { (token: inout Token) in token.exp = now - 60 }, { $0.iss = "other" }, { $0.aud = ["x"] },
        { $0.scope = "admin" },
      ] as [(inout Token) -> Void] {
        var bad = good
        change(&bad)
        #expect(try await caller(bad, by: keys) == nil)
      }
      let forged = JWTKeyCollection()
      await forged.add(hmac: "another-secret-another-secret-another", digestAlgorithm: .sha256)
      #expect(try await caller(good, by: forged) == nil)
      settings.personClaim = "person"
      #expect(try await caller(good, by: keys) == nil)
      other.person = "p-1"
      let first = try await caller(other, by: keys)
      #expect(first?.person == "p-1")
      other.person = "p-2"
      let second = try await caller(other, by: keys)
      #expect(second?.credential != first?.credential)
      other.sub = ""
      #expect(try await caller(other, by: keys)?.credential != second?.credential)
    }

    @Test("keys of tokens come from a JWKS file")
    func keySet() async throws {
      let key = ES256PrivateKey()
      let parameters = try #require(key.publicKey.parameters)
      let set = """
        {"keys": [{"kty": "EC", "crv": "P-256", "kid": "k1", "alg": "ES256", "use": "sig",
          "x": "\(parameters.x)", "y": "\(parameters.y)"}]}
        """
      let files = ChangingFiles([
        "keys.json": set, "broken.json": "{}",
        "weak.json": #"{"keys": [{"kty": "oct", "kid": "k", "alg": "HS256", "k": "c2hvcnQ"}]}"#,
        "empty.json": #"{"keys": []}"#,
      ])
      var settings = CallerSettings()
      settings.jwksFile = "keys.json"
      let keys = JWTKeyCollection()
      await keys.add(ecdsa: key, kid: "k1")
      let text = try await keys.sign(
        Token(exp: CallClock.system.unixTime() + 600), kid: "k1")
      let authentication = try await Authentication(settings, files: files)
      #expect(
        try await authentication.caller(authorization: "Bearer \(text)", host: nil, origin: nil)
          .name
          == "backend")
      let unsigned = text.split(separator: ".")[1]
      await #expect(throws: CallerRefusal.self) {
        try await authentication.caller(
          authorization: "Bearer eyJhbGciOiJub25lIn0.\(unsigned).", host: nil, origin: nil)
      }
      for name in ["broken.json", "weak.json", "empty.json"] {
        settings.jwksFile = name
        await #expect(throws: SourceError.self, "\(name)") {
          try await Authentication(settings, files: files)
        }
      }
    }
  }
#endif
