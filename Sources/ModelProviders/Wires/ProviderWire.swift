import JSON
import LanguageModels

/// Encodes calls in one protocol and creates the decoder for its replies.
///
/// Adding a protocol takes a conforming type, its decoder, and a case of ``WireProtocol``.
protocol ProviderWire: SendableMetatype {
  associatedtype Decoder: ReplyDecoder

  /// Encodes a request that was fitted to the model's capabilities.
  static func call(_ request: ModelRequest, to target: WireTarget) throws(ModelError) -> WireCall

  /// Returns the decoder for one reply.
  static func decoder(for target: WireTarget) -> Decoder
}

extension WireProtocol {
  /// The type that encodes calls in this protocol.
  var encoding: any ProviderWire.Type {
    switch self {
    case .anthropic: AnthropicWire.self
    case .openAIChat: OpenAIChatWire.self
    case .openAIResponses: OpenAIResponsesWire.self
    case .gemini: GeminiWire.self
    case .ollama: OllamaWire.self
    }
  }
}

/// The model that is called, and its endpoint.
struct WireTarget: Sendable {
  var endpoint: Endpoint
  var model: String
  var capabilities: ModelCapabilities
}

/// A call encoded in a protocol.
struct WireCall: Sendable {
  /// The path relative to the endpoint's base URL.
  var path: String
  var body: JSONObject
  /// Headers in addition to those of the endpoint.
  var headers: [(name: String, value: String)] = []
  /// What this protocol cannot express.
  var warnings: [String] = []
}

extension Endpoint {
  /// Returns the HTTP request of a call. The caller's extra members replace members of the same name.
  func post(_ call: WireCall, extra: JSONObject = [:], accept: String) -> HTTPRequest {
    HTTPRequest(
      method: "POST", url: "\(baseURL)/\(call.path)",
      headers: serviceHeaders + call.headers + [
        ("content-type", "application/json"), ("accept", accept),
      ] + headers,
      body: Array(JSONValue.object(call.body.overridden(by: extra)).text().utf8),
      connectTimeout: timeouts.connect)
  }

  /// Returns an HTTP request without a body.
  func get(_ path: String) -> HTTPRequest {
    HTTPRequest(
      method: "GET", url: "\(baseURL)/\(path)",
      headers: serviceHeaders + [("accept", "application/json")] + headers,
      connectTimeout: timeouts.connect)
  }
}
