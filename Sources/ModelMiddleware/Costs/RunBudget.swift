public import CoachModel
public import LanguageModels
import Synchronization

/// Keeps the calls of a run within an amount of money, tokens or time.
///
/// Before a call is sent, what it is expected to cost is set aside; a call that does not fit any more is
/// refused with `budget`, and nothing is sent. Since nobody knows how long a reply will be, calls that are
/// under way may go beyond the limit; with ``Reservation/worstCase`` and a limit of tokens on every
/// request they do not. ``report`` says what was spent and by how much it is over. Share one value among
/// all models of a run.
public struct RunBudget: ModelMiddleware {
  /// What may be spent.
  public let limits: BudgetLimits
  private let prices: PriceTable
  private let sizes: CallSizes
  private let account = SharedAccount()

  /// Creates a budget of which nothing is spent.
  public init(
    _ limits: BudgetLimits, prices: PriceTable = .builtIn,
    reserving reservation: Reservation = .expected
  ) {
    self.limits = limits
    self.prices = prices
    sizes = CallSizes(reservation)
  }

  /// What has been spent so far.
  public var report: BudgetReport { account.state.withLock { $0.report(limits) } }

  /// Whether calls to a model can be held against the limits: a limit of money takes a known price.
  public func canPrice(_ model: ModelIdentity, on day: CalendarDay) -> Bool {
    limits.dollars == nil || model.isReplay
      || prices.entry(for: model.model, provider: model.provider, on: day)?.price.rates.output
        != nil
  }

  /// Asks, if the call fits. Throws `budget` otherwise, and for a budget of money when the model's price is
  /// not known.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    if next.identity.isReplay { return try await next.open(call) }
    let price = try price(of: next.identity, call)
    let size = sizes.size(of: call.request)
    let hold = BudgetHold(
      money: price?.costAtMost(input: size.input, output: size.output).map { Money(dollars: $0) }
        ?? .zero, tokens: size.total)
    let now = call.clock.now()
    let refusal = account.state.withLock { $0.admit(hold, limits, at: now) }
    if let refusal {
      throw call.refusal(
        of: next.identity,
        ModelError(.budget, refusal, advice: "raise the budget, or leave it at what is done"))
    }
    let (account, sizes, attempts) = (account, sizes, call.attempts)
    let sentBefore = attempts.sentCount
    return try await next.open(call) { end in
      if let usage = end.usage, end.finish != nil { sizes.learn(size, usage) }
      let isSent = attempts.sentCount > sentBefore
      account.state.withLock { $0.settle(hold, end, isSent: isSent, price) }
    }
  }

  private func price(of model: ModelIdentity, _ call: ModelCall) throws(ModelError) -> TokenPrice? {
    let day = call.clock.today
    guard canPrice(model, on: day) else {
      let error = ModelError(
        .budget, "the price of \(model) is not known, so a budget of money cannot be kept",
        advice:
          "give its price in a file of prices (coachkit reads COACHKIT_PRICES), or limit tokens")
      account.state.withLock { $0.refuse() }
      throw call.refusal(of: model, error)
    }
    return prices.entry(for: model.model, provider: model.provider, on: day)?.price
  }
}

/// What may be spent; nil for no limit.
public struct BudgetLimits: Sendable, Hashable {
  /// Money, in dollars.
  public var dollars: Double?
  /// Tokens of prompts and replies.
  public var tokens: Int?
  /// Time from the first call on; later ones are refused.
  public var time: Duration?

  /// Creates limits.
  public init(dollars: Double? = nil, tokens: Int? = nil, time: Duration? = nil) {
    self.dollars = dollars
    self.tokens = tokens
    self.time = time
  }
}

private final class SharedAccount: Sendable {
  let state = Mutex(BudgetLedger())
}
