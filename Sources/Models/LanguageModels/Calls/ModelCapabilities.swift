/// What a model is known to support. Nil means unknown: the parameter is sent, and the provider decides.
public struct ModelCapabilities: Sendable, Hashable {
  /// How a model's reasoning is controlled.
  public enum Reasoning: String, Sendable, Hashable {
    /// The model does not reason, or its reasoning cannot be controlled.
    case none
    /// By a keyword, such as `low` or `high`.
    case effort
    /// By a token budget.
    case budget
    /// The model decides by itself; a keyword influences it.
    case adaptive
    /// By one of Gemini's levels.
    case level
  }

  /// How a provider recognises a prefix that it has cached.
  public enum Caching: String, Sendable, Hashable {
    /// By itself: it finds the longest prefix that an earlier request shares.
    case automatic
    /// At the breakpoints that a request declares.
    case breakpoints
  }

  /// The context window in tokens, including the reply.
  public var context: Int?
  /// The maximum length of a reply in tokens.
  public var output: Int?
  /// Whether the model accepts images.
  public var takesImages: Bool?
  /// Whether the model can call tools.
  public var takesTools: Bool?
  /// Whether a JSON Schema can be enforced during generation.
  public var takesSchema: Bool?
  /// Whether the model accepts temperature and top-p.
  public var takesSampling: Bool?
  /// Whether the model accepts a seed.
  public var takesSeed: Bool?
  /// Whether the model accepts stop sequences.
  public var takesStop: Bool?
  /// Whether the model continues a final assistant message (prefill).
  public var takesPrefill: Bool?
  /// Whether the model can be forced to call a tool.
  public var takesForcedTools: Bool?
  /// How the model's reasoning is controlled.
  public var reasoning: Reasoning?
  /// The effort keywords that the model accepts.
  public var efforts: [String]?
  /// Whether the model's template ends with the opening tag of its reasoning, so that a reply whose reasoning the server
  /// leaves in its text begins inside of it.
  public var startsReasoning: Bool?
  /// How the provider recognises what it has cached.
  public var caching: Caching?
  /// The length in tokens of the shortest prefix that the provider caches. Shorter ones are ignored without an error.
  public var cacheMinimum: Int?

  /// Creates capabilities of which nothing is known.
  public init() {}
}
