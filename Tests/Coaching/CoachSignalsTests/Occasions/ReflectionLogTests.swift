import CoachModel
import CoachSignals
import TestKit
import Testing

@Suite("When the coach offers to look back at a month")
struct ReflectionLogTests {
  /// The third of a month.
  private let start = CalendarDay(number: 20_760)

  private func hold(
    _ log: ReflectionLog = ReflectionLog(), sessions: Int = 8, days: Int
  ) -> String? {
    log.hold(sessions: sessions, firstSession: start, today: start.adding(days: days))
  }

  @Test("from eight sessions on, and 25 days after the first")
  func due() {
    expect(hold(days: 25), equals: nil)
    expect(hold(sessions: 7, days: 90), equals: "7 of 8 sessions")
    expect(hold(days: 24), equals: "24 of 25 days since the last")
  }

  @Test("after one that was accepted, the next is due in another month, 25 days later")
  func monthly() throws {
    var log = ReflectionLog()
    let first = try #require(CalendarDay("2026-12-01"))
    log.record(isAccepted: true, on: first)
    func hold(_ days: Int) -> String? {
      log.hold(sessions: 20, firstSession: start, today: first.adding(days: days))
    }
    expect(hold(24), equals: "24 of 25 days since the last")
    expect(hold(30), equals: "there was one this month")
    expect(hold(31), equals: nil)
  }

  @Test("one that was declined is kept for the next day with a session")
  func declined() {
    var log = ReflectionLog()
    log.record(isAccepted: false, on: start.adding(days: 25))
    expect(hold(log, days: 25), equals: "declined today")
    expect(hold(log, days: 27), equals: nil)
  }

  @Test("none comes over something urgent, nor after a conversation that signalled danger")
  func urgent() throws {
    var record = PersonRecord(id: "p", language: "en", salt: "s")
    for number in 0..<8 {
      let day = start.adding(days: number)
      record.note(
        [
          SessionMessage(
            id: "m\(number)", role: .user, text: "I planted beans.", time: day.unixTime)
        ], in: "c\(number)", kind: .coaching)
      let outcome = try #require(record.closing(record.open[0], end: .app, zone: .utc))
      record.apply(outcome, on: day)
    }
    let today = start.adding(days: 25)
    expect(record.opening(on: today).opening, equals: .monthlyReflection)
    expect(record.opening(on: today, isUrgent: true).opening, equals: .plain)
    record.crises.note(["self_harm"], on: today)
    expect(record.opening(on: today).opening, equals: .afterDanger)
  }
}
