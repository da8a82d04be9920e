import CoachAccess
import Testing
import TestKit

private typealias At = AccessMoments

@Suite("Access events: idempotent, and forward only")
struct AccessEventTests {
  private let now = At.noon
  private let new = AccessRecord(updatedAt: AccessMoments.noon - 10 * AccessMoments.day)

  @Test("the full course: discovery, paywall, trial, cancellation, subscription, lapse")
  func fullCourse() throws {
    let period = try At.period(from: now + 5 * At.day)
    var record = try new.after(.discoveryCompleted, at: now)
    #expect(record.stage(at: now) == .paywallShown)
    record = try record.after(.paywallShown(), at: now + 1)
    #expect(record.paywallShownAt == now + 1)
    record = try record.after(.trialStarted, at: now + 2)
    #expect(record.stage(at: now + 2) == .trialActive)
    record = try record.after(.trialCancelled, at: now + At.hour)
    #expect(record.stage(at: now + At.hour) == .trialActive)
    #expect(record.stage(at: now + 2 + 3 * At.day) == .trialExpired)
    record = try record.after(.subscribed(period), at: period.start)
    #expect(record.stage(at: period.start) == .subscribed)
    record = try record.after(.renewalCancelled(period), at: period.start + At.day)
    #expect(record.stage(at: period.end - 1) == .subscribed)
    #expect(record.stage(at: period.end) == .lapsed)
    #expect(record.updatedAt == period.start + At.day)
  }

  @Test("a repeated event changes nothing, not even the record's time")
  func twice() throws {
    let period = try At.period(from: now)
    let events: [AccessChange] = [
      .discoveryCompleted, .paywallShown(), .trialStarted, .trialCancelled, .subscribed(period),
      .renewalCancelled(period), .renewalResumed(period), .subscriptionEnded(period),
    ]
    var record = new
    for (place, event) in events.enumerated() {
      let time = now - 1 + Double(place)
      let changed = try record.after(event, at: time)
      #expect(changed != record, "\(event)")
      try expect(changed.after(event, at: time), equals: changed, "\(event)")
      record = changed
    }
    for (place, event) in events.enumerated() {
      try expect(record.after(event, at: now - 1 + Double(place)), equals: record, "\(event)")
    }
  }

  @Test("of repeated first events, the earliest counts")
  func earliest() throws {
    let record = try new.after(.discoveryCompleted, at: now).after(.paywallShown(), at: now)
    try expect(record.after(.discoveryCompleted, at: now + 5), equals: record)
    try expect(record.after(.paywallShown(), at: now + 5).paywallShownAt, equals: now)
    let earlier = try record.after(.discoveryCompleted, at: now - 5)
    #expect(earlier.discoveryCompletedAt == now - 5)
    let trial = try new.after(.trialStarted, at: now).after(.trialCancelled, at: now + 9)
    // A change of the renewal is no first event: the latest counts.
    try expect(trial.after(.trialCancelled, at: now + 5), equals: trial)
    try expect(trial.after(.trialCancelled, at: now + 20).trial?.cancelledAt, equals: now + 20)
    let period = try At.period(from: now)
    let ended = try new.after(.subscriptionEnded(period), at: now + 9)
    try expect(
      ended.after(.subscriptionEnded(period), at: now + 5).subscription?.endedAt, equals: now + 5)
    try expect(ended.after(.subscriptionEnded(period), at: now + 20), equals: ended)
  }

  @Test("a changed record is newer than before, even if the event is old")
  func lateEvent() throws {
    let record = AccessRecord(updatedAt: now)
    let changed = try record.after(.discoveryCompleted, at: now - At.day)
    #expect(changed.updatedAt > now && changed.updatedAt < now + 0.001)
    #expect(AccessRecord.newer(of: record, changed) == changed)
  }

