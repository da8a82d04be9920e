/// The words and examples by which messages are routed to a domain.
///
/// These are all that the local router learns from. The weight of a word is computed over all domains together: a
/// word that several domains name carries little weight.
public struct RoutingSignals: Sendable, Hashable {
  /// Words and phrases that by themselves nearly always indicate this domain.
  public var keywords: [String]
  /// Words and phrases that suggest this domain but have other uses.
  public var hints: [String]
  /// Example messages that belong to this domain.
  public var examples: [String]
  /// Example messages that use this domain's words but belong elsewhere.
  public var negatives: [String]

  /// Creates the signals of a domain. Unlike a file, this accepts any number of examples.
  public init(
    keywords: [String], hints: [String] = [], examples: [String], negatives: [String] = []
  ) {
    self.keywords = keywords
    self.hints = hints
    self.examples = examples
    self.negatives = negatives
  }
}
