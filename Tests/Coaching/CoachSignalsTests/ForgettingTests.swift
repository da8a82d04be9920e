import CoachModel
import Documents
import Testing
import TestKit

@testable import CoachSignals

/// What a person removes stays away, whatever other copies and late closings bring.
@Suite struct ForgettingTests {
  private let noon = 1_795_694_400.0
  private let zone = TimeZoneRules.utc
  private var day: CalendarDay { zone.day(at: noon) }

  private func message(_ id: String, _ role: Role, _ text: String, at minute: Int)
    -> SessionMessage
  {
    SessionMessage(
      id: id, role: role, text: text, time: noon + Double(minute) * 60,
      domain: role == .assistant ? "career" : nil)
  }

  private func open(_ conversation: String = "c-1", declines: Bool = false) -> PersonRecord {
    var record = PersonRecord(id: "p", language: "en", salt: "salt")
    record.offers.record(.remember, declines ? .declined : .accepted, sessions: 0, on: day)
    record.note(
      [
        message("m-1", .user, "I dread the interview.", at: 0),
        message("m-2", .assistant, "What do you dread?", at: 1),
        message("m-3", .user, "Being asked about the gap.", at: 2),
      ],
      signals: [
        DatedSignal(
          id: "m-2/0", time: noon + 60, signal: .memoryRecalled("the interview of last year"))
      ], in: conversation, kind: .coaching)
    return record
  }

  /// What the end of the open session brings, with notes and a draft from the first message.
  private func outcome(of record: PersonRecord) throws -> SessionOutcome {
    var outcome = try #require(record.closing(record.open[0], end: .app, zone: zone))
    outcome.session.summary = "Dreads the interview."
    outcome.session.title = "The interview"
    outcome.session.openQuestion = "How was the interview?"
    outcome.session.themes = ["the interview"]
    outcome.drafts = [draft("do well in the interview", message: "m-1")]
    return outcome
  }

  private func draft(_ text: String, message: String) -> ProfileDraft {
    ProfileDraft(
      category: .goals, text: text, source: .conversation, confidence: 0.9,
      evidence: [
        ProfileItem.Evidence(
          quote: nil, conversation: "c-1", session: "c-1/m-1", message: message)
      ])
  }

  private func closed(declines: Bool = false) throws -> PersonRecord {
    var record = open(declines: declines)
    record.apply(try outcome(of: record), on: day)
    record.replacePatterns(
      [
        PatternTheme(
          PatternSummary.Theme(
            text: "dreads every interview", count: 3, domains: [], lastSeen: day.description),
          sessions: ["c-1/m-1"])
      ], growth: [], styleNotes: [])
    return record
  }

  private func expectNothing(of word: String, in record: PersonRecord, _ comment: Comment) {
    #expect(!record.json.text().contains(word), comment)
  }

  // MARK: Messages

  @Test(arguments: [false, true])
  func aForgottenMessageDoesNotComeBackFromAnotherCopy(declines: Bool) throws {
    let old = try closed(declines: declines)
    #expect(old.json.text().contains("interview"))
    var record = old
    record.forget(messages: ["m-1"])
    expectNothing(of: "interview", in: record, "forgotten")
    expectNothing(of: "interview", in: record.merged(with: old), "merged")
    expectNothing(of: "interview", in: old.merged(with: record), "merged the other way")
    expect(record.sessions.count, equals: 1)
    if !declines { expect(record.memory.count, equals: 2) }
  }

