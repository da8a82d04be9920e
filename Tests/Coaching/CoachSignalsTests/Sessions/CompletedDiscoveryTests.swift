import CoachModel
import Testing
import TestKit

@testable import CoachSignals

@Suite("A discovery that is complete is over, whatever the caller forgot")
struct CompletedDiscoveryTests {
  /// Noon of a day, in UTC.
  private let noon = 1_795_694_400.0
  private var day: CalendarDay { CalendarDay(unixTime: noon) }

  private func message(_ id: String, _ role: Role, _ text: String, minute: Int) -> SessionMessage {
    SessionMessage(id: id, role: role, text: text, time: noon + Double(minute) * 60)
  }

  private let found = DiscoveryProfile(
    coachingDomains: ["career", "life"], currentChallenges: ["too many reports"],
    emotionalBaseline: "tired", communicationStyle: "plain", keyThemes: ["evenings"],
    strengthsIdentified: ["keeps promises"], values: ["fairness"], vision: "evenings that are mine",
    ahaInsight: "says yes before thinking")

  private func record(completed: Bool = true) -> PersonRecord {
    var record = PersonRecord(id: "p", language: "en", salt: "salt")
    record.note(
      [
        message("m-1", .assistant, "What made you open this today?", minute: 0),
        message("m-2", .user, "I say yes before thinking, and my evenings are gone.", minute: 1),
        message("m-3", .assistant, "Until next time.", minute: 2),
      ],
      signals: completed
        ? [DatedSignal(id: "m-3/0", time: noon + 120, signal: .discoveryCompleted)] : [],
      discovery: completed ? found : nil, in: "c", kind: .discovery)
    return record
  }

  @Test("the insight and the domains are there, and nothing else before the person decided")
  func insight() {
    var record = record()
    expect(record.closeCompletedDiscoveries(on: day), equals: true)
    expect(record.sessions.count, equals: 1)
    expect(record.sessions.last?.end, equals: .completed)
    expectEmpty(record.open)
    let person = record.person(on: day, domain: nil)
    expect(person.sessions, equals: 1)
    expect(person.discovery?.ahaInsight, equals: "says yes before thinking")
    expect(person.discovery?.coachingDomains, equals: ["career", "life"])
    expect(person.discovery?.currentChallenges, equals: [])
    expect(person.profile.isEmpty, equals: true)
    // Again: nothing changes.
    let closed = record
    expect(record.closeCompletedDiscoveries(on: day), equals: false)
    expect(record, equals: closed)
  }

  @Test("a discovery that goes on stays open, and one without a profile ends, too")
  func goesOn() {
    var open = record(completed: false)
    expect(open.closeCompletedDiscoveries(on: day), equals: false)
    expect(open.open.count, equals: 1)
    var bare = PersonRecord(id: "p", language: "en", salt: "salt")
    bare.note(
      [message("m-1", .user, "Well, that is all.", minute: 0)],
      signals: [DatedSignal(id: "m-1/0", time: noon, signal: .discoveryCompleted)], in: "c",
      kind: .discovery)
    expect(bare.closeCompletedDiscoveries(on: day), equals: true)
    expect(bare.sessions.count, equals: 1)
  }

  @Test("it is overdue at once, so that closing what is over writes its notes")
  func overdue() {
    let over = record().overdue(at: noon + 121, zone: .utc)
    expect(over.map(\.end), equals: [.completed])
    expectEmpty(record(completed: false).overdue(at: noon + 121, zone: .utc))
  }

  @Test("two devices count it once, and the notes of the one that closed it well stay")
  func twoDevices() throws {
    var here = record()
    var there = here
    here.closeCompletedDiscoveries(on: day)
    here.note(
      [
        message("m-4", .user, "I am back, and I would like to begin.", minute: 60),
        message("m-5", .assistant, "Good to see you.", minute: 61),
      ], in: "c", kind: .coaching)
    let session = try #require(there.session(in: "c"))
    var outcome = try #require(there.closing(session, end: .app, zone: .utc))
    outcome.session.title = "Yes before thinking"
    there.apply(outcome, on: day)
    for merged in [here.merged(with: there), there.merged(with: here)] {
      expect(merged.sessions.count, equals: 1)
      expect(merged.sessions.last?.title, equals: "Yes before thinking")
      expect(merged.sessions.last?.figures.messages, equals: 1)
      expect(merged.open.map(\.kind), equals: [.coaching])
      expect(merged.open.first?.messages.map(\.id), equals: ["m-4", "m-5"])
    }
  }

  @Test("a conversation stays a discovery after the purchase")
  func kind() {
    var record = record()
    expect(record.kind(ofConversation: "c"), equals: .discovery)
    record.closeCompletedDiscoveries(on: day)
    record.note(
      [message("m-4", .user, "I am back.", minute: 60)], in: "c", kind: .coaching)
    expect(record.kind(ofConversation: "c"), equals: .discovery)
    record.note([message("n-1", .user, "Another thread.", minute: 70)], in: "d", kind: .coaching)
    expect(record.kind(ofConversation: "d"), equals: .coaching)
    expect(record.kind(ofConversation: "e"), equals: nil)
  }

  @Test("what it found is there for one screen, and not after another session or a no")
  func justDiscovered() throws {
    let record = record()
    expect(record.justDiscovered(on: day), equals: found)
    expect(record.open.count, equals: 1)
    var closed = record
    closed.closeCompletedDiscoveries(on: day)
    expect(closed.justDiscovered(on: day)?.keyThemes, equals: ["evenings"])
    var declined = closed
    declined.offers.record(.remember, .declined, sessions: 1, on: day)
    expect(declined.justDiscovered(on: day), equals: nil)
    closed.note([message("m-4", .user, "I am back.", minute: 60)], in: "c", kind: .coaching)
    let session = try #require(closed.session(in: "c"))
    closed.apply(try #require(closed.closing(session, end: .app, zone: .utc)), on: day)
    expect(closed.justDiscovered(on: day), equals: nil)
  }
}
