/// What a model is known to take and to refuse. What is nil is not known; it is then sent, and the
/// provider decides.
public struct ModelCapabilities: Sendable, Hashable {
  /// How a model is told how much to think.
  public enum Reasoning: String, Sendable, Hashable {
    /// It does not think, or cannot be told.
    case none
    /// By a word.
    case effort
    /// By a number of tokens.
    case budget
    /// It decides by itself; a word sways it.
    case adaptive
    /// By Gemini's levels.
    case level
  }

  /// The longest conversation in tokens, reply included.
  public var context: Int?
  /// The longest reply in tokens.
  public var output: Int?
  /// Whether it sees images.
  public var takesImages: Bool?
  /// Whether it asks for tools.
  public var takesTools: Bool?
  /// Whether its replies can be held to a JSON Schema while it writes.
  public var takesSchema: Bool?
  /// Whether it takes temperature and top-p.
  public var takesSampling: Bool?
  /// Whether it takes a seed.
  public var takesSeed: Bool?
  /// Whether it takes texts at which to stop.
  public var takesStop: Bool?
  /// Whether it goes on with a last message of its own.
  public var takesPrefill: Bool?
  /// Whether it can be made to use a tool.
  public var takesForcedTools: Bool?
  /// How it is told how much to think.
  public var reasoning: Reasoning?
  /// The words that it knows for that.
  public var efforts: [String]?
  /// The shortest beginning in tokens that its provider caches; shorter ones are passed over in silence.
  public var cacheMinimum: Int?

  /// Creates capabilities of which nothing is known.
  public init() {}
}
