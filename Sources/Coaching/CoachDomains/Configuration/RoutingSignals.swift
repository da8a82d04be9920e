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

/// A routing result for messages that belong to no domain.
///
/// Outcomes are defined in files like domains, named `_none.yaml` and `_clinical.yaml`. Without these files,
/// messages are routed among the domains only.
public struct RoutingOutcome: Sendable, Hashable {
  /// The kinds of outcome.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Not a coaching topic: a question to an assistant, a command, a test.
    case none
    /// A topic for professionals: the coach stays and refers to them, in whichever domain the conversation is.
    case clinical

    var fileName: String { "_\(rawValue)\(DomainLibrary.ending)" }
  }

  /// The kind of outcome, given by the file name.
  public var kind: Kind
  /// The name shown to operators.
  public var name: String
  /// The meaning of the outcome and the coach's reaction to it, for operators.
  public var description: String
  /// The words and examples by which such messages are recognised.
  public var routing: RoutingSignals
}
