import JSON
import LanguageModels

/// How one protocol words a call and reads the reply.
///
/// A new protocol is a folder with one type that conforms, and a case in ``WireProtocol``.
protocol ProviderWire: SendableMetatype {
  associatedtype Decoder: ReplyDecoder

  /// The call for a request that the model is known to take.
  static func call(_ request: ModelRequest, to target: WireTarget) throws(ModelError) -> WireCall

  /// The decoder for one reply.
  static func decoder(for target: WireTarget) -> Decoder
}

/// Who is called.
struct WireTarget: Sendable {
  var endpoint: Endpoint
  var model: String
  var capabilities: ModelCapabilities
}

/// A call in a protocol's words.
struct WireCall: Sendable {
  /// The path after the endpoint's address.
  var path: String
  /// The JSON that is sent.
  var body: JSONObject
  /// Headers beside those of the endpoint.
  var headers: [(name: String, value: String)] = []
  /// What could not be said in this protocol.
  var warnings: [String] = []
}

extension Endpoint {
  /// The HTTP request of a call. The caller's extra members go over anything of the same name.
  func post(_ call: WireCall, extra: JSONObject = [:], accept: String) -> HTTPRequest {
    HTTPRequest(
      method: "POST", url: "\(baseURL)/\(call.path)",
      headers: authorization + call.headers + [
        ("content-type", "application/json"), ("accept", accept),
      ] + headers,
      body: Array(JSONValue.object(call.body.overridden(by: extra)).text().utf8),
      connectTimeout: timeouts.connect)
  }

  /// The HTTP request for something that needs no body.
  func get(_ path: String) -> HTTPRequest {
    HTTPRequest(
      method: "GET", url: "\(baseURL)/\(path)",
      headers: authorization + [("accept", "application/json")] + headers,
      connectTimeout: timeouts.connect)
  }
}
