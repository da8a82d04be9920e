public import CoachModel
public import LanguageModels
import ModelLayers

/// A call to a model.
public struct TurnCall: Sendable, Hashable {
  /// The prompt of the call, in the form `name@version`.
  public var purpose: String
  /// The model that answered, or that was asked last.
  public var model: ModelIdentity
  /// The tokens consumed; `nil` if the provider did not report them.
  public var usage: TokenUsage?
  /// The cost in dollars; `nil` if the price or the usage is unknown.
  public var cost: Double?

  /// Creates a call with its cost.
  public init(purpose: String, model: ModelIdentity, usage: TokenUsage?, cost: Double?) {
    self.purpose = purpose
    self.model = model
    self.usage = usage
    self.cost = cost
  }
}

extension TurnCall {
  /// Creates a call with its cost at a time in seconds since 1970.
  init(
    purpose: String, model: ModelIdentity, usage: TokenUsage?, tier: ServiceTier?,
    prices: PriceTable, at now: Double
  ) {
    let day = CalendarDay(unixTime: now)
    self.init(
      purpose: purpose, model: model, usage: usage,
      cost: usage.flatMap { prices.cost(of: $0, by: model, on: day, at: tier) })
  }
}
