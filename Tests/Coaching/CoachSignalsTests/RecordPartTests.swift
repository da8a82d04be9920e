import CoachModel
import Documents
import Testing
import TestKit

@testable import CoachSignals

/// Every stored property of a record is read, written, described, merged and forgotten, or says why not.
@Suite struct RecordPartTests {
  private let day = CalendarDay(number: 20_400)
  private let noon = 1_762_603_200.0
  private let word = "planted"

  private static var properties: [String] {
    Mirror(reflecting: PersonRecord(id: "p", salt: "s")).children.compactMap(\.label)
  }

  /// The value of a property as text, in which the elements of sets have no order.
  private func child(_ property: String, of record: PersonRecord) -> String {
    String(text(property, of: record).sorted())
  }

  private func text(_ property: String, of record: PersonRecord) -> String {
    Mirror(reflecting: record).children.first { $0.label == property }
      .map { "\($0.value)" } ?? ""
  }

  /// A record in which every property has a value of its own, with a word in every text that a conversation brought.
  private func full() throws -> PersonRecord {
    var person = Person(id: "p")
    person.openQuestion = "\(word) earlier?"
    var record = PersonRecord(person, salt: "s", on: day)
    // Forgetting removes the words of all observations, so it comes first.
    record.forget(conversation: "c-0")
    record.language = "de"
    (record.name, record.region, record.timeZone) = ("Ada", "GB", "Europe/London")
    (record.jurisdiction, record.ageGroup) = ("GB-SCT", .adult)
    record.offers.record(.remember, .accepted, sessions: 0, on: day)
    let kept = record.earlierQuestion
    record.note(
      [
        message("m-1", .user, "I \(word) a garden.", at: 0),
        message("m-2", .assistant, "What \(word)?", at: 1),
        message("m-3", .user, "Roses, \(word) in rows, on 4 May.", at: 2),
      ],
      signals: [
        DatedSignal(id: "m-2/0", time: noon + 60, signal: .memoryRecalled("\(word) roses")),
        DatedSignal(
          id: "m-2/1", time: noon + 60, signal: .product("soil", ["note": .string(word)])),
      ], in: "c-1", kind: .coaching)
    var outcome = try #require(record.closing(record.open[0], end: .app, zone: .utc))
    outcome.session.summary = "Roses, \(word)."
    outcome.session.progress = [GoalMention(goal: "g", message: "m-1")]
    outcome.drafts = [
      ProfileDraft(
        category: .goals, text: "roses \(word) in rows", source: .conversation, confidence: 0.9,
        evidence: [
          ProfileItem.Evidence(
            quote: "I \(word)", conversation: "c-1", session: outcome.session.id, message: "m-1")
        ])
    ]
    outcome.events = [
      UpcomingEvent(
        text: "roses \(word)", day: day.adding(days: 9), conversation: "c-1", message: "m-3")
    ]
    record.apply(outcome, on: day)
    record.earlierQuestion = kept
    record.replacePatterns(
      [
        PatternTheme(
          PatternSummary.Theme(
            text: "\(word) before asking", count: 3, domains: [], lastSeen: day.description),
          sessions: [outcome.session.id])
      ], growth: [], styleNotes: [])
    record.note(
      [message("n-1", .user, "Again \(word).", at: 90)], in: "c-2", kind: .coaching)
    record.refreshStyle()
    record.choose(StylePreference(directExploratory: 1))
    record.dismissed = ["share/career"]
    record.reflections.record(isAccepted: true, on: day)
    record.nudges.record(
      NudgeDecision(occasion: .reEngagement(daysAway: 3), reason: "away"), isSent: true, on: day)
    record.crises.note(["self_harm"], on: day)
    return record
  }

  private func message(_ id: String, _ role: Role, _ text: String, at minute: Int)
    -> SessionMessage
  {
    SessionMessage(id: id, role: role, text: text, time: noon + Double(minute) * 60)
  }

  @Test("every property has one part")
  func parts() {
    expect(PersonRecord.parts.map(\.property).sorted(), equals: Self.properties.sorted())
  }

  @Test("the record of these tests differs from a new one in every property, so nothing is missed")
  func fullness() throws {
    let (full, new) = (try full(), PersonRecord(id: "q", salt: "t"))
    expect(Self.properties.filter { child($0, of: full) == child($0, of: new) }, equals: [])
  }

  @Test("every property is written, described by the schema, and read")
  func form() throws {
    let record = try full()
    let written = try #require(record.json.object)
    let schema = try #require(PersonRecord.document.schema["properties"]?.object)
    let members = PersonRecord.parts.map(\.member)
    expect(members.filter { written[$0] == nil }, equals: [])
    expect(members.filter { schema[$0] == nil }, equals: [])
    #expect(try PersonRecord(json: record.json) == record)
  }

  @Test("what only the other copy has is taken over, but for settings")
  func merging() throws {
    let full = try full()
    var new = PersonRecord(id: "p", language: "de", salt: "s")
    let settings: Set = [
      "name", "region", "jurisdiction", "ageGroup", "timeZone", "earlierQuestion",
    ]
    let merged = new.merged(with: full)
    let lost = Self.properties.filter { child($0, of: merged) == child($0, of: new) }
    expect(Set(lost).subtracting(["id", "language"]), equals: settings)
    new.forget(conversation: "c-9")
    #expect(new.merged(with: full).forgotten == full.merged(with: new).forgotten)
  }

  @Test(
    "every property from which something is removed has words here, but for the style, which has none"
  )
  func words() throws {
    let record = try full()
    let silent = PersonRecord.parts.filter { part in
      guard case .removing = part.forgetting else { return false }
      return !text(part.property, of: record).contains(word)
    }
    expect(silent.map(\.property), equals: ["style"])
  }

  @Test("no property keeps words of messages that are forgotten")
  func messages() throws {
    let old = try full()
    var record = old
    record.forget(messages: ["m-1", "m-2", "m-3", "n-1"])
    for copy in [record, record.merged(with: old), old.merged(with: record)] {
      let kept = Self.properties.filter { text($0, of: copy).contains(word) }
      expect(kept, equals: ["earlierQuestion"])
    }
  }

  @Test("no property keeps words of conversations that are forgotten, unless its part says why")
  func forgetting() throws {
    var record = try full()
    let old = record
    for conversation in ["c-1", "c-2"] { record.forget(conversation: conversation) }
    for copy in [record, record.merged(with: old), old.merged(with: record)] {
      let kept = Self.properties.filter { text($0, of: copy).contains(word) }
      expect(kept, equals: ["earlierQuestion"])
    }
    let silent = PersonRecord.parts.filter {
      if case .nothing(let reason) = $0.forgetting { reason.isEmpty } else { false }
    }
    #expect(silent.isEmpty)
  }
}
