/// How large a prompt may become.
///
/// Counts the prompt's own text, section by section; the earlier conversation that it places is not
/// part of it.
public struct TokenBudget: Sendable {
  /// The most tokens of the whole prompt; nil for no limit but those of its sections.
  public var maximum: Int?
  /// How tokens are counted.
  public var counter: any TokenCounter

  /// Creates a budget.
  public init(_ maximum: Int? = nil, counter: any TokenCounter = TokenEstimator()) {
    self.maximum = maximum
    self.counter = counter
  }
}
