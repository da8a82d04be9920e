/// How a provider reuses the start of an earlier request: which prefixes it finds again, how long they must be, and
/// how long it keeps them.
///
/// The figures are those of the providers' documentation in November 2026. They are promises about what may be read,
/// not measurements: a provider can drop an entry early, and routes some requests to machines without it.
public struct PromptCacheRules: Sendable, Hashable {
  /// Where a provider looks for a prefix that it has kept.
  public enum Match: Sendable, Hashable {
    /// Anywhere: the longest prefix that an earlier request shares, in steps of a number of tokens.
    case longestPrefix(step: Int)
    /// At the request's breakpoints, and up to a number of content blocks before each. At most `writes` breakpoints
    /// are kept of a request, the last ones.
    case breakpoints(lookBack: Int, writes: Int)
  }

  /// Where the provider looks.
  public var match: Match
  /// The tokens of the shortest prefix that is kept; shorter ones are ignored without an error.
  public var minimum: Int
  /// How long an entry is kept after its last use.
  public var lifetime: Duration
  /// Whether instructions for the turn are a message of their own; if not, they end the last user message.
  public var takesLateInstructions: Bool

  /// Creates rules.
  public init(
    match: Match, minimum: Int, lifetime: Duration, takesLateInstructions: Bool = false
  ) {
    self.match = match
    self.minimum = minimum
    self.lifetime = lifetime
    self.takesLateInstructions = takesLateInstructions
  }
}
