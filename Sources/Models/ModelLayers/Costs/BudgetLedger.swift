import CoachModel
import LanguageModels

/// An amount of money in whole billionths of a dollar.
///
/// Integers, so that holds that are set aside and released cancel out exactly.
struct Money: Hashable, Comparable, Sendable {
  private(set) var units: Int

  static let zero = Money(units: 0)

  private init(units: Int) { self.units = units }

  init(dollars: Double) {
    units = dollars.isNaN ? 0 : Int(min(max(dollars * 1e9, 0), 9e18).rounded())
  }

  var dollars: Double { Double(units) / 1e9 }

  /// A sum that overflows, as only absurd prices make it, is the largest amount: a budget must not seem unspent.
  static func + (left: Money, right: Money) -> Money {
    let (sum, isTooLarge) = left.units.addingReportingOverflow(right.units)
    return Money(units: isTooLarge ? .max : sum)
  }
  static func - (left: Money, right: Money) -> Money { Money(units: left.units &- right.units) }
  static func += (left: inout Money, right: Money) { left = left + right }
  static func -= (left: inout Money, right: Money) { left = left - right }
  static func < (left: Money, right: Money) -> Bool { left.units < right.units }
}

/// The money and tokens set aside for a call before it is sent.
struct BudgetHold: Sendable {
  var money: Money
  var tokens: Int
}

/// The amounts that a run has spent and set aside.
///
/// A pure state machine: callers pass the current time.
struct BudgetLedger {
  private var spent = BudgetHold(money: .zero, tokens: 0)
  private var held = BudgetHold(money: .zero, tokens: 0)
  private var underWay = 0
  private var calls = 0
  private var refused = 0
  private var guessed = 0
  private var unpriced = 0
  private var started: ContinuousClock.Instant?
  private var lastSeen: ContinuousClock.Instant?

  /// Sets aside a call's share. Returns the reason for a refusal if the call does not fit, and nil otherwise.
  mutating func admit(
    _ hold: BudgetHold, within limits: BudgetLimits, at now: ContinuousClock.Instant
  )
    -> String?
  {
    let started = started ?? now
    self.started = started
    lastSeen = now
    if let reason = reason(against: hold, within: limits, elapsed: started.duration(to: now)) {
      refused += 1
      return reason
    }
    held.money += hold.money
    held.tokens += hold.tokens
    underWay += 1
    return nil
  }

  /// Counts a call that was refused for another reason.
  mutating func refuse() { refused += 1 }

  private func reason(against hold: BudgetHold, within limits: BudgetLimits, elapsed: Duration)
    -> String?
  {
    if let dollars = limits.dollars {
      let limit = Money(dollars: dollars)
      let taken = spent.money + held.money
      // A call with an estimate of zero is refused, too, once the budget is used up.
      if taken >= limit || taken + hold.money > limit {
        return "the budget of \(dollars.asDollars) is used up: \(spent.money.dollars.asDollars)"
          + " spent, \(held.money.dollars.asDollars) reserved for calls in progress (\(underWay)),"
          + " \(hold.money.dollars.asDollars) needed"
      }
    }
    if let limit = limits.tokens {
      let taken = spent.tokens + held.tokens
      if taken >= limit || taken + hold.tokens > limit {
        return "the budget of \(limit) tokens is used up: \(spent.tokens) spent,"
          + " \(held.tokens) reserved for calls in progress (\(underWay)), about \(hold.tokens) needed"
      }
    }
    if let limit = limits.time, elapsed >= limit {
      return "the run's time of \(limit.formattedSeconds) is over"
    }
    return nil
  }

  /// Records the actual cost of a call and releases its hold.
  mutating func settle(
    _ hold: BudgetHold, end: ModelCallEnd, isSent: Bool, price: TokenPrice?,
    at tier: ServiceTier? = nil
  ) {
    held.money -= hold.money
    held.tokens -= hold.tokens
    underWay -= 1
    lastSeen = max(lastSeen ?? end.ended, end.ended)
    calls += 1
    guard isSent, !end.isFree else { return }
    let counted = CallSize(end.usage)?.total
    let cost = end.usage.flatMap { price?.cost(of: $0, at: tier) }.map { Money(dollars: $0) }
    if end.finish != nil {
      spent.tokens += counted ?? hold.tokens
      spent.money += cost ?? hold.money
    } else {
      // The usage of a truncated or cancelled reply covers only its beginning.
      spent.tokens += max(counted ?? 0, hold.tokens)
      spent.money += max(cost ?? .zero, hold.money)
    }
    if counted == nil || end.finish == nil { guessed += 1 }
    if price?.factor(of: tier) == nil { unpriced += 1 }
  }

  func report(_ limits: BudgetLimits) -> BudgetReport {
    BudgetReport(
      limits: limits, dollars: spent.money.dollars, tokens: spent.tokens,
      elapsed: started.flatMap { started in lastSeen.map { started.duration(to: $0) } } ?? .zero,
      calls: calls, underWay: underWay, refused: refused, guessed: guessed, unpriced: unpriced)
  }
}

extension ModelCallEnd {
  /// Whether the provider charges nothing for the call: it was not reached, or it rejected the call before
  /// doing any work. A call that was cancelled or timed out while the provider was working on it is charged.
  fileprivate var isFree: Bool {
    guard let failure, firstContent == nil, usage == nil else { return false }
    switch failure.code {
    case .timeout: return failure.phase == .connect || failure.status != nil
    case .truncated, .cancelled, .decoding, .emptyReply:
      return failure.status.map { $0 >= 400 } ?? false
    default: return true
    }
  }
}
