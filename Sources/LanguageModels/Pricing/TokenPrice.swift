public import Conversations

/// What tokens cost.
public struct TokenPrice: Sendable, Hashable {
  /// Dollars for a million tokens of input.
  public var input: Double
  /// Dollars for a million tokens of output.
  public var output: Double

  /// Creates a price in dollars a million tokens.
  public init(input: Double, output: Double) {
    self.input = input
    self.output = output
  }

  /// The cost of a call in dollars, or nil when the provider did not count its tokens.
  public func cost(of usage: TokenUsage) -> Double? {
    guard let input = usage.input, let output = usage.output else { return nil }
    return (Double(input) * self.input + Double(output) * self.output) / 1_000_000
  }
}
