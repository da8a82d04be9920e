import CoachEngine
import CoachModel
import CoachSignals
import TestKit
import Testing

@Suite("Nudges that a model writes")
struct NudgeTests {
  private let today = CalendarDay(number: 20_783)

  /// A person who had a session four days ago and accepted check-ins.
  private func record() throws -> PersonRecord {
    var record = PersonRecord(id: "noor", language: "en", salt: "s")
    let session = Session(
      conversation: "c", kind: .coaching, language: "en",
      messages: [
        SessionMessage(
          id: "m", role: .user, text: "The interview is in five days.",
          time: today.adding(days: -4).unixTime + 40_000)
      ])
    let outcome = try #require(record.closing(session, end: .app, zone: .utc))
    record.apply(outcome, on: today.adding(days: -4))
    record.offers.record(.checkIn, .accepted, sessions: 1, on: today.adding(days: -4))
    return record
  }

  @Test("an event comes first, and its text is in the prompt")
  func event() async throws {
    let scene = try TurnScene(small: ["Which of your three stories goes first?"], strong: [])
    var record = try record()
    let result = await scene.service.nudge(&record, on: today, remainingCalls: 5)
    expect(result.text, equals: "Which of your three stories goes first?")
    expect(scene.small.text(ofRequest: 0), contains: "The interview is in five days.")
    expect(record.nudges.entries.map(\.isSent), equals: [true])
    // Not twice on a day, and not twice about the same.
    expect(record.nudge(on: today, remainingCalls: 5).occasion, equals: nil)
    let later = record.nudge(on: today.adding(days: 2), remainingCalls: 5)
    expect(later.occasion?.kind, equals: "re_engagement")
  }

  @Test("nobody is nudged who is writing, on their own day")
  func writing() throws {
    var record = try record()
    let message = SessionMessage(
      id: "n", role: .user, text: "Here I am.", time: today.unixTime + 86_000)
    record.note([message], in: "c", kind: .coaching)
    let decision = record.nudge(on: today, remainingCalls: 5)
    expect(decision.reason, equals: "there was a session today")
    let east = TimeZoneRules(offset: 7_200)
    let next = record.nudge(on: today.adding(days: 1), remainingCalls: 5, zone: east)
    expect(next.reason, equals: "there was a session today")
  }

  @Test(
    "nothing is sent without a suitable text, and the reason is recorded",
    arguments: [
      ("[NO_NUDGE]", "nothing suitable"), (String(repeating: "long ", count: 30), "120"),
      ("Two\nlines", "2 lines"), ("", "no text"),
    ])
  func unsuitable(reply: String, reason: String) async throws {
    let scene = try TurnScene(small: [reply, reply], strong: [])
    var record = try record()
    let result = await scene.service.nudge(&record, on: today, remainingCalls: 5)
    expect(result.text, equals: nil)
    expect(record.nudges.entries.map(\.isSent), equals: [false])
    expect(record.nudges.entries.first?.reason ?? "", contains: reason)
  }

  @Test("over the cap no model is asked")
  func cap() async throws {
    let scene = try TurnScene(small: [String](), strong: [])
    var record = try record()
    let result = await scene.service.nudge(&record, on: today, remainingCalls: 0)
    expect(result.decision.reason, contains: "cap")
    expect(scene.small.requests.count, equals: 0)
  }
}
