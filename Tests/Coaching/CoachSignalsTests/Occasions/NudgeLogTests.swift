import CoachModel
import CoachSignals
import Documents
import TestKit
import Testing

@Suite("What a nudge is about, and the log of nudges")
struct NudgeLogTests {
  private let today = CalendarDay(number: 20_783)
  private var noon: Double { today.unixTime + 43_200 }

  /// A person who accepted check-ins, and was last there some days ago.
  private func record(away: Int, themes: [String] = []) throws -> PersonRecord {
    var record = PersonRecord(id: "p", salt: "s")
    let day = today.adding(days: -away)
    record.note(
      [
        SessionMessage(id: "m", role: .user, text: "I planted the beans.", time: day.unixTime),
        SessionMessage(
          id: "n", role: .assistant, text: "I see.", time: day.unixTime + 60, domain: "life"),
      ], in: "c", kind: .coaching)
    var outcome = try #require(record.closing(record.open[0], end: .app, zone: .utc))
    outcome.session.themes = ["planting in rows", "the shed"]
    outcome.session.title = "Beans"
    record.apply(outcome, on: day)
    record.offers.record(.checkIn, .accepted, sessions: 1, on: day)
    record.offers.record(.remember, .accepted, sessions: 1, on: day)
    record.replacePatterns(
      themes.map {
        PatternTheme(
          PatternSummary.Theme(text: $0, count: 3, domains: [], lastSeen: day.description),
          sessions: [])
      }, growth: [], styleNotes: [])
    return record
  }

  // MARK: Occasions

  @Test("the last conversation is known by its theme, its domain and how long ago it was")
  func context() throws {
    var record = try record(away: 4)
    expect(
      record.nudgeContext(on: today),
      equals: NudgeContext(topic: "planting in rows", domain: "life", daysAway: 4))
    record.offers.record(.remember, .declined, sessions: 1, on: today)
    expect(record.nudgeContext(on: today), equals: NudgeContext(daysAway: 4))
    expect(PersonRecord(id: "q", salt: "s").nudgeContext(on: today), equals: NudgeContext())
  }

  @Test("being quiet brings a theme back sooner")
  func quiet() throws {
    for (away, isTakenUp) in [(2, false), (5, true)] {
      var record = try record(away: away, themes: ["says yes too soon"])
      let earlier = today.adding(days: -12)
      record.nudges.record(
        NudgeDecision(occasion: .pattern("says yes too soon"), reason: "pattern"), isSent: true,
        on: earlier)
      let decision = record.nudge(on: today, remainingCalls: 1)
      expect(decision.occasion, equals: isTakenUp ? .pattern("says yes too soon") : nil)
    }
    var rested = try record(away: 5, themes: ["says yes too soon"])
    rested.nudges.record(
      NudgeDecision(occasion: .pattern("says yes too soon"), reason: "pattern"), isSent: true,
      on: today.adding(days: -9))
    let decision = rested.nudge(on: today, remainingCalls: 1)
    expect(decision.occasion, equals: .reEngagement(daysAway: 5))
  }

  @Test("a theme that is not for a locked screen gives no occasion, also in a plan")
  func privateTheme() throws {
    let record = try record(away: 1, themes: ["hides the debt", "says yes too soon"])
    let isPublic = { (text: String) in !text.contains("debt") }
    let decision = record.nudge(on: today, remainingCalls: 1, isPublic: isPublic)
    expect(decision.occasion, equals: .pattern("says yes too soon"))
    expect(record.nudgeCandidate(isPublic: isPublic).themes.count, equals: 1)
    let none = record.nudge(on: today, remainingCalls: 1, isPublic: { _ in false })
    expect(none.reason, equals: "there is no occasion")
  }

  @Test("the end of a trial is told on the day before, once, whatever the cap and the frequency")
  func trial() throws {
    var record = try record(away: 1)
    record.nudges.frequency = .weekly
    record.nudges.record(
      NudgeDecision(occasion: .reEngagement(daysAway: 3), reason: "away"), isSent: true,
      on: today.adding(days: -2))
    let end = today.adding(days: 1)
    let decision = record.nudge(on: today, remainingCalls: 0, trialEnd: end)
    expect(decision, equals: NudgeDecision(occasion: .trialEnding(on: end), reason: "trial_ending"))
    record.nudges.record(decision, isSent: true, on: today)
    let again = record.nudge(on: today, remainingCalls: 1, trialEnd: end)
    expect(again.reason, equals: "there was one today")
    let fresh = try self.record(away: 1)
    for days in [-1, 0, 2, 3] {
      let other = fresh.nudge(
        on: today, remainingCalls: 1, trialEnd: today.adding(days: days))
      expect(other.reason, equals: "there is no occasion")
    }
  }

