import CoachAccess
import Testing

private typealias At = AccessMoments

/// The rows of the product's specification about who may write.
@Suite("Access stages by purchases and time")
struct AccessStageTests {
  private let now = At.noon

  @Test("a new person is in discovery")
  func discovery() {
    let record = AccessRecord(updatedAt: now)
    #expect(record.stage(at: now) == .discovery)
    #expect(!record.isDiscoveryComplete)
  }

  @Test("a person who completed discovery without a purchase stays at the paywall, seen or not")
  func paywall() {
    var record = At.record()
    #expect(record.stage(at: now) == .paywallShown)
    record.paywallShownAt = now
    #expect(record.stage(at: now) == .paywallShown)
    #expect(record.stage(at: now + 1000 * At.day) == .paywallShown)
  }

  @Test("seeing the paywall does not end an incomplete discovery")
  func paywallAlone() {
    let record = AccessRecord(paywallShownAt: now, updatedAt: now)
    #expect(record.stage(at: now) == .discovery)
  }

  @Test("a trial lasts three days from its purchase, to the second")
  func trialLength() {
    let record = At.record(trial: .init(startedAt: now))
    #expect(record.stage(at: now) == .trialActive)
    #expect(record.stage(at: now + 3 * At.day - 0.001) == .trialActive)
    // It renews, and the store's event may come within a day.
    #expect(record.stage(at: now + 3 * At.day) == .subscribed)
    #expect(record.stage(at: now + 4 * At.day) == .trialExpired)
  }

  @Test("a trial that starts in the future is active")
  func trialAhead() {
    #expect(At.record(trial: .init(startedAt: now + 5)).stage(at: now) == .trialActive)
  }

  @Test("a cancelled trial lasts to its end, and is over then, without a grace")
  func trialCancelled() {
    let record = At.record(trial: .init(startedAt: now, cancelledAt: now + At.hour))
    #expect(record.stage(at: now) == .trialActive)
    #expect(record.stage(at: now + 3 * At.day - 1) == .trialActive)
    #expect(record.stage(at: now + 3 * At.day) == .trialExpired)
    let late = At.record(trial: .init(startedAt: now, cancelledAt: now + 3 * At.day + 5))
    #expect(late.stage(at: now + 3 * At.day + 10) == .trialExpired)
  }

  @Test("a trial without discovery is a trial, and after it there is no discovery")
  func trialWithoutDiscovery() {
    let record = At.record(discovery: false, trial: .init(startedAt: now))
    #expect(record.stage(at: now) == .trialActive)
    #expect(record.stage(at: now + 4 * At.day) == .trialExpired)
  }

  @Test("a subscription takes precedence over a trial and over discovery")
  func subscriptionWins() throws {
    let subscription = AccessRecord.Subscription(try At.period(from: now))
    let trial = AccessRecord.Trial(startedAt: now)
    #expect(At.record(trial: trial, subscription: subscription).stage(at: now) == .subscribed)
    let undiscovered = At.record(discovery: false, subscription: subscription)
    #expect(undiscovered.stage(at: now) == .subscribed)
  }

  @Test("without renewal, access lasts until the last second of the period, then lapses")
  func notRenewing() throws {
    let period = try At.period(from: now)
    let record = At.record(subscription: .init(period, willRenew: false))
    #expect(record.stage(at: period.end - 0.001) == .subscribed)
    #expect(record.stage(at: period.end) == .lapsed)
  }

  @Test("an expected renewal has a grace period of one day, to the second")
  func renewalAwaited() throws {
    let period = try At.period(from: now)
    let record = At.record(subscription: .init(period))
    #expect(record.stage(at: period.end) == .subscribed)
    #expect(record.stage(at: period.end + At.day - 0.001) == .subscribed)
    #expect(record.stage(at: period.end + At.day) == .lapsed)
  }

  @Test("a refunded subscription ends at once, regardless of the clock")
  func refunded() throws {
    let record = At.record(subscription: .init(try At.period(from: now), endedAt: now + At.day))
    #expect(record.stage(at: now + At.day) == .lapsed)
    #expect(record.stage(at: now) == .lapsed)
  }

  @Test("a subscriber who lapses without discovery does not get one")
  func lapsedWithoutDiscovery() throws {
    let period = try At.period(from: now)
    let record = At.record(discovery: false, subscription: .init(period, willRenew: false))
    #expect(record.stage(at: period.end) == .lapsed)
  }

  @Test("an active trial survives a refund, and an ended one does not change a lapse")
  func trialAndRefund() throws {
    let record = At.record(
      trial: .init(startedAt: now),
      subscription: .init(try At.period(from: now), endedAt: now + At.hour))
    #expect(record.stage(at: now + At.hour) == .trialActive)
    #expect(record.stage(at: now + 3 * At.day) == .lapsed)
  }

  @Test("a period that starts in the future has started")
  func periodAhead() throws {
    let record = At.record(subscription: .init(try At.period(from: now + 5)))
    #expect(record.stage(at: now) == .subscribed)
  }

  @Test("the policy sets the trial's duration and the grace period")
  func policy() throws {
    let policy = try AccessPolicy(trialLength: 10, renewalGrace: 0)
    let trial = At.record(trial: .init(startedAt: now))
    #expect(trial.stage(at: now + 9, policy: policy) == .trialActive)
    #expect(trial.stage(at: now + 10, policy: policy) == .trialExpired)
    let period = try At.period(from: now)
    let paid = At.record(subscription: .init(period))
    #expect(paid.stage(at: period.end - 1, policy: policy) == .subscribed)
    #expect(paid.stage(at: period.end, policy: policy) == .lapsed)
  }

  @Test("an invalid time grants nothing")
  func noTime() throws {
    #expect(At.record(trial: .init(startedAt: now)).stage(at: .nan) == .trialExpired)
    let record = At.record(subscription: .init(try At.period(from: now)))
    #expect(record.stage(at: .nan) == .lapsed)
  }

  @Test("the order of the stages and their raw values are stable")
  func words() {
    #expect(AccessStage.allCases == AccessStage.allCases.sorted())
    #expect(
      AccessStage.allCases.map(\.rawValue) == [
        "discovery", "paywall_shown", "trial_active", "trial_expired", "subscribed", "lapsed",
      ])
  }
}
