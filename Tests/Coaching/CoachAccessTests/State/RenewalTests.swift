import CoachAccess
import Testing
import TestKit

private typealias At = AccessMoments

@Suite("Renewals that are reported twice, late, early or out of order")
struct RenewalTests {
  private let now = At.noon
  private let new = AccessRecord(updatedAt: AccessMoments.noon - 10 * AccessMoments.day)

  private func allowance(_ record: AccessRecord, at time: Double) -> Allowance? {
    guard case .coaching(let allowance) = AccessPolicy.standard.decision(for: record, at: time)
    else { return nil }
    return allowance
  }

  @Test("a renewal starts a new count on the renewal date, not on the first of the month")
  func renewal() throws {
    let (first, second) = (try At.period(from: now), try At.period(from: now + 30 * At.day))
    let record = try new.after(.subscribed(first), at: now).after(.renewed(second), at: first.end)
    // 1 December is within the first period.
    #expect(allowance(record, at: now + 11 * At.day)?.key == "paid:2026-11-21")
    #expect(allowance(record, at: first.end - 1)?.key == "paid:2026-11-21")
    #expect(allowance(record, at: first.end)?.key == "paid:2026-12-21")
    #expect(allowance(record, at: first.end)?.resetsAt == second.end)
  }

  @Test("a renewal that is reported early counts from the renewal date")
  func early() throws {
    let (first, second) = (try At.period(from: now), try At.period(from: now + 30 * At.day))
    let record = try new.after(.subscribed(first), at: now)
      .after(.renewed(second), at: first.end - At.day)
    let before = allowance(record, at: first.end - At.hour)
    #expect(before?.key == "paid:2026-11-21" && before?.resetsAt == first.end)
  }

  @Test("the same period with a different fraction of a second starts nothing new")
  func shifted() throws {
    let first = try At.period(from: now)
    let ended = try new.after(.subscribed(first), at: now)
      .after(.subscriptionEnded(first), at: now + At.day)
    for shift in [0.512, -0.488, 59.0] {
      let again = try #require(BillingPeriod(start: first.start + shift, end: first.end + shift))
      let record = try ended.after(.subscribed(again), at: now + 2 * At.day)
      #expect(record.stage(at: now + 2 * At.day) == .lapsed)
      let running = try new.after(.subscribed(first), at: now).after(.subscribed(again), at: now)
      #expect(allowance(running, at: now + At.hour)?.key == "paid:2026-11-21")
    }
  }

  @Test("messages sent while a renewal is pending count towards it")
  func awaited() throws {
    let first = try At.period(from: now)
    let awaiting = try new.after(.subscribed(first), at: now)
    let waiting = allowance(awaiting, at: first.end + At.hour)
    #expect(waiting?.key == "paid:2026-12-21")
    #expect(waiting?.resetsAt == nil)
    let renewed = try awaiting.after(
      .renewed(try At.period(from: first.end + 4)), at: first.end + At.hour)
    #expect(allowance(renewed, at: first.end + At.hour)?.key == waiting?.key)
  }

  @Test("a renewal that is off by seconds keeps the count, even across midnight")
  func midnight() throws {
    let midnight = 1_795_305_600.0
    let start = midnight - 30 * At.day - 2
    let first = try At.period(from: start)
    let awaiting = try new.after(.subscribed(first), at: start)
    let key = allowance(awaiting, at: first.end + 1)?.key
    #expect(key == "paid:2026-11-21")
    for shift in [-5.0, 0, 1, 2, 5, At.hour] {
      let second = try At.period(from: first.end + shift)
      let renewed = try awaiting.after(.renewed(second), at: first.end + At.hour)
      #expect(allowance(renewed, at: first.end + At.hour)?.key == key, "\(shift)")
      // The next renewal does not move the count of this period either.
      let third = try At.period(from: second.end)
      let again = try renewed.after(.renewed(third), at: second.end - At.hour)
      #expect(allowance(again, at: second.end - At.hour)?.key == key, "\(shift)")
    }
  }

