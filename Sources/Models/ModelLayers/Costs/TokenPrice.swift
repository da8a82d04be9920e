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
  /// The factors by which service tiers multiply all rates, such as 0.5 for ``ServiceTier/flex``. The price of a tier that
  /// is neither here nor the standard one is unknown.
  public var serviceTiers: [ServiceTier: Double]

  /// Creates a price; the tiers can be in any order.
  public init(_ rates: Rates, tiers: [Tier] = [], serviceTiers: [ServiceTier: Double] = [:]) {
    self.rates = rates
    self.tiers = tiers.sorted { $0.above < $1.above }
    self.serviceTiers = serviceTiers
  }

  /// Creates a price without tiers or cache rates, in dollars per million tokens.
  public init(input: Double, output: Double) {
    self.init(Rates(input: input, output: output))
  }

  /// Returns the rates for a prompt of a number of tokens.
  public func rates(forPrompt tokens: Int) -> Rates {
    tiers.last { tokens > $0.above }?.rates ?? rates
  }

  /// Returns the factor of a service tier; nil if its price is unknown.
  public func factor(of tier: ServiceTier?) -> Double? {
    guard let tier else { return 1 }
    return serviceTiers[tier] ?? (tier.isStandard ? 1 : nil)
  }

  /// Returns the cost of a call in dollars; nil if the provider did not report its tokens, the price of the service tier is
  /// unknown, or the price of output is unknown and there was output.
  ///
  /// Tokens read from a cache or written to it are part of the input and have their own rates. If a price
  /// list has none for them, they cost as much as other input: such a provider charges nothing extra.
  ///
  /// - Parameter tier: The service tier that was asked for, nil for the standard one. That which served the call, if the usage
  ///   names it, precedes it.
  public func cost(of usage: TokenUsage, at tier: ServiceTier? = nil) -> Double? {
    guard let input = TokenUsage.count(usage.input), let output = TokenUsage.count(usage.output),
      // A word for the tier that no price list knows says less than what was asked for.
      let factor = usage.tier.flatMap({ self.factor(of: $0) }) ?? factor(of: tier)
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
    return sum * factor / 1_000_000
  }

  /// Returns the maximum cost of a call in dollars, with all of its prompt at the highest input rate. Nil if
  /// the price of output or of the service tier is unknown.
  func costAtMost(input: Int, output: Int, at tier: ServiceTier? = nil) -> Double? {
    let rates = rates(forPrompt: input)
    // A call may be served on the standard tier instead of a cheaper one.
    guard let outputRate = rates.output, let factor = factor(of: tier).map({ max($0, 1) }) else {
      return nil
    }
    let dearest = max(rates.input, rates.cacheWrite ?? 0, rates.hourCacheWrite ?? 0)
    return (Double(input) * dearest + Double(output) * outputRate) * factor / 1_000_000
  }
}
