public import JSON

/// What a call consumed, as the provider counted it.
///
/// A count that the provider did not give is nil, never 0: a missing figure must not make a call
/// look free.
public struct TokenUsage: Sendable, Hashable {
  /// Tokens of the whole prompt, those read from a cache or written to it included.
  public var input: Int?
  /// The part of ``input`` that a prompt cache supplied.
  public var cachedInput: Int?
  /// The part of ``input`` that was written to a prompt cache.
  public var cacheWrites: Int?
  /// The part of ``cacheWrites`` that is kept for an hour, which costs more than five minutes.
  public var hourCacheWrites: Int?
  /// Tokens of the reply, reasoning included.
  public var output: Int?
  /// The part of ``output`` that went into reasoning.
  public var reasoning: Int?

  /// Creates a usage; what is not named is unknown.
  public init(
    input: Int? = nil, cachedInput: Int? = nil, cacheWrites: Int? = nil,
    hourCacheWrites: Int? = nil, output: Int? = nil, reasoning: Int? = nil
  ) {
    self.input = input
    self.cachedInput = cachedInput
    self.cacheWrites = cacheWrites
    self.hourCacheWrites = hourCacheWrites
    self.output = output
    self.reasoning = reasoning
  }

  /// The sum of two calls; a count that either call lacks stays unknown.
  public static func + (left: TokenUsage, right: TokenUsage) -> TokenUsage {
    TokenUsage(
      input: sum(left.input, right.input),
      cachedInput: sum(left.cachedInput, right.cachedInput),
      cacheWrites: sum(left.cacheWrites, right.cacheWrites),
      hourCacheWrites: sum(left.hourCacheWrites, right.hourCacheWrites),
      output: sum(left.output, right.output), reasoning: sum(left.reasoning, right.reasoning))
  }

  /// The sum of two counts; nil when one is unknown, or when it is more than can be counted.
  public static func sum(_ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return nil }
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? nil : sum
  }

  /// A count as a server states it; nil when it is none, negative, or larger than any call can be.
  public static func count(_ value: JSONValue?) -> Int? {
    count(value?.integer)
  }

  /// A number as a count; nil when it is negative or larger than any call can be.
  public static func count(_ number: Int?) -> Int? {
    number.flatMap { (0...(1 << 53)).contains($0) ? $0 : nil }
  }

  /// The neutral element of `+`: nothing was consumed, and that is known.
  public static let zero = TokenUsage(
    input: 0, cachedInput: 0, cacheWrites: 0, hourCacheWrites: 0, output: 0, reasoning: 0)
}
