import CoachModel
import CoachSignals
import TestKit
import Testing

@Suite("What is stored of offers")
struct OfferLogTests {
  private let day = CalendarDay(number: 20_783)

  @Test("who ignores the first offer is made the second one after another session, not before")
  func ignored() {
    var log = OfferLog()
    log.record(.remember, .shown, sessions: 1, on: CalendarDay(number: 20_783))
    #expect(log.decision(sessions: 1, hasProfile: false).offer == nil)
    #expect(log.decision(sessions: 2, hasProfile: false).offer == .checkIn)
  }

  @Test("how often an offer was shown, and after how many sessions, is stored")
  func counts() throws {
    var record = PersonRecord(id: "p", salt: "s")
    record.offers.record(.remember, .shown, sessions: 1, on: day)
    record.offers.record(.remember, .declined, sessions: 1, on: day)
    record.offers.record(.remember, .shown, sessions: 3, on: day.adding(days: 9))
    record.offers.record(.remember, .declined, sessions: 3, on: day.adding(days: 9))
    let entry = try #require(PersonRecord(json: record.json).offers.entry(.remember))
    #expect(entry.answer == .declined && entry.times == 2 && entry.sessions == 3)
    expect(entry.day, equals: day.adding(days: 9))
  }

  @Test("on the first launch nothing is asked, and nothing is sent")
  func firstLaunch() {
    let record = PersonRecord(id: "p", salt: "s")
    expect(record.offer.offer, equals: nil)
    expect(record.nudge(on: day, remainingCalls: 1).occasion, equals: nil)
  }
}
