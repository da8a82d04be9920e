import CoachAccess
import CoachModel
import Testing

private typealias At = AccessMoments

@Suite("Access decisions by stage")
struct AccessDecisionTests {
  private let now = At.noon
  private let policy = AccessPolicy.standard

  private func reservation(_ decision: AccessDecision) -> UsageReservation? {
    UsageReservation(decision, id: "r", person: "p", at: now, policy: policy)
  }

  @Test("discovery messages are not counted, but the rate limit applies")
  func discovery() {
    let decision = policy.decision(for: AccessRecord(updatedAt: now), at: now)
    #expect(decision == .discovery)
    #expect(reservation(decision)?.allowance == nil)
    #expect(reservation(decision)?.windows == policy.rateWindows)
  }

  @Test("after discovery without a purchase, the paywall applies and discovery never returns")
  func paywall() {
    let decision = policy.decision(for: At.record(), at: now)
    #expect(decision == .blocked(.paywall))
    #expect(reservation(decision) == nil)
  }

  @Test("a trial has 100 messages in total, filed under its first day, without a reset")
  func trial() {
    let record = At.record(trial: .init(startedAt: now))
    let end = now + 3 * At.day
    let allowance = Allowance(
      key: "trial:2026-11-21", limit: 100, resetsAt: end, endsAt: end, isTrial: true)
    for time in [now, now + At.day, now + 3 * At.day - 1] {
      #expect(policy.decision(for: record, at: time) == .coaching(allowance))
    }
    #expect(reservation(.coaching(allowance))?.allowance == allowance)
    #expect(allowance.exhaustion == .trialEnded(.messages, resetsAt: end))
  }

  @Test("an ended trial states whether it expired or was cancelled")
  func trialOver() {
    func decision(cancelled: Double?, at time: Double) -> AccessDecision {
      policy.decision(
        for: At.record(trial: .init(startedAt: now, cancelledAt: cancelled)), at: time)
    }
    let end = now + 3 * At.day
    #expect(decision(cancelled: nil, at: end + At.day) == .blocked(.trialEnded(.days)))
    #expect(decision(cancelled: now + 9, at: end) == .blocked(.trialEnded(.cancelled)))
    let allowance = Allowance(
      key: "trial:2026-11-21", limit: 100, resetsAt: nil, endsAt: end, isTrial: true)
    #expect(decision(cancelled: now + 9, at: end - 1) == .coaching(allowance))
    // A trial that is cancelled after its end still counts as expired.
    let late = now + 3 * At.day
    #expect(decision(cancelled: late, at: late) == .blocked(.trialEnded(.days)))
    #expect(decision(cancelled: late - 1, at: late) == .blocked(.trialEnded(.cancelled)))
  }

  @Test("a subscription has 800 messages per billing period, until the renewal date")
  func subscription() throws {
    let period = try At.period(from: now)
    let record = At.record(subscription: .init(period))
    let allowance = Allowance(
      key: "paid:2026-11-21", limit: 800, resetsAt: period.end, endsAt: period.end, isTrial: false)
    #expect(policy.decision(for: record, at: period.end - 1) == .coaching(allowance))
    #expect(allowance.exhaustion == .periodLimit(resetsAt: period.end))
  }

  @Test("no reset is promised if renewal is switched off")
  func noReset() throws {
    let period = try At.period(from: now)
    let record = At.record(subscription: .init(period, willRenew: false))
    let allowance = Allowance(
      key: "paid:2026-11-21", limit: 800, resetsAt: nil, endsAt: period.end, isTrial: false)
    #expect(policy.decision(for: record, at: now) == .coaching(allowance))
  }

  @Test("a lapsed subscriber cannot write")
  func lapsed() throws {
    let period = try At.period(from: now)
    let record = At.record(subscription: .init(period, willRenew: false))
    #expect(policy.decision(for: record, at: period.end) == .blocked(.lapsed))
  }

  @Test("every refusal has a code")
  func words() {
    let refusals: [AccessRefusal] = [
      .paywall, .trialEnded(.days), .trialEnded(.messages), .trialEnded(.cancelled),
      .periodLimit(resetsAt: 5), .lapsed, .rateLimited(retryAfter: 5),
    ]
    #expect(
      refusals.map(\.word) == [
        "paywall", "trial_days_over", "trial_messages_over", "trial_cancelled", "period_limit",
        "lapsed", "rate_limited",
      ])
  }
}
