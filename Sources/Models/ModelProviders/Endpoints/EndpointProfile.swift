/// The particularities of a service: its protocol, its address, and its deviations from the protocol's original.
///
/// What the service's models accept is in the capability table (``CapabilityTable``), not here.
///
/// A service that is not among ``known`` needs only a profile:
///
/// ```swift
/// let profile = EndpointProfile(
///   name: "inference", wire: Wires.openAIChat(ChatDialect(maximumTokensName: "max_completion_tokens")),
///   baseURL: "https://inference.example.com/v1", keyVariables: ["INFERENCE_API_KEY"], needsKey: true)
/// let endpoint = Endpoint(profile, key: key)
/// let model = ProviderModel("llama-3.3-70b", at: endpoint, over: CurlTransport())
/// ```
public struct EndpointProfile: Sendable {
  /// The service's name in model references, reports and capability tables.
  public var name: String
  /// The protocol of the service, with the service's deviations from it.
  public var wire: any ProviderWire
  /// The base URL up to and including the version; nil if every installation has its own.
  public var baseURL: String?
  /// The environment variables that may hold the key; the first one that is set is used.
  public var keyVariables: [String]
  /// Whether requests require a key.
  public var needsKey: Bool
  /// The page where the service issues keys, without a scheme; nil if it is unknown.
  public var keyPage: String?
  /// The headers that the service requires of every caller, such as the version of its API. They are not secret; a
  /// caller's own are in ``Endpoint/headers``.
  public var headers: [String: String]
  /// Whether the service ends a stream with the protocol's final mark. If false, a finish reason counts as the end,
  /// and a missing mark causes no warning.
  public var sendsEndMark: Bool
  /// The provider of the service's models, as the capability table names it; `nil` for the service itself. The maker of
  /// a protocol of which all models have one (``ProviderWire/modelMaker``) precedes it.
  public var maker: String?
  /// The name of the provider in traces and metrics, after OpenTelemetry's conventions; `nil` for ``name``.
  public var telemetryName: String?

  /// Creates a profile. By default the service needs no key and sends the final mark, and has models of its own.
  public init(
    name: String, wire: any ProviderWire, baseURL: String? = nil, keyVariables: [String] = [],
    needsKey: Bool = false, keyPage: String? = nil, headers: [String: String] = [:],
    sendsEndMark: Bool = true, maker: String? = nil, telemetryName: String? = nil
  ) {
    self.name = name
    self.wire = wire
    self.baseURL = baseURL
    self.keyVariables = keyVariables
    self.needsKey = needsKey
    self.keyPage = keyPage
    self.headers = headers
    self.sendsEndMark = sendsEndMark
    self.maker = maker
    self.telemetryName = telemetryName
  }
}

extension EndpointProfile {
  /// The provider of the service's models, as the capability table names it.
  package var modelMaker: String { wire.modelMaker ?? maker ?? name }
}
