public import LanguageModels
public import ModelLayers

/// A model for which caching is forecast: its name, its provider's rules and its price.
public struct PromptCacheProfile: Sendable, Hashable {
  /// The model's name in reports, such as `anthropic:claude-haiku-4-5`.
  public var name: String
  /// What the provider keeps.
  public var rules: PromptCacheRules
  /// The price of the model's tokens; nil if it is unknown.
  public var price: TokenPrice?

  /// Creates a profile.
  public init(name: String, rules: PromptCacheRules, price: TokenPrice? = nil) {
    self.name = name
    self.rules = rules
    self.price = price
  }

  /// Returns the cost of a conversation in dollars; nil if the price or a reply's length is unknown.
  public func cost(of forecast: PromptCacheForecast) -> Double? {
    price.flatMap { forecast.cost(at: $0) }
  }
}
