/// The protocols in which providers are called.
public enum WireProtocol: String, Sendable, Hashable, CaseIterable {
  /// Anthropic's Messages API (`/v1/messages`).
  case anthropic
  /// OpenAI's Chat Completions API, which most other servers implement.
  case openAIChat = "openai-chat"
  /// OpenAI's Responses API (`/v1/responses`).
  case openAIResponses = "openai-responses"
  /// Google's Gemini API (`generateContent`).
  case gemini
  /// Ollama's own API (`/api/chat`), not its OpenAI-compatible one.
  case ollama
}
