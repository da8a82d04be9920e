public import CoachModel
import LanguageModels

/// The price of a model's tokens, in dollars per million tokens.
public struct TokenPrice: Sendable, Hashable {
  /// The rates of one tier; nil means that a rate is unknown.
  public struct Rates: Sendable, Hashable {
    /// Input tokens that are neither read from the provider's cache nor written to it.
    public var input: Double
    /// Input tokens read from the provider's cache; nil to charge them as ``input``.
    public var cachedInput: Double?
    /// Input tokens written to a short-lived cache (minutes); nil to charge them as ``input``.
    public var cacheWrite: Double?
    /// Input tokens written to a cache for an hour; nil to charge them as ``cacheWrite``.
    public var hourCacheWrite: Double?
    /// Output tokens, reasoning included; nil makes the cost of any reply with output unknown.
    public var output: Double?

    /// Creates rates in dollars per million tokens.
    public init(
      input: Double, cachedInput: Double? = nil, cacheWrite: Double? = nil,
      hourCacheWrite: Double? = nil, output: Double? = nil
    ) {
      self.input = input
      self.cachedInput = cachedInput
      self.cacheWrite = cacheWrite
      self.hourCacheWrite = hourCacheWrite
      self.output = output
    }
  }

  /// The rates for prompts above a length.
  public struct Tier: Sendable, Hashable {
    /// The threshold: prompts of more tokens than this, cached ones included, are charged entirely at this
    /// tier.
    public var above: Int
    /// The rates that apply above the threshold.
    public var rates: Rates

    /// Creates a tier for prompts of more than `above` tokens.
    public init(above: Int, rates: Rates) {
      self.above = above
      self.rates = rates
    }
  }

  /// The rates for prompts that do not exceed the threshold of the first tier.
  public var rates: Rates
  /// The rates for longer prompts, sorted by their threshold.
  public private(set) var tiers: [Tier]

  /// Creates a price; the tiers can be in any order.
  public init(_ rates: Rates, tiers: [Tier] = []) {
    self.rates = rates
    self.tiers = tiers.sorted { $0.above < $1.above }
  }

  /// Creates a price without tiers or cache rates, in dollars per million tokens.
  public init(input: Double, output: Double) {
    self.init(Rates(input: input, output: output))
  }

  /// Returns the rates for a prompt of a number of tokens.
  public func rates(forPrompt tokens: Int) -> Rates {
    tiers.last { tokens > $0.above }?.rates ?? rates
  }

  /// Returns the cost of a call in dollars; nil if the provider did not report its tokens, or the price of
  /// output is unknown and there was output.
  ///
  /// Tokens read from a cache or written to it are part of the input and have their own rates. If a price
  /// list has none for them, they cost as much as other input: such a provider charges nothing extra.
  public func cost(of usage: TokenUsage) -> Double? {
    guard let input = TokenUsage.count(usage.input), let output = TokenUsage.count(usage.output)
    else { return nil }
    let rates = rates(forPrompt: input)
    let outputRate = output == 0 ? 0 : rates.output
    guard let outputRate else { return nil }
    let cached = min(TokenUsage.count(usage.cachedInput) ?? 0, input)
    let writes = min(TokenUsage.count(usage.cacheWrites) ?? 0, input - cached)
    let hourWrites = min(TokenUsage.count(usage.hourCacheWrites) ?? 0, writes)
    let minuteRate = rates.cacheWrite ?? rates.input
    var sum = Double(input - cached - writes) * rates.input
    sum += Double(cached) * (rates.cachedInput ?? rates.input)
    sum += Double(writes - hourWrites) * minuteRate
    sum += Double(hourWrites) * (rates.hourCacheWrite ?? minuteRate)
    sum += Double(output) * outputRate
    return sum / 1_000_000
  }

  /// Returns the maximum cost of a call in dollars, with all of its prompt at the highest input rate. Nil if
  /// the price of output is unknown.
  func costAtMost(input: Int, output: Int) -> Double? {
    let rates = rates(forPrompt: input)
    guard let outputRate = rates.output else { return nil }
    let dearest = max(rates.input, rates.cacheWrite ?? 0, rates.hourCacheWrite ?? 0)
    return (Double(input) * dearest + Double(output) * outputRate) / 1_000_000
  }
}
