import CoachModel
import CoachSignals
import Documents
import TestKit
import Testing

@Suite("What a person decides about what is known of them")
struct PersonDecisionTests {
  private let day = CalendarDay(number: 20_783)

  @Test("a new person has an empty profile, and an id, a language and a salt are enough")
  func newPerson() throws {
    let record = try PersonRecord(
      json: ["v": 1, "id": "p", "language": "en", "profile": ["salt": "s"]])
    expect(record, equals: PersonRecord(id: "p", language: "en", salt: "s"))
    expect(record.profile.items, equals: [])
    let person = record.person(on: day, domain: nil)
    #expect(person.profile.isEmpty && person.discovery == nil && person.sessions == 0)
  }

  @Test("values, goals and the life situation can be saved, and are used at once")
  func categories() {
    var record = PersonRecord(id: "p", language: "en", salt: "s")
    for (category, text) in [
      (ProfileCategory.values, "honesty"), (.goals, "run a marathon"),
      (.situation, "two children, a long way to work"),
    ] {
      #expect(record.add(text, category: category, on: day) != nil)
    }
    #expect(record.add("  ", category: .values, on: day) == nil)
    let profile = record.person(on: day, domain: nil).profile
    expect(profile.values.map(\.text), equals: ["honesty"])
    expect(profile.goals.map(\.text), equals: ["run a marathon"])
    expect(profile.situation.map(\.text), equals: ["two children, a long way to work"])
  }

  @Test("a confirmed and a dismissed proposal are recorded with their category and time")
  func signals() throws {
    var record = PersonRecord(id: "p", language: "en", salt: "s")
    record.note(
      [SessionMessage(id: "m-1", role: .user, text: "Honesty is important to me.", time: 1)],
      in: "c", kind: .coaching)
    var outcome = try #require(record.closing(record.open[0], end: .app, zone: .utc))
    outcome.drafts = [(ProfileCategory.values, "honesty"), (.goals, "sail")].map {
      ProfileDraft(category: $0, text: $1, source: .conversation, confidence: 1, evidence: [])
    }
    record.apply(outcome, on: day)
    func id(_ text: String) throws -> String {
      try #require(record.profile.proposals.first { $0.text == text }?.id)
    }
    let (kept, dropped) = (try id("honesty"), try id("sail"))
    record.confirm(kept, at: 100, on: day)
    record.remove(dropped, at: 200, on: day)
    let decided = record.signals.signals.filter {
      $0.signal == .insightConfirmed(.values) || $0.signal == .insightDismissed(.goals)
    }
    expect(decided.map(\.time), equals: [100, 200])
    expect(decided.map(\.signal), equals: [.insightConfirmed(.values), .insightDismissed(.goals)])
    expect(record.profile.usable.map(\.text), equals: ["honesty"])
  }
}
