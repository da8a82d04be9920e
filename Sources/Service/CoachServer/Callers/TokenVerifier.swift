#if Server
  import CoachKit
  import JWTKit

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// Checks JSON Web Tokens: signature, times, issuer, audience and scope.
  struct TokenVerifier: Sendable {
    private let keys: JWTKeyCollection
    private let settings: CallerSettings
    private let clock: CallClock

    /// The number of seconds by which the clocks of issuer and server may differ.
    private static let leeway = 30.0
    /// The number of bytes that the secret of an HS256 signature must have (RFC 7518, section 3.2).
    static let minimumSecretLength = 32

    /// Creates a verifier; `nil` if the settings name no key of tokens.
    ///
    /// Throws ``SourceError`` if the JWKS file cannot be read.
    init?(
      _ settings: CallerSettings, clock: CallClock, files: any FileSystem
    ) async throws(SourceError) {
      guard settings.tokenSecret != nil || settings.jwksFile != nil else { return nil }
      self.settings = settings
      self.clock = clock
      keys = JWTKeyCollection()
      if let path = settings.jwksFile {
        let file = try files.read(path)
        var isEmpty = true
        do {
          let set = try JSONDecoder().decode(JWKS.self, from: Data(file.bytes))
          try await keys.add(jwks: set)
          isEmpty = set.keys.isEmpty
        } catch {
          isEmpty = true
        }
        if isEmpty {
          throw SourceError(
            Diagnostic(
              "settings.jwks", "\(path) is not a set of public keys that can be used",
              hint: "write {\"keys\": […]} with keys such as for ES256, each with a 'kid'; the "
                + "secret of HS256 is COACHKIT_JWT_SECRET"))
        }
      }
      if let secret = settings.tokenSecret {
        await keys.add(hmac: HMACKey(from: secret.value), digestAlgorithm: .sha256)
      }
    }

    /// Returns whom a token speaks for; `nil` if it is not valid.
    func caller(of token: String) async -> Caller? {
      guard let claims = try? await keys.verify(token, as: Claims.self).values, isCurrent(claims),
        settings.issuer == nil || claims["iss"]?.string == settings.issuer,
        settings.audience.map({ claims["aud"]?.texts.contains($0) ?? false }) ?? true
      else { return nil }
      let scopes = (claims["scope"] ?? claims["scp"])?.texts.compactMap {
        CallerScope(rawValue: $0)
      }
      guard let scope = scopes?.max() else { return nil }
      let subject = claims["sub"]?.string ?? ""
      var caller = Caller(name: subject.isEmpty ? "token" : subject, scope: scope)
      caller.hasToken = true
      if let claim = settings.personClaim {
        // A token without the claim speaks for nobody.
        guard let person = claims[claim]?.string, !person.isEmpty else { return nil }
        caller.person = person
      }
      // A token may be renewed while a turn runs; whom it speaks for stays the same.
      caller.credential =
        subject.isEmpty && caller.person == nil
        ? ContentDigest(of: token)
        : ContentDigest(
          ofParts: [claims["iss"]?.string ?? "", subject, scope.rawValue, caller.person ?? ""])
      return caller
    }

    private func isCurrent(_ claims: JSONValue) -> Bool {
      let now = clock.unixTime()
      guard let end = claims["exp"]?.number, now < end + Self.leeway else { return false }
      guard let start = claims["nbf"] else { return true }
      return start.number.map { $0 - Self.leeway <= now } ?? false
    }
  }

  private struct Claims: JWTPayload {
    var values: JSONValue

    init(from decoder: any Decoder) throws { values = try JSONValue(from: decoder) }

    func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }

    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }

  extension JSONValue {
    /// The words of a text, or the texts of a list.
    fileprivate var texts: [String] {
      array?.compactMap(\.string) ?? string?.split(separator: " ").map(String.init) ?? []
    }
  }
#endif
