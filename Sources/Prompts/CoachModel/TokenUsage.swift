public import Documents

/// The tokens that a call consumed, as counted by the provider.
///
/// A count that the provider did not report is `nil`, never 0: a missing figure must not make a call look free.
public struct TokenUsage: Sendable, Hashable {
  /// Tokens of the whole prompt, including those read from or written to a cache.
  public var input: Int?
  /// The part of ``input`` that was read from a prompt cache.
  public var cachedInput: Int?
  /// The part of ``input`` that was written to a prompt cache.
  public var cacheWrites: Int?
  /// The part of ``cacheWrites`` with a lifetime of one hour, which costs more than one of five minutes.
  public var hourCacheWrites: Int?
  /// Tokens of the reply, including reasoning.
  public var output: Int?
  /// The part of ``output`` that was spent on reasoning.
  public var reasoning: Int?

  /// The service tier that served the call, in the provider's word; `nil` if the provider did not say.
  public var tier: ServiceTier?
  /// Whether the provider's counts contradict each other, so that the true ones are not known. They are the larger reading
  /// then: a limit that is reached too early does less harm than one that is never reached.
  public var isDoubtful: Bool

  /// Creates a usage record. Counts that are not given are unknown.
  public init(
    input: Int? = nil, cachedInput: Int? = nil, cacheWrites: Int? = nil,
    hourCacheWrites: Int? = nil, output: Int? = nil, reasoning: Int? = nil,
    tier: ServiceTier? = nil, isDoubtful: Bool = false
  ) {
    self.input = input
    self.cachedInput = cachedInput
    self.cacheWrites = cacheWrites
    self.hourCacheWrites = hourCacheWrites
    self.output = output
    self.reasoning = reasoning
    self.tier = tier
    self.isDoubtful = isDoubtful
  }

  /// Returns the sum of two calls. A count that either call lacks stays unknown.
  public static func + (left: TokenUsage, right: TokenUsage) -> TokenUsage {
    TokenUsage(
      input: sum(left.input, right.input),
      cachedInput: sum(left.cachedInput, right.cachedInput),
      cacheWrites: sum(left.cacheWrites, right.cacheWrites),
      hourCacheWrites: sum(left.hourCacheWrites, right.hourCacheWrites),
      output: sum(left.output, right.output), reasoning: sum(left.reasoning, right.reasoning),
      tier: left.tier == right.tier ? left.tier : nil,
      isDoubtful: left.isDoubtful || right.isDoubtful)
  }

  /// Returns the sum of two counts; `nil` if either is unknown or the sum overflows.
  public static func sum(_ left: Int?, _ right: Int?) -> Int? {
    guard let left, let right else { return nil }
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? nil : sum
  }

  /// The largest count that is believed: what JSON's numbers carry exactly, and more than anybody can use.
  private static let maximumCount = 1 << 53

  /// Reads a count from a server's response; `nil` if the value is not an integer from 0 to 2^53.
  public static func count(_ value: JSONValue?) -> Int? {
    count(value?.integer)
  }

  /// Returns the number if it is a plausible count; `nil` if it is negative or larger than 2^53.
  public static func count(_ number: Int?) -> Int? {
    number.flatMap { (0...maximumCount).contains($0) ? $0 : nil }
  }

  /// The tokens of input and output together, an unknown count being 0; the largest integer if the sum overflows.
  package var total: Int { Self.sum(input ?? 0, output ?? 0) ?? .max }

  /// The identity element of `+`: nothing was consumed, and every count is known to be 0.
  public static let zero = TokenUsage(
    input: 0, cachedInput: 0, cacheWrites: 0, hourCacheWrites: 0, output: 0, reasoning: 0)
}

extension TokenUsage {
  package static let members = JSONObjectForm<TokenUsage>(
    "token usage", .optional("input", \.input, .integer(through: maximumCount)),
    .optional("cached_input", \.cachedInput, .integer(through: maximumCount)),
    .optional("cache_writes", \.cacheWrites, .integer(through: maximumCount)),
    .optional("hour_cache_writes", \.hourCacheWrites, .integer(through: maximumCount)),
    .optional("output", \.output, .integer(through: maximumCount)),
    .optional("reasoning", \.reasoning, .integer(through: maximumCount)),
    .optional(
      "tier", \.tier,
      .converted(
        .text, write: \.rawValue, read: { ServiceTier(rawValue: $0) }, "type", "is no tier")),
    .optional("doubtful", \.isDoubtful, .bool, default: false)
  ) {
    TokenUsage(
      input: $0.input, cachedInput: $0.cachedInput, cacheWrites: $0.cacheWrites,
      hourCacheWrites: $0.hourCacheWrites, output: $0.output, reasoning: $0.reasoning,
      tier: $0.tier, isDoubtful: $0.isDoubtful)
  }

  /// The known counts as JSON.
  public var json: JSONValue { Self.members.form.write(self) }

  /// Reads counts of a server's response as ``json`` writes them; implausible ones are unknown.
  package init(_ json: JSONValue) {
    self.init(
      input: Self.count(json["input"]), cachedInput: Self.count(json["cached_input"]),
      cacheWrites: Self.count(json["cache_writes"]),
      hourCacheWrites: Self.count(json["hour_cache_writes"]), output: Self.count(json["output"]),
      reasoning: Self.count(json["reasoning"]),
      tier: json["tier"]?.string.map(ServiceTier.init(rawValue:)),
      isDoubtful: json["doubtful"]?.bool ?? false)
  }
}
