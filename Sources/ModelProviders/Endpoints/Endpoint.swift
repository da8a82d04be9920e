public import LanguageModels

/// Where a provider is reached, with what key and how patiently.
public struct Endpoint: Sendable {
  /// What is particular to the service.
  public var profile: EndpointProfile
  /// The address up to and including the version, such as `https://api.openai.com/v1`.
  public var baseURL: String
  /// The key, where one is needed.
  public var key: Secret?
  /// Headers to send beside the protocol's own, such as a beta switch or a gateway's key.
  public var headers: [(name: String, value: String)]
  /// How long to wait.
  public var timeouts: ModelTimeouts

  /// Creates an endpoint; slashes at the end of the address are dropped. Without an address it is the
  /// profile's, and empty when that has none.
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

  /// Scheme, host and port, for messages.
  var host: String { baseURL.prefixThroughHost }

  /// What must not be shown: the key, and what the caller's own headers hold.
  var secrets: [String] { (key.map { [$0.value] } ?? []) + headers.map(\.value) }

  /// The headers with which this protocol names the caller.
  var authorization: [(name: String, value: String)] {
    let version = [(name: "anthropic-version", value: "2023-06-01")]
    let secret = key.map { $0.value }
    switch profile.wire {
    case .anthropic: return version + (secret.map { [(name: "x-api-key", value: $0)] } ?? [])
    case .gemini: return secret.map { [(name: "x-goog-api-key", value: $0)] } ?? []
    case .openAIChat, .openAIResponses, .ollama:
      return secret.map { [(name: "authorization", value: "Bearer \($0)")] } ?? []
    }
  }
}

extension Endpoint: CustomStringConvertible, CustomReflectable {
  /// The service and its host; never the key or the headers.
  public var description: String { "\(profile.name) at \(host)" }
  /// Nothing: dumping an endpoint shows no key either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
