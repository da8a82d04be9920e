/// The protocols in which providers are called.
public enum WireProtocol: String, Sendable, Hashable, CaseIterable {
  /// Anthropic's Messages API.
  case anthropic
  /// OpenAI's Chat Completions API, which most other servers implement.
  case openAIChat = "openai-chat"
  /// OpenAI's Responses API.
  case openAIResponses = "openai-responses"
  /// Gemini's `generateContent`.
  case gemini
  /// Ollama's native `/api/chat`.
  case ollama
}
