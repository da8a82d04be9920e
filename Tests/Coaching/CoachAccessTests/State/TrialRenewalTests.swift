import CoachAccess
import CoachModel
import Documents
import Testing
import TestKit

private typealias At = AccessMoments

/// What a store reports of a trial that becomes a subscription, or does not.
@Suite("Trials that renew, that are cancelled, and the first period")
struct TrialRenewalTests {
  private let now = At.noon
  private let end = AccessMoments.noon + 3 * AccessMoments.day
  private let new = AccessRecord(
    discoveryCompletedAt: AccessMoments.noon - 10, updatedAt: AccessMoments.noon - 10)

  private func trial() throws -> AccessRecord { try new.after(.trialStarted, at: now) }

  /// The trial's own period, as stores name it that sell it as the first one.
  private func own() throws -> BillingPeriod { try At.period(from: now, days: 3) }

  private func first(_ delay: Double = 0) throws -> BillingPeriod {
    try At.period(from: end + delay)
  }

  private func decision(_ record: AccessRecord, at time: Double) -> AccessDecision {
    AccessPolicy.standard.decision(for: record, at: time)
  }

  private func allowance(_ record: AccessRecord, at time: Double) -> Allowance? {
    if case .coaching(let allowance) = decision(record, at: time) { allowance } else { nil }
  }

  @Test("cancelling a trial takes nothing that was paid for: 3 days and 100 messages")
  func cancelled() throws {
    let record = try trial().after(.trialCancelled, at: now + At.hour)
    for time in [now + At.hour, now + 2 * At.day, end - 1] {
      let allowance = allowance(record, at: time)
      #expect(allowance?.isTrial == true && allowance?.limit == 100)
      #expect(allowance?.resetsAt == nil && allowance?.endsAt == end)
    }
    for time in [end, end + 10, end + At.day] {
      #expect(decision(record, at: time) == .blocked(.trialEnded(.cancelled)))
      #expect(record.stage(at: time) == .trialExpired)
    }
  }

  @Test("a change of the renewal in a trial is no purchase, whichever period the store names")
  func renewalCancelled() throws {
    for period in [try own(), try first(), try first(40), try At.period(from: now + At.day)] {
      let off = try trial().after(.renewalCancelled(period), at: now + At.day + 1)
      #expect(allowance(off, at: now + 2 * At.day)?.limit == 100, "\(period)")
      #expect(allowance(off, at: now + 2 * At.day)?.resetsAt == nil)
      #expect(off.stage(at: end - 1) == .trialActive && off.stage(at: end) == .trialExpired)
      let on = try off.after(.renewalResumed(period), at: now + 2 * At.day)
      #expect(allowance(on, at: now + 2 * At.day)?.resetsAt == end)
      #expect(on.stage(at: end + 10) == .subscribed)
    }
  }

  @Test("renewal that was cancelled as a trial is resumed as a period")
  func resumed() throws {
    let record = try trial().after(.trialCancelled, at: now + 5)
      .after(.renewalResumed(try own()), at: now + 9)
    #expect(record.trial?.willRenew == true && record.stage(at: end) == .subscribed)
    let again = try record.after(.trialCancelled, at: now + 20)
    #expect(again.trial?.willRenew == false && again.stage(at: end) == .trialExpired)
  }

  @Test("what is reported before the trial's start is about the trial, once that is known")
  func startIsLate() throws {
    let off = try new.after(.renewalCancelled(try own()), at: now + At.hour)
      .after(.trialStarted, at: now)
    #expect(allowance(off, at: now + At.day)?.limit == 100)
    #expect(off.stage(at: end) == .trialExpired)
    let bought = try new.after(.subscribed(try own()), at: now).after(.trialStarted, at: now)
    #expect(allowance(bought, at: now + At.day)?.limit == 100)
    #expect(allowance(bought, at: now + At.day)?.resetsAt == end)
    #expect(bought.stage(at: end + 10) == .subscribed)
  }

