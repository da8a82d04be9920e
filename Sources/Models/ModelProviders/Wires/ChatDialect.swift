/// A server's deviations from OpenAI's Chat Completions.
public struct ChatDialect: Sendable, Hashable {
  /// The name of the member that limits output tokens.
  public var maximumTokensName: String
  /// Whether the server accepts `stream_options`, which requests usage.
  public var takesStreamOptions: Bool
  /// Whether the server accepts OpenAI's members for its cache: `prompt_cache_key`, `prompt_cache_retention`, and
  /// breakpoints for models that compare prefixes only there.
  public var takesCacheKey: Bool
  /// Whether the server accepts a pseudonym of the person, `safety_identifier`.
  public var takesSafetyIdentifier: Bool
  /// Whether instructions after the conversation are sent as a message in their place. If false, they become the end
  /// of the last user message: the chat templates of many models accept a system message only at the start.
  public var takesLateInstructions: Bool
  /// Whether a strict schema may limit the lengths of texts and the number of members; otherwise these limits are left out
  /// with a warning.
  public var takesLengthLimits: Bool
  /// The form in which the server accepts a reasoning effort.
  public var reasoning: ReasoningForm
  /// The member of an assistant message in which the server expects its reasoning back; nil if it expects none.
  public var replaysReasoningAs: String?

  /// The form in which a chat server accepts a reasoning effort.
  public enum ReasoningForm: Sendable, Hashable {
    /// A keyword at the top level: `"reasoning_effort": "low"`
    case effort
    /// `"reasoning": {"effort": "low"}`, or `{"max_tokens": 2048}`
    case object
    /// The server accepts none; the effort is left out with a warning.
    case none
  }

  /// Creates a dialect. The defaults fit most compatible servers.
  public init(
    maximumTokensName: String = "max_tokens", takesStreamOptions: Bool = true,
    takesCacheKey: Bool = false, takesSafetyIdentifier: Bool = false,
    takesLateInstructions: Bool = false, takesLengthLimits: Bool = true,
    reasoning: ReasoningForm = .effort, replaysReasoningAs: String? = nil
  ) {
    self.maximumTokensName = maximumTokensName
    self.takesStreamOptions = takesStreamOptions
    self.takesCacheKey = takesCacheKey
    self.takesSafetyIdentifier = takesSafetyIdentifier
    self.takesLateInstructions = takesLateInstructions
    self.takesLengthLimits = takesLengthLimits
    self.reasoning = reasoning
    self.replaysReasoningAs = replaysReasoningAs
  }
}
