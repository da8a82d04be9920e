/// What a call consumed, as the provider counted it.
///
/// A count that the provider did not give is nil, never 0: a missing figure must not make a call
/// look free.
public struct TokenUsage: Sendable, Hashable {
  /// Tokens of the whole prompt, those read from a cache included.
  public var input: Int?
  /// The part of ``input`` that a prompt cache supplied.
  public var cachedInput: Int?
  /// Tokens of the reply, reasoning included.
  public var output: Int?

  /// Creates a usage; what is not named is unknown.
  public init(input: Int? = nil, cachedInput: Int? = nil, output: Int? = nil) {
    self.input = input
    self.cachedInput = cachedInput
    self.output = output
  }

  /// The sum of two calls; a count that either call lacks stays unknown.
  public static func + (left: TokenUsage, right: TokenUsage) -> TokenUsage {
    func sum(_ a: Int?, _ b: Int?) -> Int? {
      guard let a, let b else { return nil }
      let (sum, isTooLarge) = a.addingReportingOverflow(b)
      return isTooLarge ? nil : sum
    }
    return TokenUsage(
      input: sum(left.input, right.input),
      cachedInput: sum(left.cachedInput, right.cachedInput),
      output: sum(left.output, right.output))
  }

  /// A count as a server states it; nil when it is none, negative, or larger than any call can be.
  public static func count(_ value: JSONValue?) -> Int? {
    value?.integer.flatMap { (0...(1 << 53)).contains($0) ? $0 : nil }
  }

  /// The neutral element of `+`: nothing was consumed, and that is known.
  public static let zero = TokenUsage(input: 0, cachedInput: 0, output: 0)
}