  @Test("a trial that renews is not refused while the store's event is on its way")
  func grace() throws {
    let record = try trial()
    for time in [end, end + 10, end + At.day - 1] {
      let allowance = allowance(record, at: time)
      #expect(allowance?.key == "paid:2026-11-24" && allowance?.isTrial == false)
      // What has not been paid for is no more than a trial.
      #expect(allowance?.limit == 100 && allowance?.isAwaited == true)
      #expect(allowance?.resetsAt == nil && allowance?.endsAt == nil)
    }
    #expect(decision(record, at: end + At.day) == .blocked(.trialEnded(.days)))
    // What was counted meanwhile is part of the first period.
    let paid = try record.after(.subscribed(try first(12)), at: end + At.hour)
    let counted = allowance(paid, at: end + At.hour)
    #expect(counted?.key == "paid:2026-11-24" && counted?.limit == 800)
    #expect(counted?.isAwaited == false && counted?.resetsAt == end + 12 + 30 * At.day)
  }

  @Test("nobody is warned while the first period is awaited, and 100 messages are the end")
  func awaitedNotice() throws {
    let allowance = try #require(allowance(try trial(), at: end + 10))
    #expect(UsageNotice(allowance, used: 99).tier == .silent)
    #expect(UsageNotice(allowance, used: 100).tier == .exhausted)
    #expect(UsageNotice(allowance, used: 9).willRenew == nil)
  }

  @Test("a first period that is reported early does not end the trial")
  func reportedEarly() throws {
    let record = try trial().after(.subscribed(try first()), at: end - At.hour)
    #expect(allowance(record, at: end - 1)?.isTrial == true)
    #expect(allowance(record, at: end - 1)?.resetsAt == end)
    #expect(allowance(record, at: end)?.limit == 800)
    let off = try record.after(.renewalCancelled(try first()), at: end - At.minute)
    #expect(allowance(off, at: end + 20 * At.day)?.limit == 800)
    #expect(off.stage(at: try first().end) == .lapsed)
  }

  @Test("a subscription that is bought in a trial begins at once")
  func upgraded() throws {
    let period = try At.period(from: now + At.day)
    let record = try trial().after(.renewalCancelled(try first()), at: now + 60)
      .after(.subscribed(period), at: period.start)
    #expect(allowance(record, at: period.start - 1)?.isTrial == true)
    #expect(allowance(record, at: period.start)?.key == "paid:2026-11-22")
    #expect(allowance(record, at: period.start)?.limit == 800)
    #expect(record.stage(at: period.end - 1) == .subscribed)
  }

  @Test("a refunded trial ends at once, and a refunded first period has no grace")
  func refunded() throws {
    let trial = try trial().after(.subscriptionEnded(try own()), at: now + At.hour)
    #expect(decision(trial, at: now + At.hour) == .blocked(.trialEnded(.cancelled)))
    #expect(trial.stage(at: end) == .trialExpired)
    let paid = try self.trial().after(.subscribed(try first()), at: end)
      .after(.subscriptionEnded(try first()), at: end + At.hour)
    #expect(paid.stage(at: end + At.hour) == .lapsed)
  }

  @Test(
    "a refunded trial does not come back with what is bought later, in whatever order that is reported"
  )
  func refundedForGood() throws {
    let later = try At.period(from: now + At.day)
    let refund = AccessChange.subscriptionEnded(try own())
    let paid = AccessChange.subscribed(later)
    let orders: [[(AccessChange, Double)]] = [
      [(.trialStarted, now), (refund, now + At.hour), (paid, later.start)],
      [(.trialStarted, now), (paid, later.start), (refund, now + At.hour)],
      [(refund, now + At.hour), (.trialStarted, now), (paid, later.start)],
    ]
    for reports in orders {
      let record = try reports.reduce(new) { try $0.after($1.0, at: $1.1) }
      #expect(record.trial?.endedAt == now + At.hour)
      #expect(allowance(record, at: later.start)?.limit == 800)
      let ended = try record.after(.subscriptionEnded(later), at: later.start + At.hour)
      #expect(ended.stage(at: later.start + 2 * At.hour) == .lapsed)
      #expect(ended.stage(at: now + 2 * At.hour) != .trialActive)
      try #expect(AccessRecord(json: ended.json) == ended)
      // Repeated reports change nothing.
      try #expect(reports.reduce(record) { try $0.after($1.0, at: $1.1) } == record)
    }
  }

