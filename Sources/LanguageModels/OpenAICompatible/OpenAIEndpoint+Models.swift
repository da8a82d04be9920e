import Conversations

extension OpenAIEndpoint {
  /// The names of the models that the server offers, in its order.
  ///
  /// Throws ``ModelError`` like a call would: wrong address, wrong key, no server.
  public func models(over transport: any HTTPTransport) async throws(ModelError) -> [String] {
    let request = HTTPRequest(
      method: "GET", url: "\(baseURL)/models", headers: headers, timeouts: timeouts)
    let bytes = try await transport.body(of: request)
    guard let list = (try? JSONValue(parsing: bytes))?["data"]?.array else {
      throw ModelError(
        .decoding, "\(request.url.prefixThroughHost) did not answer with a list of models",
        advice: "check that the address is an OpenAI-compatible server")
    }
    return list.compactMap { $0["id"]?.string }
  }
}
