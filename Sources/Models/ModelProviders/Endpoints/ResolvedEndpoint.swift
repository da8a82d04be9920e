import Documents
import LanguageModels

/// What an endpoint means for each of its calls. Reading the address takes longer than writing a request, so a model does it
/// once.
struct ResolvedEndpoint: Sendable {
  let endpoint: Endpoint
  /// The values that must not be shown.
  let secrets: SentSecrets
  /// A warning if secrets are sent unencrypted to another machine; nil if not.
  let exposure: String?
  private let address: Result<BaseAddress, ModelError>
  /// The headers that the service and its protocol require, and those that authenticate the caller.
  private let headers: [(name: String, value: String)]

  init(_ endpoint: Endpoint) {
    self.endpoint = endpoint
    secrets = endpoint.secrets
    do throws(ModelError) {
      address = .success(try endpoint.address)
    } catch {
      address = .failure(error)
    }
    let server = ServerAddress(url: endpoint.baseURL)
    let isSecure = !endpoint.baseURL.lowercased().hasPrefix("http://")
    exposure =
      secrets.isEmpty || isSecure || server?.isNearby ?? true
      ? nil : "the key is sent to \(endpoint.host) unencrypted: use https"
    let profile = endpoint.profile
    headers =
      profile.headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
      + profile.wire.headers
      + (endpoint.key.map { Self.authorization($0, for: profile.wire, at: server) } ?? [])
  }

  /// Returns the headers that authenticate the caller.
  ///
  /// Microsoft's servers want a key of theirs in a header of its own, and take `authorization` for a token of Entra ID
  /// (learn.microsoft.com/azure/ai-foundry/openai/reference, "Authentication").
  private static func authorization(
    _ key: Secret, for wire: any ProviderWire, at server: ServerAddress?
  ) -> [(name: String, value: String)] {
    let isOpenAI = [.openAIChat, .openAIResponses].contains(wire.name)
    let host = server?.host.lowercased() ?? ""
    guard isOpenAI, azureDomains.contains(where: { host.hasSuffix($0) }) else {
      return wire.authorization(key)
    }
    return [(name: "api-key", value: key.value)]
  }

  private static let azureDomains = [
    ".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com",
  ]

  /// Returns the HTTP request of a call. The caller's extra members replace members of the same name.
  ///
  /// Throws ``ModelError`` with code `invalidRequest` if the endpoint's URL cannot be one.
  func request(
    _ call: WireCall, extra: JSONObject = [:], accept: String = "application/json"
  ) throws(ModelError) -> TransportRequest {
    let type = call.content == nil ? [] : [(name: "content-type", value: "application/json")]
    return TransportRequest(
      method: call.content == nil ? "GET" : "POST", url: try address.get().url(of: call.path),
      headers: headers + call.headers + type + [("accept", accept)] + endpoint.headers,
      body: call.content.map {
        Array(JSONValue.object($0.overridden(by: extra)).text().utf8)
      } ?? [],
      connectTimeout: endpoint.timeouts.connect)
  }
}

extension ResolvedEndpoint: CustomStringConvertible, CustomReflectable {
  /// As that of the endpoint.
  var description: String { endpoint.description }
  /// An empty mirror, so that `dump` does not reveal the key.
  var customMirror: Mirror { Mirror(self, children: []) }
}
