import CoachModel
import CoachSignals
import TestKit
import Testing

@Suite("Several conversations of one person")
struct ConversationThreadTests {
  private let noon = 1_795_694_400.0
  private var day: CalendarDay { CalendarDay(unixTime: noon) }

  private func note(
    _ text: String, _ id: String, in conversation: String, domain: String, minute: Double,
    of record: inout PersonRecord
  ) {
    let time = noon + minute * 60
    record.note(
      [
        SessionMessage(id: "\(id)-u", role: .user, text: text, time: time),
        SessionMessage(
          id: "\(id)-a", role: .assistant, text: "I see.", time: time + 1, domain: domain),
      ], in: conversation, kind: .coaching)
  }

  private func close(
    _ conversation: String, title: String, in record: inout PersonRecord
  ) throws {
    let session = try #require(record.session(in: conversation))
    var outcome = try #require(record.closing(session, end: .app, zone: .utc))
    outcome.session.title = title
    record.apply(outcome, on: day)
  }

  @Test("two go on side by side, each with its domain and its title")
  func several() throws {
    var record = PersonRecord(id: "p", language: "en", salt: "s")
    note("My boss called.", "m-1", in: "work", domain: "career", minute: 0, of: &record)
    note("My sister called.", "m-2", in: "home", domain: "relationships", minute: 1, of: &record)
    note("He wants the report.", "m-3", in: "work", domain: "career", minute: 2, of: &record)
    expect(record.open.map(\.conversation), equals: ["work", "home"])
    expect(record.session(in: "work")?.messages.count, equals: 4)
    try close("work", title: "The report", in: &record)
    try close("home", title: "A call from Ada", in: &record)
    expect(record.sessions.records.map(\.conversation).sorted(), equals: ["home", "work"])
    let work = try #require(record.sessions.records.first { $0.conversation == "work" })
    #expect(work.figures.domain == "career" && work.title == "The report")
    let home = try #require(record.sessions.records.first { $0.conversation == "home" })
    #expect(home.figures.domain == "relationships" && home.title == "A call from Ada")
  }

  @Test("a conversation that was closed can be continued, which is a new session of it")
  func continued() throws {
    var record = PersonRecord(id: "p", language: "en", salt: "s")
    note("My boss called.", "m-1", in: "work", domain: "career", minute: 0, of: &record)
    try close("work", title: "The call", in: &record)
    expect(record.open, equals: [])
    note("He called again.", "m-2", in: "work", domain: "career", minute: 3_000, of: &record)
    let session = try #require(record.session(in: "work"))
    expect(session.messages.map(\.id), equals: ["m-2-u", "m-2-a"])
    try close("work", title: "The second call", in: &record)
    expect(record.sessions.count, equals: 2)
    expect(Set(record.sessions.records.map(\.conversation)), equals: ["work"])
  }
}
