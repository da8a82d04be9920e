public import CoachModel
public import LanguageModels
import ModelLayers
import PromptTemplates

/// A call to a model.
public struct TurnCall: Sendable, Hashable {
  /// The prompt of the call, in the form `name@version`.
  public var purpose: String
  /// The model that answered, or that was asked last.
  public var model: ModelIdentity
  /// The tokens consumed; `nil` if the provider did not report them.
  public var usage: TokenUsage?
  /// The cost in dollars; `nil` if the price is unknown.
  public var cost: Double?
  /// Whether ``cost`` is an estimate, since the provider did not report what the call consumed: the tokens of the prompt, and
  /// of the reply as far as it was read.
  public var isEstimated: Bool

  /// Creates a call with its cost.
  public init(
    purpose: String, model: ModelIdentity, usage: TokenUsage?, cost: Double?,
    isEstimated: Bool = false
  ) {
    self.purpose = purpose
    self.model = model
    self.usage = usage
    self.cost = cost
    self.isEstimated = isEstimated
  }
}

extension TurnCall {
  /// Creates a call with its cost at a time in seconds since 1970. Counts that the provider did not report are taken from an
  /// estimate, so that caps and thresholds see the call.
  ///
  /// - Parameter isCut: Whether the reply was not read to its end, so that the provider's count of it may be one from its start.
  init(
    purpose: String, model: ModelIdentity, usage: TokenUsage?, isCut: Bool = false,
    tier: ServiceTier?, prices: PriceTable, at now: Double, estimate: () -> TokenUsage
  ) {
    let day = CalendarDay(unixTime: now)
    func cost(of usage: TokenUsage) -> Double? {
      prices.cost(of: usage, by: model, on: day, at: tier)
    }
    self.init(purpose: purpose, model: model, usage: usage, cost: usage.flatMap(cost(of:)))
    // Where every count is known, it is the price that is missing.
    guard isCut || usage?.input == nil || usage?.output == nil else { return }
    let estimated = estimate()
    var counts = usage ?? TokenUsage()
    counts.input = counts.input ?? estimated.input
    if counts.output ?? -1 < estimated.output ?? 0, isCut || counts.output == nil {
      counts.output = estimated.output
    }
    guard counts != usage else { return }
    self.cost = cost(of: counts)
    isEstimated = self.cost != nil
  }
}

extension ModelRequest {
  /// Returns what the request consumed with the replies that were read, by an estimate of their tokens.
  func estimatedUsage(after replies: [ModelReply]) -> TokenUsage {
    let counter = TokenEstimator()
    let asked = messages.flatMap(\.parts).compactMap(\.text).reduce(0) { $0 + counter.count($1) }
    let written = replies.reduce(0) { sum, reply in
      sum + reply.parts.reduce(0) { $0 + counter.count($1.text ?? "") }
    }
    // Each further reply was asked for with the same prompt.
    return TokenUsage(input: asked * max(1, replies.count), output: written)
  }
}

extension ModelError {
  /// Whether no provider bills a call that failed like this before a reply began: none was asked, or it refused.
  var isUnbilled: Bool {
    switch code {
    case .authentication, .permission, .notFound, .rateLimit, .quota, .overloaded, .invalidRequest,
      .contextOverflow, .budget, .notRecorded, .transport:
      true
    case .timeout: phase == .connect
    case .contentFilter, .cancelled, .emptyReply, .truncated, .decoding, .invalidReply: false
    }
  }
}
