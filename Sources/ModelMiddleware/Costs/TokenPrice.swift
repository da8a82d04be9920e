public import CoachModel
import LanguageModels

/// What tokens cost, in dollars for a million of them.
public struct TokenPrice: Sendable, Hashable {
  /// The figures of one tier. What is nil is not known.
  public struct Rates: Sendable, Hashable {
    /// Input that is neither read from a cache nor written to one.
    public var input: Double
    /// Input read from the provider's cache.
    public var cachedInput: Double?
    /// Input written to a cache for minutes.
    public var cacheWrite: Double?
    /// Input written to a cache for an hour.
    public var hourCacheWrite: Double?
    /// Output, reasoning included.
    public var output: Double?

    /// Creates rates in dollars for a million tokens.
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

  /// The rates of a long prompt.
  public struct Tier: Sendable, Hashable {
    /// Prompts of more tokens than this, cached ones included, are charged at this tier, wholly.
    public var above: Int
    /// Its rates.
    public var rates: Rates

    /// Creates a tier.
    public init(above: Int, rates: Rates) {
      self.above = above
      self.rates = rates
    }
  }

  /// The rates of an ordinary prompt.
  public var rates: Rates
  /// The rates of longer ones, by length.
  public private(set) var tiers: [Tier]

  /// Creates a price.
  public init(_ rates: Rates, tiers: [Tier] = []) {
    self.rates = rates
    self.tiers = tiers.sorted { $0.above < $1.above }
  }

  /// Creates a price of two figures, in dollars for a million tokens.
  public init(input: Double, output: Double) {
    self.init(Rates(input: input, output: output))
  }

  /// The rates for a prompt of so many tokens.
  public func rates(forPrompt tokens: Int) -> Rates {
    tiers.last { tokens > $0.above }?.rates ?? rates
  }

  /// The cost of a call in dollars; nil when the provider did not count its tokens, or the price of a kind
  /// that was consumed is not known.
  ///
  /// Tokens read from a cache or written to one are part of the input and have their own prices. Where a
  /// price list has none for them they cost what input does: such a provider charges nothing extra.
  public func cost(of usage: TokenUsage) -> Double? {
    guard let input = usage.input, let output = usage.output else { return nil }
    let rates = rates(forPrompt: input)
    let outputRate = output == 0 ? 0 : rates.output
    guard let outputRate else { return nil }
    let cached = min(usage.cachedInput ?? 0, input)
    let writes = min(usage.cacheWrites ?? 0, input - cached)
    let hourWrites = min(usage.hourCacheWrites ?? 0, writes)
    let minuteRate = rates.cacheWrite ?? rates.input
    var sum = Double(input - cached - writes) * rates.input
    sum += Double(cached) * (rates.cachedInput ?? rates.input)
    sum += Double(writes - hourWrites) * minuteRate
    sum += Double(hourWrites) * (rates.hourCacheWrite ?? minuteRate)
    sum += Double(output) * outputRate
    return sum / 1_000_000
  }

  /// The most that a call can cost in dollars: all of its prompt at the dearest kind of input. Nil when the
  /// price of output is not known.
  func costAtMost(input: Int, output: Int) -> Double? {
    let rates = rates(forPrompt: input)
    guard let outputRate = rates.output else { return nil }
    let dearest = max(rates.input, rates.cacheWrite ?? 0, rates.hourCacheWrite ?? 0)
    return (Double(input) * dearest + Double(output) * outputRate) / 1_000_000
  }
}
