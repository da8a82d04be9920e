import CoachModel
import CoachSignals
import TestKit
import Testing

@Suite("How often a person hears from the coach")
struct NudgeFrequencyTests {
  private let today = CalendarDay(number: 20_783)

  /// A person who had a session four days ago and accepted check-ins.
  private func record() throws -> PersonRecord {
    var record = PersonRecord(id: "p", language: "en", salt: "s")
    try hold("c", on: today.adding(days: -4), in: &record)
    record.offers.record(.checkIn, .accepted, sessions: 1, on: today.adding(days: -4))
    return record
  }

  private func hold(
    _ conversation: String, on day: CalendarDay, in record: inout PersonRecord
  ) throws {
    record.note(
      [
        SessionMessage(
          id: "\(conversation)-m", role: .user, text: "I planted beans.",
          time: day.unixTime + 40_000)
      ], in: conversation, kind: .coaching)
    let session = try #require(record.session(in: conversation))
    record.apply(try #require(record.closing(session, end: .app, zone: .utc)), on: day)
  }

  /// The days, counted from today, on which nudges are sent if there is an occasion every day.
  private func days(of record: PersonRecord, until last: Int) -> [Int] {
    var record = record
    return (0...last).filter { number in
      let day = today.adding(days: number)
      let decision = record.nudge(on: day, remainingCalls: 1)
      guard decision.occasion != nil else { return false }
      record.nudges.record(decision, isSent: true, on: day)
      #expect(record.nudge(on: day, remainingCalls: 1).occasion == nil, "two on one day")
      return true
    }
  }

  @Test(
    "daily, a few times a week or weekly, at most one a day",
    arguments: [
      (NudgeFrequency.daily, Array(0...13)), (.fewTimesAWeek, [0, 2, 4, 7, 9, 11]),
      (.weekly, [0, 7]),
    ])
  func frequencies(frequency: NudgeFrequency, days expected: [Int]) throws {
    var record = try record()
    record.nudges.frequency = frequency
    expect(days(of: record, until: 13), equals: expected)
  }

  @Test(
    "there is none on the day of a session, on a quiet day, and after check-ins are switched off")
  func settings() throws {
    let record = try record()
    #expect(record.nudge(on: today, remainingCalls: 1).occasion != nil)
    var busy = record
    try hold("d", on: today, in: &busy)
    expect(busy.nudge(on: today, remainingCalls: 1).reason, contains: "session today")
    var quiet = record
    quiet.nudges.quietDays = [today.weekday]
    expect(quiet.nudge(on: today, remainingCalls: 1).occasion, equals: nil)
    var off = record
    off.offers.record(.checkIn, .off, sessions: 1, on: today)
    expect(off.nudge(on: today, remainingCalls: 1).reason, contains: "did not accept check-ins")
    // A plan reads the same settings.
    var plan = NudgePlan(on: today, cap: 9)
    for person in [busy, quiet, off] { #expect(plan.consider(person.nudgeCandidate()) != nil) }
    #expect(plan.consider(record.nudgeCandidate()) == nil && plan.chosen.count == 1)
  }
}
