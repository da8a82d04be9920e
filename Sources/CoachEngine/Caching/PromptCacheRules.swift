public import LanguageModels

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

  /// Returns the rules for a model in its maker's protocol; nil if it is not known what is cached.
  ///
  /// - Parameters:
  ///   - capabilities: The model's row in the table of capabilities.
  ///   - wire: The protocol in which the model is called.
  public init?(_ capabilities: ModelCapabilities, wire: WireProtocol) {
    guard let minimum = capabilities.cacheMinimum, let caching = capabilities.caching else {
      return nil
    }
    switch (wire, caching) {
    case (.anthropic, _):
      self.init(
        match: .breakpoints(lookBack: 20, writes: 4), minimum: minimum, lifetime: .seconds(300))
    case (.openAIChat, .breakpoints), (.openAIResponses, .breakpoints):
      // The provider compares breakpoints only, and the client also marks the two user messages before a marked one.
      self.init(
        match: .breakpoints(lookBack: 4, writes: 4), minimum: minimum, lifetime: .seconds(1800),
        takesLateInstructions: true)
    case (.openAIChat, .automatic), (.openAIResponses, .automatic):
      self.init(
        match: .longestPrefix(step: 128), minimum: minimum, lifetime: .seconds(300),
        takesLateInstructions: true)
    case (.gemini, _):
      self.init(match: .longestPrefix(step: 1), minimum: minimum, lifetime: .seconds(300))
    case (.ollama, _): return nil
    }
  }
}
