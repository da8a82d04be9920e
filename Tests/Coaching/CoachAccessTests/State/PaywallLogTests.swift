import CoachAccess
import Documents
import Testing
import TestKit

private typealias At = AccessMoments

@Suite("Paywalls: how often they were seen, and after which version something was bought")
struct PaywallLogTests {
  private let now = At.noon
  private let new = AccessRecord(updatedAt: AccessMoments.noon - 10 * AccessMoments.day)
  private let personal = PaywallImpression(
    version: "v4", presentation: .first, experiment: "paywall-1")
  private let fixed = PaywallImpression(version: "fixed", presentation: .returning)

  @Test("impressions are counted by version, each once, and the first time stays")
  func impressions() throws {
    var record = try new.after(.paywallShown(personal), at: now)
    let once = record
    try expect(record.after(.paywallShown(personal), at: now), equals: once)
    record = try record.after(.paywallShown(fixed), at: now + 5)
    record = try record.after(.paywallShown(personal), at: now + 9)
    record = try record.after(.paywallShown(), at: now + 11)
    expect(record.paywalls.impressions, equals: ["v4": 2, "fixed": 1, "unknown": 1])
    expect(record.paywallShownAt, equals: now)
    expect(record.paywalls.last, equals: nil)
    expect(record.paywalls.lastTime, equals: now + 11)
    // One that is reported late counts, once, and is not the last.
    let late = try record.after(.paywallShown(fixed), at: now + 7)
    expect(late.paywalls.impressions, equals: ["v4": 2, "fixed": 2, "unknown": 1])
    expect(late.paywalls.lastTime, equals: now + 11)
    try expect(late.after(.paywallShown(fixed), at: now + 7), equals: late)
    try expect(AccessRecord(json: late.json), equals: late)
  }

  @Test("impressions count in any order of their reports, and versions at the same time each")
  func late() throws {
    let other = PaywallImpression(version: "v3", presentation: .first)
    let reports = [(personal, now - 100), (other, now - 300), (other, now - 50)]
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0, 0, 1]] {
      let record = try order.reduce(new) {
        try $0.after(.paywallShown(reports[$1].0), at: reports[$1].1)
      }
      expect(record.paywalls.impressions, equals: ["v3": 2, "v4": 1])
      expect(record.paywalls.last, equals: other)
      // A purchase that is reported late is that of the paywall before it.
      let bought = try record.after(.trialStarted, at: now - 80)
      expect(bought.paywalls.purchase?.impression, equals: personal)
    }
    let both = try new.after(.paywallShown(personal), at: now).after(.paywallShown(other), at: now)
    expect(both.paywalls.impressions, equals: ["v3": 1, "v4": 1])
    // Of very many, the times of the last are kept, and what is older changes nothing.
    let many = try (0..<50).reduce(new) {
      try $0.after(.paywallShown(personal), at: now + Double($1))
    }
    expect(many.paywalls.impressions, equals: ["v4": 50])
    try expect(many.after(.paywallShown(personal), at: now + 3), equals: many)
    #expect(many.json.text().utf8.count < 1_500)
    // The times of older logs are unknown, so that nothing is counted twice.
    let old = try AccessRecord(
      json: [
        "updated_at": 5,
        "paywalls": ["impressions": ["v4": 2], "last_at": .number(now)],
      ])
    try expect(old.after(.paywallShown(personal), at: now - 1).paywalls, equals: old.paywalls)
  }

  @Test("a paywall seen in a trial did not lead to its renewal, one up to two seconds late did")
  func conversion() throws {
    let record = try new.after(.paywallShown(fixed), at: now + 1).after(.trialStarted, at: now)
    expect(record.paywalls.purchase?.impression, equals: fixed)
    let seen = try record.after(.paywallShown(personal), at: now + At.day)
    let first = try At.period(from: now + 3 * At.day)
    let renewed = try seen.after(.subscribed(first), at: first.start)
    expect(renewed.paywalls.purchase?.impression, equals: fixed)
    let decided = try seen.after(.trialCancelled, at: now + 2 * At.day)
      .after(.subscribed(first), at: first.start)
    expect(decided.paywalls.purchase?.impression, equals: personal)
  }

  @Test("a log at the largest count can still be read after one more impression")
  func largestCount() throws {
    let full = try AccessRecord(
      json: [
        "updated_at": 5,
        "paywalls": ["impressions": ["v4": .integer(JSONForm<Int>.largestCount)]],
      ])
    let record = try full.after(.paywallShown(personal), at: now)
    let read = try AccessRecord(json: record.json)
    expect(read.paywalls.impressions, equals: ["v4": JSONForm<Int>.largestCount])
  }

  @Test(
    "a purchase names the paywall that was last shown, and a second one without another paywall does not"
  )
  func purchase() throws {
    var record = try new.after(.paywallShown(fixed), at: now)
    record = try record.after(.paywallShown(personal), at: now + 5)
    record = try record.after(.trialStarted, at: now + 6)
    expect(record.paywalls.purchase?.impression, equals: personal)
    expect(record.paywalls.purchase?.time, equals: now + 6)
    try expect(record.after(.trialStarted, at: now + 6), equals: record)
    let period = try At.period(from: now + At.day)
    let kept = try record.after(.subscribed(period), at: period.start)
    expect(kept.paywalls.purchase, equals: record.paywalls.purchase)
    let lapsed = PaywallImpression(version: "v5", presentation: .lapsed)
    let back = try At.period(from: period.end + 20 * At.day)
    record = try kept.after(.paywallShown(lapsed), at: period.end + At.day)
      .after(.subscribed(back), at: back.start)
    expect(record.paywalls.purchase?.impression, equals: lapsed)
  }

  @Test("fixed texts that stood in for a version are counted for it, too, with their purchase")
  func assigned() throws {
    let failed = PaywallImpression(
      version: "fixed", presentation: .first, experiment: "paywall-1", assigned: "v4")
    let record = try new.after(.paywallShown(personal), at: now)
      .after(.paywallShown(failed), at: now + 5).after(.trialStarted, at: now + 6)
    expect(record.paywalls.impressions, equals: ["v4": 1, "fixed": 1])
    expect(record.paywalls.fallbacks, equals: ["v4": 1])
    expect(record.paywalls.purchase?.impression.assigned, equals: "v4")
    try expect(AccessRecord(json: record.json), equals: record)
  }

  @Test("without a paywall before it, a purchase names none")
  func unseen() throws {
    let bought = try new.after(.trialStarted, at: now)
    expect(bought.paywalls.purchase, equals: nil)
    let later = try bought.after(.paywallShown(personal), at: now + 5)
    expect(later.paywalls.purchase, equals: nil)
  }

  @Test("records and events keep it in JSON, and those from before it can be read")
  func json() throws {
    let record = try new.after(.paywallShown(personal), at: now).after(.trialStarted, at: now + 1)
    try expect(AccessRecord(json: record.json), equals: record)
    for event in [AccessChange.paywallShown(personal), .paywallShown()] {
      try expect(AccessChange(json: event.json), equals: event)
    }
    try expect(AccessChange(json: ["event": "paywall_shown"]), equals: .paywallShown())
    let old = try AccessRecord(json: ["updated_at": 5, "paywall_shown_at": 4])
    expect(old.paywalls, equals: PaywallLog())
    expect(old.json["paywalls"], equals: nil)
  }
}