  @Test(
    "the end of a trial waits for no accepted check-ins, but for quiet days, sessions and danger")
  func trialHolds() throws {
    let end = today.adding(days: 1)
    func reason(_ change: (inout PersonRecord) -> Void, away: Int = 1) throws -> String {
      var record = try record(away: away)
      change(&record)
      return record.nudge(on: today, remainingCalls: 1, trialEnd: end).reason
    }
    let unasked = try reason { $0.offers = OfferLog() }
    expect(unasked, equals: "trial_ending")
    let declined = try reason { $0.offers.record(.checkIn, .declined, sessions: 1, on: today) }
    expect(declined, equals: "the person did not accept check-ins")
    let off = try reason { $0.offers.record(.checkIn, .off, sessions: 1, on: today) }
    expect(off, equals: "the person did not accept check-ins")
    let quiet = try reason { $0.nudges.quietDays = [today.weekday] }
    expect(quiet, equals: "a quiet day")
    expect(try reason({ _ in }, away: 0), equals: "there was a session today")
    let danger = try reason { $0.crises.note(["abuse"], on: today.adding(days: -1)) }
    expect(danger, contains: "signalled danger")
  }

  // MARK: The log

  @Test("an attempt has its time, and an opened nudge its own, once")
  func opened() throws {
    var record = try record(away: 4)
    expect(record.openNudge(at: noon), equals: false)
    record.nudges.record(
      NudgeDecision(occasion: nil, reason: "a quiet day"), isSent: false, on: today, at: noon)
    expect(record.openNudge(at: noon), equals: false)
    let decision = record.nudge(on: today, remainingCalls: 1)
    record.nudges.record(decision, isSent: true, on: today, at: noon + 60)
    expect(record.openNudge(sentOn: today.adding(days: -1), at: noon), equals: false)
    for time in [noon + 900, noon + 600, noon + 1_200] {
      expect(record.openNudge(sentOn: today, at: time), equals: true)
    }
    expect(record.nudges.entries.map(\.time), equals: [noon, noon + 60])
    expect(record.nudges.entries.map(\.openedAt), equals: [nil, noon + 600])
    let seen = record.signals.signals.filter { $0.signal == .nudgeOpened("re_engagement") }
    expect(seen.map(\.id), equals: ["nudge/\(today)/opened"])
    expect(SignalSummary(record.signals, at: noon).nudgesOpened, equals: 1)
    expect(try PersonRecord(json: record.json), equals: record)
  }

  @Test("copies of two devices know an attempt once, with the earlier opening")
  func merged() throws {
    var first = try record(away: 4)
    let decision = first.nudge(on: today, remainingCalls: 1)
    first.nudges.record(decision, isSent: true, on: today, at: noon)
    var second = first
    first.openNudge(at: noon + 900)
    second.openNudge(at: noon + 300)
    second.nudges.record(
      NudgeDecision(occasion: nil, reason: "there was one today"), isSent: false, on: today,
      at: noon + 3_600)
    for merged in [first.merged(with: second), second.merged(with: first)] {
      expect(merged.nudges.entries.map(\.openedAt), equals: [noon + 300, nil])
      expect(merged.nudges.entries.map(\.isSent), equals: [true, false])
    }
    var plan = first.nudges
    plan.add(second.nudges.entries)
    expect(plan.entries.count, equals: 2)
  }

  @Test("a log of an earlier version opens")
  func older() throws {
    let record = try record(away: 4)
    var object = try #require(record.json.object)
    object["nudges"] = [
      "frequency": "weekly",
      "entries": [["day": "2026-11-01", "is_sent": true, "kind": "event", "reason": "event"]],
    ]
    var opened = try PersonRecord(json: .object(object))
    expect(opened.nudges.entries.map(\.time), equals: [nil])
    expect(opened.openNudge(at: noon), equals: true)
    expect(opened.nudges.entries.map(\.openedAt), equals: [noon])
  }
}