  @Test("a renewal within the grace period on either side is the expected one, to the second")
  func expected() throws {
    let first = try At.period(from: now)
    let record = try new.after(.subscribed(first), at: now)
    for shift in [-At.day, At.day] {
      let renewed = try record.after(.renewed(try At.period(from: first.end + shift)), at: now)
      #expect(renewed.subscription?.countedFrom == first.end)
    }
    for shift in [-At.day - 1, At.day + 1] {
      let other = try At.period(from: first.end + shift)
      try expect(
        record.after(.renewed(other), at: now).subscription?.countedFrom, equals: other.start)
    }
  }

  @Test("a refunded period does not lead to an expected renewal")
  func renewedAfterRefund() throws {
    let first = try At.period(from: now)
    let second = try At.period(from: first.end + 5)
    let record = try new.after(.subscriptionEnded(first), at: now).after(.renewed(second), at: now)
    #expect(record.subscription?.countedFrom == second.start)
  }

  @Test("between an ended period and a later purchase, the later one counts")
  func boughtForLater() throws {
    let first = try At.period(from: now)
    let second = try At.period(from: first.end + 5 * At.day)
    let record = try new.after(.subscribed(first), at: now).after(.renewed(second), at: now + 1)
    #expect(allowance(record, at: first.end - 1)?.key == "paid:2026-11-21")
    #expect(allowance(record, at: first.end - 1)?.resetsAt == first.end)
    #expect(allowance(record, at: first.end)?.key == "paid:2026-12-26")
  }

  @Test("a period that starts far from the expected date has its own count")
  func returned() throws {
    let first = try At.period(from: now)
    let second = try At.period(from: first.end + 2 * At.day)
    let record = try new.after(.subscribed(first), at: now).after(
      .renewed(second), at: second.start)
    #expect(allowance(record, at: second.start)?.key == "paid:2026-12-23")
  }

  @Test("a new purchase before the end of a non-renewing period starts a new count at once")
  func boughtAgain() throws {
    let first = try At.period(from: now)
    let second = try At.period(from: first.end - 20 * At.hour)
    let record = try new.after(.subscribed(first), at: now)
      .after(.renewalCancelled(first), at: now + 1)
      .after(.subscribed(second), at: second.start)
    #expect(allowance(record, at: second.start)?.key == "paid:2026-12-20")
    #expect(record.stage(at: second.end - 1) == .subscribed)
    #expect(record.subscription?.willRenew == true)
  }

  @Test("a refunded period stays refunded when another is bought for later")
  func boughtAfterRefund() throws {
    let first = try At.period(from: now)
    let second = try At.period(from: now + 2 * At.day)
    let record = try new.after(.subscribed(first), at: now)
      .after(.subscriptionEnded(first), at: now + At.hour)
      .after(.subscribed(second), at: now + At.day)
    #expect(record.subscription?.previous == nil)
    #expect(allowance(record, at: second.start)?.key == "paid:2026-11-23")
  }

  @Test("an older period neither replaces nor ends a newer one")
  func older() throws {
    let (first, second) = (try At.period(from: now), try At.period(from: now + 30 * At.day))
    let record = try new.after(.renewed(second), at: second.start)
    for event in [
      AccessChange.subscribed(first), .renewed(first), .renewalCancelled(first),
      .renewalResumed(first), .subscriptionEnded(first),
    ] {
      try expect(record.after(event, at: second.start + 1), equals: record, "\(event)")
    }
  }

  @Test("an event about a period that is not yet known is remembered")
  func aheadOfItsPeriod() throws {
    let (first, second) = (try At.period(from: now), try At.period(from: now + 30 * At.day))
    let record = try new.after(.subscribed(first), at: now)
    let cancelled = try record.after(.renewalCancelled(second), at: second.start + 5)
      .after(.renewed(second), at: second.start)
    #expect(cancelled.stage(at: second.end - 1) == .subscribed)
    #expect(cancelled.stage(at: second.end) == .lapsed)
    let ended = try record.after(.subscriptionEnded(second), at: second.start + 5)
      .after(.renewed(second), at: second.start)
    #expect(ended.stage(at: second.start + 5) == .lapsed)
  }