  @Test func aForgottenMessageDoesNotComeBackWithALateClosing() throws {
    var record = open()
    let session = record.open[0]
    let early = try outcome(of: record)
    record.forget(messages: ["m-1"])
    expectNothing(of: "interview", in: record, "open")
    var applied = record
    applied.apply(early, on: day)
    expectNothing(of: "interview", in: applied, "an outcome from before")
    expect(applied.memory.count, equals: 2)
    var late = record
    late.apply(try #require(late.closing(session, end: .app, zone: zone)), on: day)
    expect(late.memory.count, equals: 2)
    record.note([session.messages[0]], in: "c-1", kind: .coaching)
    expect(record.open[0].messages.map(\.id), equals: ["m-2", "m-3"])
  }

  @Test func anotherDeviceThatSawMoreDoesNotBringItBack() throws {
    var record = try closed()
    record.forget(messages: ["m-1"])
    var other = open()
    other.note([message("m-4", .user, "And sleep.", at: 4)], in: "c-1", kind: .coaching)
    let longer = try outcome(of: other)
    expect(record.apply(longer, on: day), equals: true)
    expectNothing(of: "interview", in: record, "closed with more messages")
    expect(record.memory.count, equals: 3)
  }

  // MARK: Conversations

  @Test(arguments: [false, true])
  func aForgottenConversationTakesPatternsAndWordsAlong(declines: Bool) throws {
    var old = try closed(declines: declines)
    // The coach quotes it in another conversation.
    old.note(
      [message("n-1", .user, "Hello again.", at: 90), message("n-2", .assistant, "Hm.", at: 91)],
      signals: [
        DatedSignal(id: "n-2/0", time: noon + 5_460, signal: .memoryRecalled("your interview"))
      ], in: "c-2", kind: .coaching)
    var record = old
    record.forget(conversation: "c-1")
    for (name, copy) in [
      ("forgotten", record), ("merged", record.merged(with: old)),
      ("merged the other way", old.merged(with: record)),
    ] {
      expectNothing(of: "interview", in: copy, "\(name)")
      expectNothing(of: "c-1", in: copy, "\(name)")
      expect(copy.sessions.count, equals: 1)
      expect(copy.open.map(\.conversation), equals: ["c-2"])
    }
  }

  @Test func theStyleIsThatOfWhatIsLeft() throws {
    var record = open()
    record.apply(try outcome(of: record), on: day)
    record.refreshStyle()
    #expect(record.json.text().contains("\"career\""))
    record.forget(conversation: "c-1")
    #expect(record.style.domains.isEmpty)
    expect(record.style.inferredAt, equals: 1)
  }

  @Test func theRecordOfAPersonWhoBeganAnewTakesNothingFromTheOldOne() throws {
    let old = try closed()
    let new = PersonRecord(id: "p", language: "en", salt: "another")
    expect(new.merged(with: old), equals: new)
    let other = PersonRecord(id: "q", language: "en", salt: "salt")
    expect(other.merged(with: old), equals: other)
  }

  // MARK: Patterns and items

  @Test func aDismissedPatternLeavesNoWordsInWhatWasObserved() throws {
    var record = try closed()
    record.note(
      [message("n-1", .user, "Well.", at: 90)],
      signals: [
        DatedSignal(id: "n", time: noon, signal: .patternSurfaced("dreads every interview"))
      ], in: "c-2", kind: .coaching)
    let old = record
    expect(record.dismissPattern("dreads every interview", at: noon, on: day), equals: true)
    for copy in [record, record.merged(with: old), old.merged(with: record)] {
      expectNothing(of: "dreads every", in: copy, "dismissed")
    }
  }

  @Test func whatWasDismissedDoesNotComeBackInOtherWordsFromAnotherCopy() {
    let base = PersonProfile(salt: "s")
    var (here, there) = (base, base)
    here.propose([draft("leave work on time", message: "m-1")], language: "en", on: day)
    here.remove(here.items[0].id, language: "en", on: day)
    there.propose([draft("goes home at five", message: "m-1")], language: "en", on: day)
    there.propose([draft("sing in a choir", message: "m-9")], language: "en", on: day)
    for merged in [
      here.merged(with: there, language: "en"), there.merged(with: here, language: "en"),
    ] {
      expect(merged.items.map(\.text), equals: ["sing in a choir"])
    }
  }

  @Test func anEditIsNotUndoneByALaterConfirmationElsewhere() throws {
    var base = PersonProfile(salt: "s")
    base.propose([draft("leave work on time", message: "m-1")], language: "en", on: day)
    let id = try #require(base.items.first?.id)
    var (here, there) = (base, base)
    here.edit(id, text: "be home before the children sleep", language: "en", on: day)
    there.confirm(id, on: day.adding(days: 1))
    for merged in [
      here.merged(with: there, language: "en"), there.merged(with: here, language: "en"),
    ] {
      expect(merged.items.map(\.text), equals: ["be home before the children sleep"])
    }
  }

  // MARK: Crises and open sessions

  @Test func ofADiscoveryWithACrisisOnlyWhatTheyAlsoSaidElsewhereIsProposed() throws {
    var record = PersonRecord(id: "p", language: "en", salt: "s")
    var hard = message("m-2", .user, "Sometimes I do not want to wake up.", at: 2)
    hard.isSensitive = true
    record.note(
      [message("m-1", .user, "I want to leave work at five on Thursdays.", at: 0), hard],
      discovery: DiscoveryProfile(
        coachingDomains: ["career"], currentChallenges: ["leaving work at five on Thursdays"],
        emotionalBaseline: "", communicationStyle: "", keyThemes: [], strengthsIdentified: [],
        values: [], vision: "", ahaInsight: "does not want to wake up"), in: "c",
      kind: .discovery)
    record.apply(try #require(record.closing(record.open[0], end: .app, zone: zone)), on: day)
    expect(record.profile.items.map(\.category), equals: [.domain, .challenges])
    expect(record.person(on: day, domain: nil).discovery, equals: nil)
  }

  @Test func anOldCopyDoesNotPourAClosedSessionIntoTheNextOne() throws {
    let old = open()
    var record = try closed()
    record.note(
      [message("m-4", .user, "A new day.", at: 600), message("m-5", .assistant, "Yes?", at: 601)],
      in: "c-1", kind: .coaching)
    for merged in [record.merged(with: old), old.merged(with: record)] {
      expect(merged.open.map { $0.messages.map(\.id) }, equals: [["m-4", "m-5"]])
      expect(merged.sessions.count, equals: 1)
      expect(merged.memory.count, equals: 3)
    }
    // Of a session that both have open, all messages are kept in their order.
    var (here, there) = (open(), open())
    here.note([message("m-6", .user, "Later.", at: 9)], in: "c-1", kind: .coaching)
    there.note([message("m-5", .user, "Earlier.", at: 8)], in: "c-1", kind: .coaching)
    for merged in [here.merged(with: there), there.merged(with: here)] {
      expect(
        merged.open.map { $0.messages.map(\.id) }, equals: [["m-1", "m-2", "m-3", "m-5", "m-6"]])
    }
  }
}
