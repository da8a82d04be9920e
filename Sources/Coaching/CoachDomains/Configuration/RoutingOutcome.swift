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
