/// What a message can be recognised as that belongs to no domain.
///
/// Outcomes are files like domains, whose names begin with an underscore: `_none.yaml`, `_clinical.yaml`. A folder without
/// them is routed among its domains alone.
public struct RoutingOutcome: Sendable, Hashable {
  /// The outcomes that there are.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// No coaching matter: a question to an assistant, a command, a test.
    case none
    /// A matter for professionals: the coach stays and points to them, in whichever domain the conversation is.
    case clinical

    /// What the file of the outcome is called.
    var fileName: String { "_\(rawValue)\(DomainLibrary.ending)" }
  }

  /// Which one it is.
  public var kind: Kind
  /// The name that operators see.
  public var name: String
  /// What it means and what the coach does, for operators.
  public var description: String
  /// What tells that a message is one.
  public var routing: RoutingSignals
}
