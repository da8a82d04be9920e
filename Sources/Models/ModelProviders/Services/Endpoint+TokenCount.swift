public import LanguageModels

extension Endpoint {
  /// Returns the provider's own count of a request's input tokens. It is exact, as it includes the role markers that
  /// no count of the text covers, and worth a round trip before an expensive decision.
  ///
  /// Supported by Anthropic, OpenAI and Gemini, and by llama.cpp's server in Anthropic's form. Throws ``ModelError``
  /// as a call does: with code `invalidRequest` for a protocol without such an operation, and with code `decoding` if
  /// the response holds no count.
  public func inputTokens(
    of request: ModelRequest, model: String, over transport: any HTTPTransport
  ) async throws(ModelError) -> Int {
    try await answer(
      to: profile.wire.tokenCount(of: request, model: model), for: "count tokens",
      with: "a count of tokens", over: transport)
  }
}
