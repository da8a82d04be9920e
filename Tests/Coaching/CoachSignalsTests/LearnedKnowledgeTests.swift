import CoachModel
import Documents
import TestKit
import Testing

@testable import CoachSignals

@Suite("What was learned is shown to the person, and everything shown can be removed")
struct LearnedKnowledgeTests {
  private let noon = 1_795_694_400.0
  private var day: CalendarDay { CalendarDay(unixTime: noon) }

  /// A record of nine sessions in two domains with something of every kind.
  private func full(language: String = "en") throws -> PersonRecord {
    var record = PersonRecord(id: "p", language: language, salt: "salt")
    record.offers.record(.remember, .accepted, sessions: 1, on: day)
    let added = record.add("leave work on time", category: .goals, on: day)
    let goal = try #require(added)
    record.add("quiet", category: .values, on: day)
    for number in 0..<9 {
      let domain = number.isMultiple(of: 3) ? "career" : "relationships"
      let time = noon - Double(9 - number) * 86_400 * 3
      let messages = (0..<8).map { place in
        let isPerson = place.isMultiple(of: 2)
        let wantsAction = place % 4 == 1
        return SessionMessage(
          id: "s\(number)-\(place)", role: isPerson ? .user : .assistant,
          text: isPerson
            ? place % 4 == 2 ? String(repeating: "one more word ", count: 14) : "Not much."
            : wantsAction ? "What is the next step this week?" : "What does it mean underneath?",
          time: time + Double(place), domain: isPerson ? nil : domain)
      }
      let signals = messages.filter { $0.domain != nil }.map {
        DatedSignal(id: "\($0.id)/d", time: $0.time, signal: .domainUsed(domain))
      }
      record.note(messages, signals: signals, in: "c-\(number)", kind: .coaching)
      var outcome = try #require(record.closing(record.open[0], end: .app, zone: .utc))
      if number >= 6 {
        outcome.session.progress = [GoalMention(goal: goal, message: "s\(number)-2")]
      }
      record.apply(outcome, on: day)
    }
    record.refreshStyle()
    record.replacePatterns(
      [
        PatternTheme(
          PatternSummary.Theme(
            text: "says yes before thinking", count: 4, domains: ["career"],
            lastSeen: day.description), sessions: ["c-0/s0-0"])
      ], growth: ["asks before the deadline"], styleNotes: ["name the step first"])
    record.choose(StylePreference(challengingSupportive: 0.9), in: "career")
    return record
  }

  @Test("every part is shown with an id: items, patterns, growth, notes, styles, progress, shares")
  func parts() throws {
    let learned = try full().learned(on: day)
    expect(learned.patterns.map(\.theme.text), equals: ["says yes before thinking"])
    expect(learned.growth.map(\.text), equals: ["asks before the deadline"])
    expect(learned.styleNotes.map(\.text), equals: ["name the step first"])
    expect(learned.style, equals: learned.styles.first?.words)
    #expect(learned.style.contains { $0.hasSuffix("toward action") } && !learned.isStyleChosen)
    expect(learned.styles.map(\.domain), equals: [nil, "career", "relationships"])
    expect(learned.styles[1].words, equals: ["very supportive"])
    expect(learned.styles.map(\.isChosen), equals: [false, true, false])
    expect(learned.shares.map(\.share.domain), equals: ["relationships", "career"])
    expect(
      learned.progress.map(\.text),
      equals: ["Goal: leave work on time – mentioned positive progress in 3 recent sessions"])
    expect(Set(learned.ids).count, equals: learned.ids.count)
    expect(learned.ids.count, equals: 11)
    expect(try LearnedKnowledge(json: learned.json), equals: learned)
  }

  @Test(
    "progress is told in the person's language",
    arguments: [
      ("es", "Meta: leave work on time – mencionaste avances en 3 sesiones recientes"),
      (
        "de",
        "Ziel: leave work on time – du hast in 3 der letzten Gespräche von Fortschritten erzählt"
      ),
    ])
  func languages(language: String, text: String) throws {
    expect(try full(language: language).learned(on: day).progress.map(\.text), equals: [text])
  }

  @Test(
    "whatever is removed by its id is gone, stays away in every copy, and is noted as dismissed")
  func removing() throws {
    let old = try full()
    for id in old.learned(on: day).ids {
      var record = old
      expect(record.remove(id, at: noon, on: day), equals: true)
      let left = record.learned(on: day)
      #expect(!left.ids.contains(id), "\(id)")
      expect(record.remove(id, at: noon, on: day), equals: false)
      let isOwn = old.profile.item(id) != nil || id.hasPrefix("chosen_style")
      let dismissed = record.signals.signals.count { signal in
        if case .insightDismissed = signal.signal { true } else { false }
      }
      expect(dismissed, equals: isOwn ? 0 : 1)
      record.refreshStyle()
      for copy in [record, record.merged(with: old), old.merged(with: record)] {
        #expect(!copy.learned(on: day).ids.contains(id), "\(id) came back")
        expect(try PersonRecord(json: copy.json), equals: copy)
      }
    }
  }

  @Test("the category of a dismissal says what it was about")
  func categories() throws {
    var record = try full()
    let learned = record.learned(on: day)
    let expected: [(String?, ProfileCategory)] = [
      (learned.styleNotes.first?.id, .communication), (learned.styles.first?.id, .communication),
      (learned.progress.first?.id, .goals), (learned.shares.first?.id, .domain),
      (learned.patterns.first?.id, .themes), (learned.growth.first?.id, .themes),
    ]
    for (number, (id, category)) in expected.enumerated() {
      record.remove(try #require(id), at: noon + Double(number), on: day)
      expect(record.signals.signals.last?.signal, equals: .insightDismissed(category))
    }
  }

  @Test("what is removed leaves prompts at once")
  func prompts() throws {
    var record = try full()
    var person = record.person(on: day, domain: "relationships")
    expect(person.goalProgress.map(\.goal), equals: ["leave work on time"])
    expect(person.goalProgress.map(\.sessions), equals: [3])
    expect(person.domainsUsed.map(\.domain), equals: ["relationships", "career"])
    #expect(person.style?.guidance.isEmpty == false)
    for id in record.learned(on: day).ids { record.remove(id, at: noon, on: day) }
    person = record.person(
      on: day, domain: "relationships", default: StylePreference(briefDetailed: 1))
    expect(person.goalProgress, equals: [])
    expect(person.domainsUsed, equals: [])
    expect(person.patterns, equals: PatternSummary())
    expect(person.style?.guidance, equals: [])
    #expect(person.profile.isEmpty)
  }

  @Test("a share that is removed leaves the others as shares of what is left")
  func shares() throws {
    var record = try full()
    expect(record.remove("share/career", at: noon, on: day), equals: true)
    expect(
      record.learned(on: day).shares.map(\.share),
      equals: [DomainShare(domain: "relationships", share: 1)])
  }

  @Test("domains of more than 90 days ago are not told, and neither is anything without consent")
  func recent() throws {
    var record = try full()
    expect(record.person(on: day.adding(days: 120), domain: nil).domainsUsed, equals: [])
    #expect(record.learned(on: day.adding(days: 120)).shares.count == 2)
    record.offers.record(.remember, .off, sessions: 9, on: day)
    let person = record.person(on: day, domain: nil)
    #expect(person.goalProgress.isEmpty && person.domainsUsed.isEmpty)
  }
}
