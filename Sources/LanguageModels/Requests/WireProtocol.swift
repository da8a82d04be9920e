/// The forms in which providers are asked and answer.
public enum WireProtocol: String, Sendable, Hashable, CaseIterable {
  /// Anthropic's Messages.
  case anthropic
  /// OpenAI's Chat Completions, which most other servers speak.
  case openAIChat = "openai-chat"
  /// OpenAI's Responses.
  case openAIResponses = "openai-responses"
  /// Gemini's `generateContent`.
  case gemini
  /// Ollama's own `/api/chat`.
  case ollama
}
