/// A record of data that was left out of a prompt to keep within its budget.
public struct PromptTrim: Sendable, Hashable {
  /// The kind of data that was removed.
  public enum Unit: String, Sendable, Hashable {
    /// Items of a list.
    case items
    /// Sentences at the end of a text.
    case sentences
    /// Parts of a text without sentences.
    case parts
    /// Nothing: the section exceeds its maximum, but nothing more of it may be removed.
    case nothing
  }

  /// The limit that required the removal.
  public enum Reason: Sendable, Hashable {
    /// The section exceeded its maximum number of tokens.
    case section(maximum: Int)
    /// The prompt exceeded the budget's number of tokens.
    case budget(maximum: Int)
  }

  /// The name of the section that lost data.
  public var section: String
  /// The path of the input, such as `memories`; empty for ``Unit/nothing``.
  public var input: String
  /// What ``removed`` and ``total`` count.
  public var unit: Unit
  /// The number of items, sentences or parts that were removed.
  public var removed: Int
  /// The number of items, sentences or parts before trimming; for ``Unit/nothing`` the section's tokens.
  public var total: Int
  /// The limit that required the removal.
  public var reason: Reason
}

extension PromptTrim: CustomStringConvertible {
  /// The record in one line for people: what was removed, how much, and why.
  public var description: String {
    let why =
      switch reason {
      case .section(let maximum): "to keep '\(section)' within \(maximum) tokens"
      case .budget(let maximum): "to keep the prompt within \(maximum) tokens"
      }
    guard unit != .nothing else {
      return "\(section): \(total) tokens, \(why) more would have to go"
    }
    return "\(input): \(removed) of \(total) \(unit.rawValue) left out, \(why)"
  }
}
