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
  /// The base URL up to and including the version, such as `https://api.openai.com/v1`.
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

  /// Creates an endpoint. Trailing slashes of the URL are removed. Without a URL it uses the profile's, or an empty
  /// one if the profile has none.
  public init(
    _ profile: EndpointProfile, baseURL: String? = nil, key: Secret? = nil,
    headers: [(name: String, value: String)] = [], timeouts: ModelTimeouts = ModelTimeouts()
  ) {
    self.profile = profile
    var address = baseURL ?? profile.baseURL ?? ""
    while address.hasSuffix("/") { address.removeLast() }
    self.baseURL = address
    self.key = key
    self.headers = headers
    self.timeouts = timeouts
  }

  /// Scheme, host and port, for error messages.
  var host: String { baseURL.prefixThroughHost }

  /// The values that must not be shown: the key and those of the caller's own headers.
  var secrets: SentSecrets {
    SentSecrets((key.map { [$0.value] } ?? []) + otherKeys.map(\.value) + headers.map(\.value))
  }

  /// A warning if secrets are sent unencrypted to another machine; nil if not.
  var exposure: String? {
    guard !secrets.isEmpty, baseURL.lowercased().hasPrefix("http://"),
      let server = ServerAddress(url: baseURL), !server.isNearby
    else { return nil }
    return "the key is sent to \(host) unencrypted: use https"
  }

  /// The headers of every request: those that the service and its protocol require, and those that authenticate the
  /// caller.
  var serviceHeaders: [(name: String, value: String)] {
    profile.headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
      + profile.wire.headers + (key.map { profile.wire.authorization($0) } ?? [])
  }
}

extension Endpoint: CustomStringConvertible, CustomReflectable {
  /// The name of the service and its host, never the key or the headers.
  public var description: String { "\(profile.name) at \(host)" }
  /// An empty mirror, so that `dump` does not reveal the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