  @Test("refunding a renewal that was charged early leaves the paid period")
  func earlyRefund() throws {
    let (first, second) = (try At.period(from: now), try At.period(from: now + 30 * At.day))
    let record = try new.after(.subscribed(first), at: now)
      .after(.renewed(second), at: first.end - At.day)
      .after(.subscriptionEnded(second), at: first.end - At.hour)
    #expect(record.stage(at: first.end - 1) == .subscribed)
    #expect(allowance(record, at: first.end - 1)?.resetsAt == nil)
    #expect(record.stage(at: first.end) == .lapsed)
  }

  @Test("if renewal is switched off and on, the later event counts, in any order of arrival")
  func switches() throws {
    let period = try At.period(from: now)
    let record = try new.after(.subscribed(period), at: now)
    let off = AccessChange.renewalCancelled(period)
    let on = AccessChange.renewalResumed(period)
    let inOrder = try record.after(off, at: now + 1).after(on, at: now + 2)
    #expect(inOrder.subscription?.willRenew == true)
    let reversed = try record.after(on, at: now + 2).after(off, at: now + 1)
    #expect(reversed.subscription == inOrder.subscription)
    // Two events at the same time: off, in either order.
    try expect(record.after(off, at: now).after(on, at: now).subscription?.willRenew, equals: false)
    try expect(record.after(on, at: now).after(off, at: now).subscription?.willRenew, equals: false)
  }

  @Test("a second report of a purchase does not purchase again")
  func boughtTwice() throws {
    let period = try At.period(from: now)
    let record = try new.after(.subscribed(period), at: now)
      .after(.renewalCancelled(period), at: now + 1)
    try expect(record.after(.subscribed(period), at: now), equals: record)
  }

  @Test("extra days move the end of a period, and a shorter report does not")
  func extended() throws {
    let period = try At.period(from: now)
    let record = try new.after(.subscribed(period), at: now)
    let longer = try record.after(.renewed(try At.period(from: now, days: 37)), at: now + 1)
    #expect(longer.subscription?.periodEnd == now + 37 * At.day)
    #expect(longer.subscription?.periodStart == now)
    try expect(longer.after(.renewed(period), at: now + 2), equals: longer)
  }

  @Test("the final state does not depend on the order or repetition of reports")
  func anyOrder() throws {
    let periods = try (0..<3).map { try At.period(from: now + Double($0) * 30 * At.day + 3) }
    let reports: [(AccessChange, Double)] = [
      (.subscribed(periods[0]), periods[0].start), (.renewalCancelled(periods[0]), now + 9),
      (.renewalResumed(periods[0]), now + 10), (.renewed(periods[1]), periods[1].start),
      (.renewalCancelled(periods[1]), periods[1].start + 1),
      (.renewed(periods[2]), periods[2].start),
      (.renewalCancelled(periods[2]), periods[2].start + 1),
      (.renewalResumed(periods[2]), periods[2].start + 2),
    ]
    func final(_ reports: [(AccessChange, Double)]) throws -> AccessRecord.Subscription? {
      var record = new
      for (event, time) in reports { record = try record.after(event, at: time) }
      // The order of arrival determines only which count early messages were added to.
      record.subscription?.countedFrom = 0
      record.subscription?.previous = nil
      return record.subscription
    }
    let expected = try final(reports)
    #expect(expected?.period == periods[2] && expected?.willRenew == true)
    var random = SplitMix(seed: 1)
    for _ in 0..<300 {
      var shuffled = reports + (0..<random.below(6)).map { _ in random.pick(reports) }
      for index in shuffled.indices.dropLast() {
        shuffled.swapAt(index, index + random.below(shuffled.count - index))
      }
      try expect(final(shuffled), equals: expected)
    }
  }
}
