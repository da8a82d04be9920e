/// Something that was left out of a prompt to keep within its budget.
public struct PromptTrim: Sendable, Hashable {
  /// What was taken away.
  public enum Unit: String, Sendable, Hashable {
    /// Items of a list.
    case items
    /// Sentences from the end of a text.
    case sentences
    /// Nothing: the section stays larger than its maximum, since nothing more of it may go.
    case nothing
  }

  /// Why.
  public enum Reason: Sendable, Hashable {
    /// The section is larger than its maximum.
    case section(maximum: Int)
    /// The prompt is larger than the budget.
    case budget(maximum: Int)
  }

  /// The section it was taken from.
  public var section: String
  /// The input, such as `memories`.
  public var input: String
  /// What was taken away.
  public var unit: Unit
  /// How many.
  public var removed: Int
  /// How many there had been; for ``Unit/nothing`` the section's tokens.
  public var total: Int
  /// Why.
  public var reason: Reason
}

extension PromptTrim: CustomStringConvertible {
  /// One line for people: what, how much, why.
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
