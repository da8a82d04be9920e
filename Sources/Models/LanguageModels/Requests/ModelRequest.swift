import CoachModel

/// A request to a model: the conversation, the generation parameters, the tools and the form of the reply.
///
/// ```swift
/// let request = ModelRequest(
///   messages: [
///     ModelMessage(Message(.system, "You are a patient coach.")),
///     ModelMessage(Message(.user, "I keep putting off my thesis.")),
///   ],
///   parameters: ModelParameters(maximumTokens: 400, temperature: 0.7),
///   label: "coaching")
/// ```
public struct ModelRequest: Sendable, Hashable {
  /// The instructions (system messages) and the conversation, in order.
  ///
  /// System messages after the conversation are about this reply alone. OpenAI gets them as developer messages in their
  /// place, other providers as the last text of the last user message; they should carry a mark, such as `<turn>`, which
  /// the first system message explains. System messages before the conversation's end come first for every provider.
  public var messages: [ModelMessage]
  /// The parameters of the generation, such as the temperature and the maximum length.
  public var parameters: ModelParameters
  /// The tools that the model may call.
  public var tools: [ToolDeclaration]
  /// Whether the model may, must or must not call tools; nil is the provider's default.
  public var toolChoice: ToolChoice?
  /// Whether the model may request several tool calls in one reply; nil is the provider's default.
  public var allowsParallelToolCalls: Bool?
  /// The required form of the reply; nil is plain text.
  public var format: ReplyFormat?
  /// A key that routes requests with a common prefix to the same cache, for providers that accept one.
  public var cacheKey: String?
  /// How long the provider may keep its cache of the request at most, for providers that accept a limit.
  public var cacheRetention: CacheRetention?
  /// A pseudonym of the person behind the request, for providers that accept one. It is not part of ``digest``.
  public var safetyIdentifier: SafetyIdentifier?
  /// The purpose of the call, for recordings and logs. It is not part of ``digest``.
  public var label: String?
  /// The place of the call in an evaluation; `nil` for any other call. It is not part of ``digest``.
  public var origin: RequestOrigin?

  /// Creates a request. Everything but the messages has a default.
  public init(
    messages: [ModelMessage], parameters: ModelParameters = ModelParameters(),
    tools: [ToolDeclaration] = [], toolChoice: ToolChoice? = nil,
    allowsParallelToolCalls: Bool? = nil, format: ReplyFormat? = nil, cacheKey: String? = nil,
    cacheRetention: CacheRetention? = nil, safetyIdentifier: SafetyIdentifier? = nil,
    label: String? = nil
  ) {
    self.messages = messages
    self.parameters = parameters
    self.tools = tools
    self.toolChoice = toolChoice
    self.allowsParallelToolCalls = allowsParallelToolCalls
    self.format = format
    self.cacheKey = cacheKey
    self.cacheRetention = cacheRetention
    self.safetyIdentifier = safetyIdentifier
    self.label = label
  }
}

/// How long a provider may keep cached prefixes of a request at most. The name is open.
///
/// It is a maximum for all of the request; the ``CacheLifetime`` of a breakpoint is what the provider is asked to keep at
/// least.
///
/// Source: openai 3.57.0, `types/responses/response_create_params.py` (`prompt_cache_retention`). OpenAI calls the member
/// deprecated, and models since GPT-5.5 accept only a day.
public struct CacheRetention: RawRepresentable, Sendable, Hashable {
  /// The provider's word, such as `24h`.
  public var rawValue: String

  /// Creates a retention from the provider's word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In the memory of the provider's machines only: minutes, at most an hour.
  public static let inMemory = CacheRetention(rawValue: "in_memory")
  /// Up to a day.
  public static let day = CacheRetention(rawValue: "24h")
}
