/// A part of the inputs that a version of a prompt did not get, because it does not declare it.
public struct LeftOutInput: Sendable, Hashable {
  /// Who gave the value.
  public enum Giver: String, Sendable, Hashable, CaseIterable {
    /// The engine, which offers all versions the same.
    case engine
    /// The caller, for another version of the prompt.
    case caller
  }

  /// What the version does not know.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The member itself.
    case member
    /// The value of a member that it does know.
    case value
  }

  /// The place among the inputs, without list positions, such as `patterns.themes.text`.
  public var path: String
  /// Who gave it.
  public var giver: Giver
  /// What the version does not know.
  public var reason: Reason

  /// Creates a part that was left out.
  public init(_ path: String, giver: Giver, reason: Reason = .member) {
    self.path = path
    self.giver = giver
    self.reason = reason
  }
}

extension LeftOutInput: CustomStringConvertible {
  /// The path, with a note if only the value is unknown.
  public var description: String { reason == .value ? "\(path) (its value)" : path }
}
