public import CoachModel
public import LanguageModels
import Synchronization

/// A layer that keeps the calls of a run within limits of money, tokens and time.
///
/// Before a call is sent, its expected cost is set aside. A call that no longer fits fails with code
/// `budget`, and nothing is sent. Because the length of a reply is not known in advance, calls in progress
/// can exceed the limit; with ``Reservation/worstCase`` and a token limit on every request they do not.
/// Share one value among all models of a run.
///
/// ```swift
/// let budget = RunBudget(BudgetLimits(dollars: 5), reserving: .worstCase)
/// let model = haiku.with(budget)
///
/// let reply = try await model.stream(request).reply()
/// print(reply.text)
/// print(budget.report)
/// ```
public struct RunBudget: ModelMiddleware {
  /// The limits of the run.
  public let limits: BudgetLimits
  private let prices: PriceTable
  private let sizes: CallSizes
  private let account = SharedAccount()

  /// Creates a budget of which nothing is spent.
  ///
  /// - Parameters:
  ///   - limits: The limits of all calls together.
  ///   - prices: The prices used for a limit of money.
  ///   - reservation: How much is set aside for a call whose cost is not known yet.
  public init(
    _ limits: BudgetLimits, prices: PriceTable = .builtIn,
    reserving reservation: Reservation = .expected
  ) {
    self.limits = limits
    self.prices = prices
    sizes = CallSizes(reservation)
  }

  /// What has been spent so far, and by how much it exceeds the limits.
  public var report: BudgetReport { account.state.withLock { $0.report(limits) } }

  /// Returns whether calls to a model can be checked against the limits: a limit of money needs a known price.
  public func canPrice(_ model: ModelIdentity, on day: CalendarDay) -> Bool {
    limits.dollars == nil || model.isReplay
      || prices.entry(for: model.model, provider: model.provider, on: day)?.price.rates.output
        != nil
  }

  /// Opens the reply if the call fits into the budget.
  ///
  /// Throws a ``ModelError`` with code `budget` if it does not, or if there is a limit of money and the price
  /// of the model is unknown.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    if next.identity.isReplay { return try await next.open(call) }
    let price = try price(of: next.identity, call)
    let size = sizes.size(of: call.request)
    let tier = call.request.parameters.serviceTier
    let hold = BudgetHold(
      money: price?.costAtMost(input: size.input, output: size.output, at: tier)
        .map { Money(dollars: $0) } ?? .zero, tokens: size.total)
    let now = call.clock.now()
    let refusal = account.state.withLock { $0.admit(hold, within: limits, at: now) }
    if let refusal {
      throw call.refusal(
        of: next.identity,
        ModelError(.budget, refusal, advice: "raise the budget, or leave it at what is done"))
    }
    let (account, sizes, attempts) = (account, sizes, call.attempts)
    let sentBefore = attempts.sentCount
    return try await next.open(call) { end in
      if let usage = end.usage, end.finish != nil { sizes.learn(size, usage: usage) }
      let isSent = attempts.sentCount > sentBefore
      account.state.withLock { $0.settle(hold, end: end, isSent: isSent, price: price, at: tier) }
    }
  }

  private func price(of model: ModelIdentity, _ call: ModelCall) throws(ModelError) -> TokenPrice? {
    let day = call.clock.today
    let price = prices.entry(for: model.model, provider: model.provider, on: day)?.price
    let tier = call.request.parameters.serviceTier
    let isPriced = canPrice(model, on: day)
    guard isPriced, limits.dollars == nil || price?.factor(of: tier) != nil else {
      let atTier = isPriced ? tier.map { " at the tier '\($0.rawValue)'" } ?? "" : ""
      let error = ModelError(
        .budget,
        "the price of \(model)\(atTier) is not known, so a money budget cannot be enforced",
        advice:
          "give its price in a file of prices (coachkit reads COACHKIT_PRICES), or limit tokens")
      account.state.withLock { $0.refuse() }
      throw call.refusal(of: model, error)
    }
    return price
  }
}

/// The limits of a ``RunBudget``; nil means no limit.
public struct BudgetLimits: Sendable, Hashable {
  /// The total cost in US dollars.
  public var dollars: Double?
  /// Tokens of prompts and replies.
  public var tokens: Int?
  /// The duration after the start of the first call; calls that start later are refused.
  public var time: Duration?

  /// Creates limits; those left out do not apply.
  public init(dollars: Double? = nil, tokens: Int? = nil, time: Duration? = nil) {
    self.dollars = dollars
    self.tokens = tokens
    self.time = time
  }
}

private final class SharedAccount: Sendable {
  let state = Mutex(BudgetLedger())
}
