import CoachEngine
import Testing

private typealias At = AccessMoments

/// The rows of the product's description that are about who may write.
@Suite("Where a person stands follows from what they bought and when")
struct AccessStageTests {
  private let now = At.noon

  @Test("a new person is in discovery")
  func discovery() {
    let record = AccessRecord(updatedAt: now)
    #expect(record.stage(at: now) == .discovery)
    #expect(!record.isDiscoveryComplete)
  }

  @Test("who completed discovery and bought nothing meets the paywall, seen or not, for ever")
  func paywall() {
    var record = At.record()
    #expect(record.stage(at: now) == .paywallShown)
    record.paywallShownAt = now
    #expect(record.stage(at: now) == .paywallShown)
    #expect(record.stage(at: now + 1000 * At.day) == .paywallShown)
  }

  @Test("having seen the paywall does not end a discovery that is not completed")
  func paywallAlone() {
    let record = AccessRecord(paywallShownAt: now, updatedAt: now)
    #expect(record.stage(at: now) == .discovery)
  }

  @Test("a trial lasts three days from its purchase, to the second")
  func trialLength() {
    let record = At.record(trial: .init(startedAt: now))
    #expect(record.stage(at: now) == .trialActive)
    #expect(record.stage(at: now + 3 * At.day - 0.001) == .trialActive)
    #expect(record.stage(at: now + 3 * At.day) == .trialExpired)
  }

  @Test("a trial that begins by a clock ahead of ours is under way")
  func trialAhead() {
    #expect(At.record(trial: .init(startedAt: now + 5)).stage(at: now) == .trialActive)
  }

  @Test("a cancelled trial is over at once, whatever the clock says")
  func trialCancelled() {
    let record = At.record(trial: .init(startedAt: now, cancelledAt: now + At.hour))
    #expect(record.stage(at: now + At.hour) == .trialExpired)
    #expect(record.stage(at: now) == .trialExpired)
    let late = At.record(trial: .init(startedAt: now, cancelledAt: now + 3 * At.day))
    #expect(late.stage(at: now) == .trialExpired)
  }

  @Test("a trial that was never preceded by discovery is a trial, and over it does not become one")
  func trialWithoutDiscovery() {
    let record = At.record(discovery: false, trial: .init(startedAt: now))
    #expect(record.stage(at: now) == .trialActive)
    #expect(record.stage(at: now + 3 * At.day) == .trialExpired)
  }

  @Test("a subscription wins over a trial and over discovery")
  func subscriptionWins() throws {
    let subscription = AccessRecord.Subscription(try At.period(from: now))
    let trial = AccessRecord.Trial(startedAt: now)
    #expect(At.record(trial: trial, subscription: subscription).stage(at: now) == .subscribed)
    let undiscovered = At.record(discovery: false, subscription: subscription)
    #expect(undiscovered.stage(at: now) == .subscribed)
  }

  @Test("who does not renew has access to the last second of the period, and then has lapsed")
  func notRenewing() throws {
    let period = try At.period(from: now)
    let record = At.record(subscription: .init(period, willRenew: false))
    #expect(record.stage(at: period.end - 0.001) == .subscribed)
    #expect(record.stage(at: period.end) == .lapsed)
  }

  @Test("a renewal that is due is awaited for a day, to the second")
  func renewalAwaited() throws {
    let period = try At.period(from: now)
    let record = At.record(subscription: .init(period))
    #expect(record.stage(at: period.end) == .subscribed)
    #expect(record.stage(at: period.end + At.day - 0.001) == .subscribed)
    #expect(record.stage(at: period.end + At.day) == .lapsed)
  }

  @Test("a refunded subscription is over at once, whatever the clock says")
  func refunded() throws {
    let record = At.record(subscription: .init(try At.period(from: now), endedAt: now + At.day))
    #expect(record.stage(at: now + At.day) == .lapsed)
    #expect(record.stage(at: now) == .lapsed)
  }

  @Test("who lapses without ever having had discovery is not given it")
  func lapsedWithoutDiscovery() throws {
    let period = try At.period(from: now)
    let record = At.record(discovery: false, subscription: .init(period, willRenew: false))
    #expect(record.stage(at: period.end) == .lapsed)
  }

  @Test("a trial that still runs outlives a refund, and one that is over does not change a lapse")
  func trialAndRefund() throws {
    let record = At.record(
      trial: .init(startedAt: now),
      subscription: .init(try At.period(from: now), endedAt: now + At.hour))
    #expect(record.stage(at: now + At.hour) == .trialActive)
    #expect(record.stage(at: now + 3 * At.day) == .lapsed)
  }

  @Test("a period that begins by a clock ahead of ours has started")
  func periodAhead() throws {
    let record = At.record(subscription: .init(try At.period(from: now + 5)))
    #expect(record.stage(at: now) == .subscribed)
  }

  @Test("the length of a trial and the grace are the policy's")
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

  @Test("a time that is none gives nothing away")
  func noTime() throws {
    #expect(At.record(trial: .init(startedAt: now)).stage(at: .nan) == .trialExpired)
    let record = At.record(subscription: .init(try At.period(from: now)))
    #expect(record.stage(at: .nan) == .lapsed)
  }

  @Test("the stages are in the order of the way, in words that stay")
  func words() {
    #expect(AccessStage.allCases == AccessStage.allCases.sorted())
    #expect(
      AccessStage.allCases.map(\.rawValue) == [
        "discovery", "paywall_shown", "trial_active", "trial_expired", "subscribed", "lapsed",
      ])
  }
}