  @Test("records that were stored before open, and keep what was paid for")
  func storedBefore() throws {
    let cancelled = try At.read(
      #"{"trial":{"started_at":1795262400,"cancelled_at":1795266000},"updated_at":1795266000}"#)
    #expect(cancelled.stage(at: end - 1) == .trialActive)
    #expect(cancelled.stage(at: end) == .trialExpired)
    let subscriber = try At.read(
      #"{"trial":{"started_at":1795262400},"subscription":{"period_start":1795521600,"period_end":1798113600,"will_renew":true},"updated_at":1795521600}"#
    )
    #expect(subscriber.stage(at: end + At.day) == .subscribed)
    #expect(subscriber.json.text().contains("is_paid") == false)
  }

  // MARK: In any order

  private struct Course: CustomTestStringConvertible {
    var name: String
    var reports: [(change: AccessChange, at: Double)]
    /// The stages at the end of the first hour, of the trial, 10 seconds later, two days later and of the first period.
    var stages: [AccessStage]

    var testDescription: String { name }
  }

  private func courses() throws -> [Course] {
    let (own, first) = (try own(), try first(8))
    return [
      Course(
        name: "renews",
        reports: [
          (.trialStarted, now), (.subscribed(own), now), (.subscribed(first), first.start),
        ], stages: [.trialActive, .trialActive, .subscribed, .subscribed, .subscribed]),
      Course(
        name: "the event never comes", reports: [(.trialStarted, now), (.paywallShown(), now)],
        stages: [.trialActive, .trialActive, .subscribed, .trialExpired, .trialExpired]),
      Course(
        name: "cancelled, by both periods",
        reports: [
          (.trialStarted, now), (.renewalCancelled(own), now + 90),
          (.renewalCancelled(first), now + 100),
        ], stages: [.trialActive, .trialActive, .trialExpired, .trialExpired, .trialExpired]),
      Course(
        name: "cancelled and resumed",
        reports: [
          (.trialStarted, now), (.renewalCancelled(own), now + 90),
          (.renewalResumed(own), now + At.day), (.renewed(first), first.start),
        ], stages: [.trialActive, .trialActive, .subscribed, .subscribed, .subscribed]),
      Course(
        name: "paid early, then switched off",
        reports: [
          (.trialStarted, now), (.subscribed(own), now), (.renewed(first), end - At.hour),
          (.renewalCancelled(first), end - At.minute),
        ], stages: [.trialActive, .trialActive, .subscribed, .subscribed, .subscribed]),
      Course(
        name: "the trial is refunded",
        reports: [
          (.trialStarted, now), (.renewalCancelled(own), now + 30),
          (.subscriptionEnded(own), now + 40),
        ],
        stages: [.trialExpired, .trialExpired, .trialExpired, .trialExpired, .trialExpired]),
    ]
  }

  @Test("reports in any order, repeated, lead to the same answers")
  func anyOrder() throws {
    var random = SplitMix(seed: 7)
    for course in try courses() {
      for _ in 0..<200 {
        var reports =
          course.reports + (0..<random.below(5)).map { _ in random.pick(course.reports) }
        for index in reports.indices.dropLast() {
          reports.swapAt(index, index + random.below(reports.count - index))
        }
        var record = new
        for report in reports { record = try record.after(report.change, at: report.at) }
        let times = [now + At.hour, end - 1, end + 10, end + 2 * At.day, try first().end - 1]
        let order = reports.map { "\($0.change)" }.joined(separator: "\n")
        #expect(times.map { record.stage(at: $0) } == course.stages, "\(course.name):\n\(order)")
        // In its time, a trial has its own messages and no others.
        for time in times.prefix(2) where course.stages[0] == .trialActive {
          #expect(allowance(record, at: time)?.limit == 100, "\(course.name):\n\(order)")
        }
      }
    }
  }
}
