import Conversations

/// A provider's own count of a request's input tokens: exact, with the role marks that no count of the
/// text shows, and worth a round trip before an expensive decision.
public struct TokenCountEndpoint: Sendable {
  /// The forms in which providers answer.
  public enum Wire: String, Sendable, Hashable, CaseIterable {
    /// Anthropic's `/messages/count_tokens`, which llama.cpp's server speaks too.
    case anthropic
    /// OpenAI's `/responses/input_tokens`.
    case openAI = "openai"
  }

  private let wire: Wire
  private let baseURL: String
  private let key: Secret?
  private let timeouts: HTTPTimeouts

  /// Creates an endpoint at an address up to and including the version.
  public init(
    _ wire: Wire, baseURL: String, key: Secret? = nil,
    timeouts: HTTPTimeouts = HTTPTimeouts(firstByte: .seconds(20), total: .seconds(30))
  ) {
    self.wire = wire
    self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
    self.key = key
    self.timeouts = timeouts
  }

  /// The number of input tokens that a model would be given.
  ///
  /// Throws ``ModelError`` as a call would, and with code `decoding` when the answer holds no count.
  public func inputTokens(
    of request: ModelRequest, model: String, over transport: any HTTPTransport
  ) async throws(ModelError) -> Int {
    let call = self.call(request, model: model)
    let bytes = try await transport.body(of: call)
    guard let count = (try? JSONValue(parsing: bytes))?["input_tokens"]?.integer else {
      throw ModelError(
        .decoding, "\(call.url.prefixThroughHost) did not answer with a count of tokens",
        advice: "check that the server can count: not every compatible one does")
    }
    return count
  }

  private func call(_ request: ModelRequest, model: String) -> HTTPRequest {
    switch wire {
    case .anthropic:
      let system = request.messages.filter { $0.role == .system }.map(\.text)
      var body: JSONObject = [
        "model": .string(model),
        "messages": .array(request.messages.filter { $0.role != .system }.map(Self.message)),
      ]
      if !system.isEmpty { body["system"] = .string(system.joined(separator: "\n")) }
      let authorization = key.map { [(name: "x-api-key", value: $0.value)] } ?? []
      return post(
        "messages/count_tokens", body, authorization + [("anthropic-version", "2023-06-01")])
    case .openAI:
      let body: JSONObject = [
        "model": .string(model), "input": .array(request.messages.map(Self.message)),
      ]
      let authorization = key.map { [(name: "authorization", value: "Bearer \($0.value)")] } ?? []
      return post("responses/input_tokens", body, authorization)
    }
  }

  private static func message(_ message: ModelMessage) -> JSONValue {
    ["role": .string(message.role.rawValue), "content": .string(message.text)]
  }

  private func post(
    _ path: String, _ body: JSONObject, _ headers: [(name: String, value: String)]
  ) -> HTTPRequest {
    HTTPRequest(
      method: "POST", url: "\(baseURL)/\(path)",
      headers: headers + [("content-type", "application/json")],
      body: Array(JSONValue.object(body).text().utf8), timeouts: timeouts)
  }
}
