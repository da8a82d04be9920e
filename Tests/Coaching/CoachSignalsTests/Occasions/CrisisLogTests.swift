import CoachModel
import CoachSignals
import SourceFiles
import Testing
import TestKit

@Suite("Days that signalled danger")
struct CrisisLogTests {
  private let day = CalendarDay(number: 20_000)

  private func record() -> PersonRecord {
    var record = PersonRecord(id: "noor", salt: "salt")
    record.offers.record(.checkIn, .accepted, sessions: 1, on: CalendarDay(number: 19_990))
    return record
  }

  @Test("a day is kept once, with its categories and no word, and read back")
  func kept() throws {
    var record = record()
    record.crises.note(["suicidal_thoughts"], on: day)
    record.crises.note(["abuse", "suicidal_thoughts"], on: day)
    #expect(record.crises.entries.map(\.categories) == [["abuse", "suicidal_thoughts"]])
    #expect(record.crises.last == day && record.crises.isPending)
    try expect(PersonRecord(json: record.json).crises, equals: record.crises)
    record.crises.note([], on: CalendarDay(number: day.number + 91))
    #expect(record.crises.entries.count == 1)
  }

  @Test("the next opening asks how things are, once")
  func opening() {
    var record = record()
    record.crises.note(["abuse"], on: day)
    #expect(record.opening(on: day).opening == .afterDanger)
    record.crises.takeUp()
    #expect(record.opening(on: day).opening == .plain)
    record.crises.note(["abuse"], on: day)
    #expect(record.opening(on: day).opening == .afterDanger)
  }

  @Test("there is no nudge for fourteen days", arguments: [0, 1, 13, 14, 20])
  func nudges(days: Int) {
    var record = record()
    record.crises.note(["self_harm"], on: day)
    let today = CalendarDay(number: day.number + days)
    let decision = record.nudge(on: today, remainingCalls: 9)
    #expect(decision.reason.contains("signalled danger") == (days < 14))
    let candidate = record.nudgeCandidate()
    #expect(candidate.lastCrisis == day)
  }

  @Test("a session that the person starts afterwards ends the rest")
  func session() {
    let today = CalendarDay(number: day.number + 5)
    let situation = { (days: [CalendarDay]) in
      NudgeLog.Situation(
        today: today, isAllowed: true, sessionDays: days, events: [], themes: ["work"],
        lastCrisis: CalendarDay(number: today.number - 5), remainingCalls: 1)
    }
    #expect(NudgeLog().decision(situation([day])).occasion == nil)
    let later = CalendarDay(number: day.number + 2)
    #expect(NudgeLog().decision(situation([day, later])).occasion == .pattern("work"))
  }

  @Test("what the person deletes does not come back from another copy")
  func deleted() {
    var record = record()
    record.crises.note(["abuse"], on: day)
    let other = record
    record.crises.delete(on: day)
    #expect(record.crises.entries.isEmpty)
    #expect(record.merged(with: other).crises.entries.isEmpty)
    #expect(other.merged(with: record).crises.entries.isEmpty)
    // What happens afterwards is known again.
    record.crises.note(["abuse"], on: CalendarDay(number: day.number + 1))
    #expect(record.merged(with: other).crises.last == CalendarDay(number: day.number + 1))
  }

  @Test("of two copies, the one that knows that it was asked about counts")
  func merged() {
    var record = record()
    record.crises.note(["abuse"], on: day)
    let other = record
    record.crises.takeUp()
    #expect(!record.merged(with: other).crises.isPending)
    #expect(!other.merged(with: record).crises.isPending)
  }
}
