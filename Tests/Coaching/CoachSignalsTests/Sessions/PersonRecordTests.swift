import CoachModel
import Documents
import SourceFiles
import Testing
import TestKit

@testable import CoachSignals

@Suite struct PersonRecordTests {
  private let zone = TimeZoneRules(offset: 3_600)
  /// Noon of a day, in UTC.
  private let noon = 1_795_694_400.0

  private func message(_ id: String, _ role: Role, _ text: String, minute: Int = 0)
    -> SessionMessage
  {
    SessionMessage(
      id: id, role: role, text: text, time: noon + Double(minute) * 60,
      domain: role == .assistant ? "career" : nil)
  }

  private var sample: PersonRecord {
    var record = PersonRecord(id: "p", language: "en", salt: "salt")
    record.note(
      [
        message("m-1", .user, "My interview is next Tuesday.", minute: 0),
        message("m-2", .assistant, "What would a good one look like?", minute: 1),
        message("m-3", .user, "Calm, and I ask them one question of my own.", minute: 3),
      ],
      signals: [
        DatedSignal(id: "m-2/domain", time: noon + 60, signal: .domainUsed("career")),
        DatedSignal(id: "m-2/p", time: noon - 1, signal: .patternSurfaced("waits to be asked")),
      ], in: "c-1", kind: .coaching)
    return record
  }

  private var day: CalendarDay { zone.day(at: noon) }

