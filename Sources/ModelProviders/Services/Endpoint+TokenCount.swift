import CoachModel
import JSON
public import LanguageModels

extension Endpoint {
  /// Returns the provider's own count of a request's input tokens. It is exact, as it includes the role markers that
  /// no count of the text covers, and worth a round trip before an expensive decision.
  ///
  /// Supported by Anthropic, OpenAI and Gemini, and by llama.cpp's server in Anthropic's form. Throws ``ModelError``
  /// as a call does: with code `invalidRequest` for Ollama's protocol, which has no such operation, and with code
  /// `decoding` if the response holds no count.
  public func inputTokens(
    of request: ModelRequest, model: String, over transport: any HTTPTransport
  ) async throws(ModelError) -> Int {
    var call = WireCall(path: "", body: ["model": .string(model)])
    let member: String
    switch profile.wire {
    case .anthropic:
      call.path = "messages/count_tokens"
      try AnthropicWire.content(of: request, into: &call)
      member = "input_tokens"
    case .openAIChat, .openAIResponses:
      call.path = "responses/input_tokens"
      OpenAIResponsesWire.content(of: request, into: &call)
      member = "input_tokens"
    case .gemini:
      let path = GeminiWire.modelPath(model)
      call.body["model"] = .string(path)
      try GeminiWire.content(of: request, into: &call)
      call = WireCall(
        path: "\(path):countTokens", body: ["generateContentRequest": .object(call.body)])
      member = "totalTokens"
    case .ollama: throw unsupported("count tokens")
    }
    let answer = try await answer(to: post(call, accept: "application/json"), over: transport)
    guard let count = TokenUsage.count(answer[member]) else {
      throw unexpected("a count of tokens")
    }
    return count
  }
}
