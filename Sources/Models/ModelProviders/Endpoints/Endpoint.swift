public import LanguageModels

/// The address of a provider's API, with its key, headers and timeouts.
///
/// Calling a provider takes an endpoint, a ``ProviderModel`` and a transport:
///
/// ```swift
/// let key = ProcessInfo.processInfo.environment["ANTHROPIC_API_KEY"].flatMap { Secret($0) }
/// let endpoint = Endpoint(.anthropic, key: key, timeouts: ModelTimeouts(firstToken: .seconds(30)))
/// let model = ProviderModel("claude-haiku-4-5", at: endpoint, over: CurlTransport())
/// let request = ModelRequest(messages: [ModelMessage(Message(.user, "Hello"))])
/// for try await event in model.stream(request) {
///   print(event.text ?? "", terminator: "")
/// }
/// ```
public struct Endpoint: Sendable {
  /// The service's protocol and its particularities.
  public var profile: EndpointProfile
  /// The base URL up to and including the version, such as `https://api.openai.com/v1`, with the parameters that every
  /// request carries, such as `?api-version=2026-05-01`.
  public var baseURL: String
  /// The API key, if the service requires one.
  public var key: Secret?
  /// Other keys of the caller, which are not sent: a server that knows them must not have them printed either.
  public var otherKeys: [Secret] = []
  /// Headers to send in addition to the protocol's own, such as a beta flag or a gateway's key. Their values are
  /// treated as secrets.
  public var headers: [(name: String, value: String)]
  /// The timeouts of every call.
  public var timeouts: ModelTimeouts

  /// Creates an endpoint. Without a URL it uses the profile's, or an empty one if the profile has none.
  ///
  /// A URL may be what a person copied: slashes at its end, the whole path of an operation (`/chat/completions`), white
  /// space, quotation marks and a fragment are removed, and a missing scheme is added. The calls of an endpoint whose
  /// URL cannot be one throw ``ModelError`` with code `invalidRequest`.
  public init(
    _ profile: EndpointProfile, baseURL: String? = nil, key: Secret? = nil,
    headers: [(name: String, value: String)] = [], timeouts: ModelTimeouts = ModelTimeouts()
  ) {
    self.profile = profile
    let address = baseURL ?? profile.baseURL ?? ""
    self.baseURL = (try? BaseAddress(address, of: profile.wire.name).text) ?? address
    self.key = key
    self.headers = headers
    self.timeouts = timeouts
  }

  /// Scheme, host and port, for error messages.
  var host: String { baseURL.prefixThroughHost }

  /// The address that operations are added to. Throws ``ModelError`` if the URL cannot be one.
  var address: BaseAddress {
    get throws(ModelError) {
      do throws(BaseAddress.Problem) {
        return try BaseAddress(baseURL, of: profile.wire.name)
      } catch {
        throw ModelError(
          .invalidRequest, "the address of \(profile.name) \(error.what)", advice: error.advice)
      }
    }
  }

  /// The server's address as a part of the identity of its models; nil if it is the usual one of a service that this
  /// package knows by name, or cannot be an address.
  ///
  /// A profile of the caller's own has no usual address: another process may give it another one.
  var identityAddress: String? {
    guard let address = try? address.ofServer else { return nil }
    let usual = EndpointProfile.usualAddress(of: profile.name)
    guard usual.flatMap({ try? BaseAddress($0, of: profile.wire.name).ofServer }) != address else {
      return nil
    }
    // Some gateways take the key in the path, or another token that nobody names here.
    let keys = ([key].compactMap { $0 } + otherKeys) + headers.compactMap { Secret($0.value) }
    return BaseAddress.hidingTokens(in: Redactor(keys).redact(address))
  }

  /// The values that must not be shown: the key, those of the caller's own headers, and those in the address.
  var secrets: SentSecrets {
    SentSecrets(
      (key.map { [$0.value] } ?? []) + otherKeys.map(\.value) + headers.map(\.value)
        + addressSecrets)
  }

  /// What may be secret in the address: a password, and the values of its query but those that are known to be public.
  private var addressSecrets: [String] {
    let parts = baseURL.split(separator: "?", maxSplits: 1)
    let query = parts.count == 2 ? parts[1].split(separator: "&") : []
    let values = query.compactMap { item -> String? in
      let pair = item.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, !["api-version", "alt"].contains(pair[0]) else { return nil }
      return String(pair[1])
    }
    let authority = (parts.first ?? "").split(separator: "/").first { $0.contains("@") } ?? ""
    let password = authority.prefix { $0 != "@" }.split(separator: ":", maxSplits: 1)
    return values + (password.count == 2 ? [String(password[1])] : [])
  }
}

extension Endpoint: CustomStringConvertible, CustomReflectable {
  /// The name of the service and its host, never the key or the headers.
  public var description: String { "\(profile.name) at \(host)" }
  /// An empty mirror, so that `dump` does not reveal the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
