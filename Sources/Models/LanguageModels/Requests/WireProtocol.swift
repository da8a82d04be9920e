/// The name of a protocol in which providers are called, as events and recordings keep it.
///
/// The name is open: a protocol of one's own has a name that no other has. What a protocol does is in the type that
/// conforms to `ProviderWire` (module ModelProviders).
public struct WireProtocol: RawRepresentable, Sendable, Hashable {
  /// The name in recordings and reports, such as `openai-chat`.
  public var rawValue: String

  /// Creates a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Anthropic's Messages API (`/v1/messages`).
  public static let anthropic = WireProtocol(rawValue: "anthropic")
  /// OpenAI's Chat Completions API, which most other servers implement.
  public static let openAIChat = WireProtocol(rawValue: "openai-chat")
  /// OpenAI's Responses API (`/v1/responses`).
  public static let openAIResponses = WireProtocol(rawValue: "openai-responses")
  /// Google's Gemini API (`generateContent`).
  public static let gemini = WireProtocol(rawValue: "gemini")
  /// Google's Interactions API (`/interactions`), the successor of ``gemini``.
  public static let geminiInteractions = WireProtocol(rawValue: "gemini-interactions")
  /// Ollama's own API (`/api/chat`), not its OpenAI-compatible one.
  public static let ollama = WireProtocol(rawValue: "ollama")
}