  /// Counts of answers of several sessions are added up.
  @Test(arguments: [1 << 62, .max, (1 << 40) + 1, -1])
  func refusesCountsOfStyleThatNobodyHas(count: Int) throws {
    var record = sample
    let session = try #require(record.session(in: "c-1"))
    let outcome = try #require(record.closing(session, end: .app, zone: zone))
    record.apply(outcome, on: day)
    let row = [count] + Array(repeating: 0, count: 15)
    let text = record.json.text()
    let changed = text.replacing(
      "\"records\":[{", with: "\"records\":[{\"style\":{\"career\":\(row)},")
    #expect(changed != text)
    let error = #expect(throws: SourceError.self) {
      try PersonRecord(json: JSONValue(parsing: Array(changed.utf8)))
    }
    #expect(error?.diagnostics.first?.code == "style.evidence")
  }

  // MARK: When a session is over

  @Test func endsAfterSilenceOrOnAnotherDay() {
    let policy = SessionPolicy()
    let last = noon + 10.9 * 3_600  // 23:54 in the zone
    expect(policy.end(lastMessageAt: last, now: last + 300, zone: zone), equals: nil)
    expect(policy.end(lastMessageAt: last, now: last + 599, zone: zone), equals: nil)
    expect(policy.end(lastMessageAt: last, now: last + 600, zone: zone), equals: .newDay)
    expect(policy.end(lastMessageAt: noon, now: noon + 1_799, zone: zone), equals: nil)
    expect(policy.end(lastMessageAt: noon, now: noon + 1_800, zone: zone), equals: .silence)
    expect(policy.end(lastMessageAt: noon, now: noon - 9_999, zone: zone), equals: nil)
  }

  @Test func aSessionWithoutAMessageOfThePersonIsNone() {
    var record = PersonRecord(id: "p", salt: "s")
    record.note([message("m-1", .assistant, "Hello.")], in: "c-1", kind: .discovery)
    expect(record.closing(record.open[0], end: .silence, zone: zone), equals: nil)
    record.discard(record.open[0])
    expect(record.open, equals: [])
  }

  // MARK: What it brings

  @Test func bringsFiguresSignalsEventsAndMemory() throws {
    let record = sample
    let outcome = try #require(record.closing(record.open[0], end: .app, zone: zone))
    expect(outcome.number, equals: 1)
    expect(outcome.session.id, equals: "c-1/m-1")
    expect(outcome.session.day, equals: day)
    expect(outcome.session.figures.messages, equals: 2)
    expect(outcome.session.figures.averageLength, equals: 7.5)
    expect(outcome.session.figures.duration, equals: 180)
    expect(outcome.session.figures.domain, equals: "career")
    expect(outcome.events.map(\.text), equals: ["My interview is next Tuesday."])
    expect(outcome.events.map(\.day.weekday), equals: [2])
    expect(outcome.remembered.messages.map(\.id), equals: ["m-1", "m-2", "m-3"])
    #expect(
      outcome.signals.contains {
        $0.signal == .patternEngaged("waits to be asked", messages: 2)
      })
    expect(try SessionOutcome(json: outcome.json), equals: outcome)
  }

  @Test func whatBelongsToACrisisIsNotKept() throws {
    var record = PersonRecord(id: "p", salt: "s")
    var secret = message("m-1", .user, "secretword, next Tuesday.")
    secret.isSensitive = true
    record.note(
      [secret, message("m-2", .user, "Better now.", minute: 2)], in: "c", kind: .coaching)
    let outcome = try #require(record.closing(record.open[0], end: .app, zone: zone))
    #expect(!outcome.json.text().contains("secretword"))
    expect(outcome.session.figures.messages, equals: 2)
    record.apply(outcome, on: day)
    #expect(!record.json.text().contains("secretword"))
  }

  @Test func closingTwiceCountsOnce() throws {
    var record = sample
    let session = record.open[0]
    let outcome = try #require(record.closing(session, end: .app, zone: zone))
    expect(record.apply(outcome, on: day), equals: true)
    let once = record
    expect(record.apply(outcome, on: day), equals: false)
    expect(record, equals: once)
    expect(record.closing(session, end: .silence, zone: zone), equals: nil)
    expect(record.sessions.count, equals: 1)
    expect(record.open, equals: [])
  }

  @Test func aDeviceThatSawMoreReplacesTheSession() throws {
    var record = sample
    var longer = record.open[0]
    longer.messages.append(message("m-4", .user, "And sleep before it.", minute: 5))
    let short = try #require(record.closing(record.open[0], end: .silence, zone: zone))
    let long = try #require(record.closing(longer, end: .app, zone: zone))
    record.apply(short, on: day)
    expect(record.apply(long, on: day), equals: true)
    expect(record.sessions.count, equals: 1)
    expect(record.memory.count, equals: 4)
    let completed = record.signals.signals.compactMap { signal in
      if case .sessionCompleted(let figures) = signal.signal { figures.messages } else { nil }
    }
    expect(completed, equals: [3])
    expect(record.apply(short, on: day), equals: false)
    expect(record.memory.count, equals: 4)
  }

  @Test func twoDevicesThatCloseTheSameSessionAgree() throws {
    var (first, second) = (sample, sample)
    for index in [0, 1] {
      let record = index == 0 ? first : second
      let outcome = try #require(record.closing(record.open[0], end: .app, zone: zone))
      if index == 0 { first.apply(outcome, on: day) } else { second.apply(outcome, on: day) }
    }
    let merged = first.merged(with: second)
    expect(merged, equals: second.merged(with: first))
    expect(merged.sessions.count, equals: 1)
    expect(merged.memory.count, equals: 3)
    expect(merged.events.count, equals: 1)
    // A copy from before the end does not open the session again.
    expect(merged.merged(with: sample).open, equals: [])
  }

  @Test func theDeviceThatSawMoreDecidesAboutTheFigures() throws {
    let (first, base) = (sample, sample)
    var longer = base.open[0]
    longer.messages.append(message("m-4", .user, "And sleep before it.", minute: 5))
    var (one, two) = (first, base)
    one.apply(try #require(one.closing(one.open[0], end: .silence, zone: zone)), on: day)
    two.apply(try #require(two.closing(longer, end: .app, zone: zone)), on: day)
    for merged in [one.merged(with: two), two.merged(with: one)] {
      let completed = merged.signals.signals.compactMap { signal in
        if case .sessionCompleted(let figures) = signal.signal { figures.messages } else { nil }
      }
      expect(completed, equals: [3])
      expect(merged.sessions.last?.figures.messages, equals: 3)
      expect(merged.memory.count, equals: 4)
    }
  }

  @Test func saysWhichRefreshesAreDue() throws {
    var record = PersonRecord(id: "p", salt: "s")
    var due: [Int: [SessionOutcome.Refresh]] = [:]
    for number in 1...15 {
      record.note(
        [message("s\(number)", .user, "Something.", minute: number * 100)], in: "c\(number)",
        kind: .coaching)
      let outcome = try #require(record.closing(record.open[0], end: .app, zone: zone))
      record.apply(outcome, on: day)
      if !outcome.due.isEmpty { due[number] = outcome.due }
      if outcome.due.contains(.patterns) { record.refreshPatterns() }
      if outcome.due.contains(.style) { record.refreshStyle() }
    }
    expect(
      due,
      equals: [
        5: [.patterns, .style], 8: [.patterns], 10: [.style], 11: [.patterns],
        14: [.patterns], 15: [.style],
      ])
  }

  // MARK: What prompts get

  @Test func nothingOfMemoryIsUsedWithoutConsent() throws {
    var record = sample
    record.apply(try #require(record.closing(record.open[0], end: .app, zone: zone)), on: day)
    let query = MemoryQuery("the interview", language: "en")
    expect(record.memories(for: query), equals: [])
    record.offers.record(.remember, .accepted, sessions: 1, on: day)
    expect(record.memories(for: query).first?.text, equals: "My interview is next Tuesday.")
    expect(record.memories(for: query).first?.date, equals: day.description)
    expect(record.memories(for: query).first?.message, equals: "m-1")
    record.offers.record(.remember, .off, sessions: 1, on: day)
    expect(record.memories(for: query), equals: [])
  }

  @Test func aShortAnswerIsRememberedWithItsQuestion() throws {
    var record = PersonRecord(id: "p", salt: "s")
    record.offers.record(.remember, .accepted, sessions: 0, on: day)
    record.note(
      [
        message("m-1", .user, "I am torn about the flat."),
        message("m-2", .assistant, "I see. Which room would be yours?", minute: 1),
        message("m-3", .user, "The one facing the yard.", minute: 2),
      ], in: "c", kind: .coaching)
    record.apply(try #require(record.closing(record.open[0], end: .app, zone: zone)), on: day)
    let memories = record.memories(for: MemoryQuery("facing the yard", language: "en"))
    expect(
      memories.first?.text, equals: "Which room would be yours? – The one facing the yard.")
  }

  @Test func theInsightOfADiscoveryIsUsedInTheFirstSessionOnly() throws {
    var record = PersonRecord(id: "p", salt: "s")
    record.note(
      [message("m-1", .user, "Well.")],
      discovery: DiscoveryProfile(
        coachingDomains: [], currentChallenges: ["too much"], emotionalBaseline: "",
        communicationStyle: "", keyThemes: [], strengthsIdentified: [], values: ["calm"],
        vision: "", ahaInsight: "carries others' work"), in: "c", kind: .discovery)
    record.apply(try #require(record.closing(record.open[0], end: .app, zone: zone)), on: day)
    let person = record.person(on: day, domain: nil)
    expect(person.discovery?.ahaInsight, equals: "carries others' work")
    expect(person.discovery?.currentChallenges, equals: [])
    expect(person.profile.isEmpty, equals: true)
    record.confirmDiscovery(at: noon, on: day)
    expect(record.person(on: day, domain: nil).discovery?.currentChallenges, equals: ["too much"])
    expect(record.person(on: day, domain: nil).profile.values.map(\.text), equals: ["calm"])
    var declined = sample
    declined.offers.record(.remember, .declined, sessions: 1, on: day)
    expect(declined.person(on: day, domain: nil).discovery, equals: nil)
  }

  @Test func theirOwnStyleOverridesTheInferredAndTheDomains() {
    var record = PersonRecord(id: "p", salt: "s")
    let domain = StylePreference(briefDetailed: 0.5)
    expect(record.person(on: day, domain: "x", default: domain).style, equals: domain)
    record.choose(StylePreference(directExploratory: -1))
    expect(
      record.person(on: day, domain: "x", default: domain).style,
      equals: StylePreference(directExploratory: -1))
    record.choose(nil)
    expect(record.person(on: day, domain: "x").style, equals: nil)
  }

  @Test func importedMemoriesOfASessionAreAllKept() {
    var person = Person(id: "p", language: "en")
    person.memories = ["The cello is cracked.", "The choir moved to Tuesdays."].map {
      Memory(text: $0, date: "2026-01-12", session: "s-1")
    }
    let record = PersonRecord(person, salt: "s", on: day)
    expect(record.memory.sessions.count, equals: 1)
    for word in ["cello", "choir"] {
      let found = record.memories(for: MemoryQuery(word, language: "en"))
      #expect(found.first?.text.contains(word) == true)
    }
  }

  // MARK: Forgetting

  @Test func forgettingAConversationLeavesNoByteOfIt() throws {
    var record = sample
    var outcome = try #require(record.closing(record.open[0], end: .app, zone: zone))
    outcome.session.summary = "summaryword"
    outcome.session.title = "titleword"
    outcome.session.openQuestion = "openword"
    outcome.session.themes = ["themeword"]
    outcome.drafts = [
      ProfileDraft(
        category: .goals, text: "draftword", source: .conversation, confidence: 1,
        evidence: [
          ProfileItem.Evidence(
            quote: "quoteword", conversation: "c-1", session: outcome.session.id, message: "m-1")
        ])
    ]
    record.apply(outcome, on: day)
    record.replacePatterns(
      [
        PatternTheme(
          PatternSummary.Theme(
            text: "patternword", count: 3, domains: [], lastSeen: day.description),
          sessions: [outcome.session.id])
      ], growth: ["growthword"], styleNotes: ["noteword"])
    record.note(
      [message("m-9", .user, "Still openly said.", minute: 90)], in: "c-1", kind: .coaching)
    let old = record
    record.forget(conversation: "c-1")
    let words = [
      "summaryword", "titleword", "openword", "themeword", "draftword", "quoteword", "patternword",
      "growthword", "noteword", "interview", "Tuesday", "openly", "waits", "m-1", "m-9", "c-1",
    ]
    for word in words {
      #expect(old.json.text().contains(word), "\(word) was never there")
      #expect(!record.json.text().contains(word), "\(word)")
    }
    expect(record.sessions.count, equals: 1)
    // Neither another device's copy nor a late closing brings it back.
    for text in [
      record.merged(with: old), old.merged(with: record),
    ].map({ $0.json.text() }) {
      for word in words { #expect(!text.contains(word), "\(word)") }
    }
    expect(record.apply(outcome, on: day), equals: false)
    record.note([message("m-10", .user, "Again.", minute: 99)], in: "c-1", kind: .coaching)
    expect(record.open, equals: [])
  }

  @Test func forgettingAMessageTakesTheNotesOnItsSession() throws {
    var record = sample
    var outcome = try #require(record.closing(record.open[0], end: .app, zone: zone))
    outcome.session.summary = "About the interview."
    record.apply(outcome, on: day)
    record.forget(messages: ["m-1"])
    #expect(!record.json.text().contains("interview"))
    expect(record.memory.count, equals: 2)
    expect(record.sessions.count, equals: 1)
  }

  @Test func whatTheFormRefusesIsNotTakenOver() {
    var record = PersonRecord(id: "p", salt: "s")
    record.region = "de"
    expect(record.region, equals: "DE")
    record.jurisdiction = "us-ca"
    expect(record.jurisdiction, equals: "US-CA")
    record.jurisdiction = "California"
    expect(record.jurisdiction, equals: nil)
    record.region = "Germany"
    expect(record.region, equals: nil)
    let day = CalendarDay(number: 20_000)
    expect(record.add(" \n", category: .goals, on: day), equals: nil)
    let id = record.add("tea", category: .values, on: day) ?? ""
    expect(record.edit(id, text: "  ", on: day), equals: false)
    expect(record.profile.items.map(\.text), equals: ["tea"])
  }

  @Test func readsWhatItWrites() throws {
    var record = sample
    record.apply(try #require(record.closing(record.open[0], end: .app, zone: zone)), on: day)
    record.name = "Noor"
    record.region = "GB"
    record.timeZone = "Europe/London"
    record.offers.record(.remember, .accepted, sessions: 1, on: day)
    record.choose(StylePreference(briefDetailed: -0.5))
    record.refreshStyle()
    record.refreshPatterns()
    record.answerReflection(.monthly, isAccepted: false, at: noon, on: day)
    record.nudges.quietDays = [7, 1]
    record.nudges.record(
      NudgeDecision(occasion: .reEngagement(daysAway: 4), reason: "away"), isSent: true, on: day)
    record.note([message("n-1", .user, "New.", minute: 500)], in: "c-2", kind: .coaching)
    record.add("tea", category: .values, on: day)
    expect(try PersonRecord(json: record.json), equals: record)
    let text = record.json.text()
    expect(try PersonRecord(json: JSONValue(parsing: text)), equals: record)
  }
}
