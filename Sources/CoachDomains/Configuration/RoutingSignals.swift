/// What tells that a message belongs to a domain.
///
/// This is all that the local router learns from. How much a word says is worked out over all domains together: one
/// that several domains name says little.
public struct RoutingSignals: Sendable, Hashable {
  /// Words and phrases that by themselves nearly always mean this domain.
  public var keywords: [String]
  /// Words and phrases that lean this way and have other uses.
  public var hints: [String]
  /// Things people say in this domain.
  public var examples: [String]
  /// Things people say with this domain's words that belong elsewhere.
  public var negatives: [String]

  /// Creates the signals of a domain.
  public init(
    keywords: [String], hints: [String] = [], examples: [String], negatives: [String] = []
  ) {
    self.keywords = keywords
    self.hints = hints
    self.examples = examples
    self.negatives = negatives
  }
}
