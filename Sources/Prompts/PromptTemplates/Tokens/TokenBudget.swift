/// The maximum size of a prompt, and how it is measured.
///
/// The budget covers the prompt's own text, section by section, not the conversation history that it places.
public struct TokenBudget: Sendable {
  /// The maximum number of tokens of the whole prompt; nil leaves only the maximums of its sections.
  public var maximum: Int?
  /// The counter with which sections are measured.
  public var counter: any TokenCounter

  /// Creates a budget; by default without a total limit, measured with ``TokenEstimator``.
  public init(_ maximum: Int? = nil, counter: any TokenCounter = TokenEstimator()) {
    self.maximum = maximum
    self.counter = counter
  }
}
