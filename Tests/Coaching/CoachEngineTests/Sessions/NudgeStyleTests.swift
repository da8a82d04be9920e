import CoachEngine
import CoachModel
import CoachSignals
import TestKit
import Testing

@Suite("The tone of a nudge")
struct NudgeStyleTests {
  private let today = CalendarDay(number: 20_783)

  @Test("is the style that was learned of the person, or that they chose")
  func learned() async throws {
    let scene = try TurnScene(small: ["Which bean goes first?"], strong: [])
    var record = PersonRecord(id: "noor", language: "en", salt: "s")
    let day = today.adding(days: -4)
    record.note(
      [
        SessionMessage(
          id: "m", role: .user, text: "I planted the beans.", time: day.unixTime + 40_000)
      ], in: "c", kind: .coaching)
    record.apply(try #require(record.closing(record.open[0], end: .app, zone: .utc)), on: day)
    record.offers.record(.checkIn, .accepted, sessions: 1, on: day)
    let style = StylePreference(directExploratory: -1, challengingSupportive: 1)
    record.choose(style)
    _ = await scene.service.nudge(&record, on: today, remainingCalls: 1)
    expect(style.guidance.count, equals: 2)
    for line in style.guidance { expect(scene.small.text(ofRequest: 0), contains: line) }
  }
}