  @Test("a second trial of an account is rejected")
  func secondTrial() throws {
    let record = try new.after(.trialStarted, at: now)
    let error = #expect(throws: AccessError.self) {
      try record.after(.trialStarted, at: now + 30 * At.day)
    }
    #expect(error?.code == .trialUsed)
  }

  @Test("a trial is rejected if the device was used for one, under any account")
  func trialOnDevice() {
    let error = #expect(throws: AccessError.self) {
      try new.after(.trialStarted, at: now, on: DeviceHistory(trialAccounts: ["someone-else"]))
    }
    #expect(error?.code == .trialUsedOnDevice)
  }

  @Test("a trial that is reported again is not rejected because of its own device")
  func trialAgain() throws {
    let record = try new.after(.trialStarted, at: now)
    let device = DeviceHistory(trialAccounts: ["me"])
    try expect(record.after(.trialStarted, at: now, on: device), equals: record)
  }

  @Test("a known account continues on a new device, and may start its first trial there")
  func newDevice() throws {
    let record = try new.after(.trialStarted, at: now, on: DeviceHistory())
    #expect(record.stage(at: now) == .trialActive)
  }

  @Test("a subscriber cannot start a trial, but an earlier one is still recorded")
  func trialWhileSubscribed() throws {
    let period = try At.period(from: now)
    let record = try new.after(.subscribed(period), at: now)
    for time in [now, period.end - 1, period.end + At.day - 1] {
      let error = #expect(throws: AccessError.self) { try record.after(.trialStarted, at: time) }
      #expect(error?.code == .subscribed)
    }
    let late = try record.after(.trialStarted, at: now - 3 * At.day)
    #expect(late.trial?.startedAt == now - 3 * At.day)
    #expect(late.stage(at: now) == .subscribed)
    // After the subscription is over, a first trial is allowed.
    let lapsed = try record.after(.trialStarted, at: period.end + At.day)
    #expect(lapsed.stage(at: period.end + At.day) == .trialActive)
  }

  @Test("no trial starts in a period that was renewed early")
  func trialBeforeRenewal() throws {
    let first = try At.period(from: now)
    let second = try At.period(from: first.end)
    let record = try new.after(.subscribed(first), at: now).after(.renewed(second), at: now + 1)
    let error = #expect(throws: AccessError.self) { try record.after(.trialStarted, at: now + 2) }
    #expect(error?.code == .subscribed)
  }

  @Test("a cancellation without a trial is rejected with advice")
  func cancellationAlone() {
    let error = #expect(throws: AccessError.self) { try new.after(.trialCancelled, at: now) }
    #expect(error?.code == .noTrial)
    #expect(error?.description.contains("report its start first") == true)
  }

  @Test(
    "invalid times are rejected", arguments: [Double.nan, .infinity, -1, 1_795_262_400_000])
  func noTime(time: Double) {
    let error = #expect(throws: AccessError.self) { try new.after(.discoveryCompleted, at: time) }
    #expect(error?.code == .invalidTime)
    #expect(error?.advice.contains("milliseconds") == (time > now))
  }

  @Test("a rejection changes nothing, and each has its own code")
  func codes() {
    #expect(
      AccessError.Code.allCases.map(\.rawValue) == [
        "trial_used", "trial_used_on_device", "subscribed", "no_trial", "invalid_time",
        "invalid_policy",
      ])
  }

  @Test("a period ends after its start, within the calendar's range")
  func periods() {
    #expect(BillingPeriod(start: 10, end: 10) == nil)
    #expect(BillingPeriod(start: 10, end: 9) == nil)
    #expect(BillingPeriod(start: -1, end: 9) == nil)
    #expect(BillingPeriod(start: .nan, end: 9) == nil)
    #expect(BillingPeriod(start: 0, end: .infinity) == nil)
    #expect(BillingPeriod(start: now * 1000, end: now * 1000 + 1) == nil)
    #expect(BillingPeriod(start: 0, end: 0.5) != nil)
  }
}
