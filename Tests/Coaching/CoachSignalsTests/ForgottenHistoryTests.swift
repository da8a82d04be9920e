import CoachModel
import Documents
import TestKit
import Testing

@testable import CoachSignals

@Suite("Clearing the history keeps what the person owns, and nothing of it comes back")
struct ForgottenHistoryTests {
  private let noon = 1_795_694_400.0
  private var day: CalendarDay { CalendarDay(unixTime: noon) }

  private func message(_ id: String, _ role: Role, _ text: String, at minute: Int)
    -> SessionMessage
  {
    SessionMessage(
      id: id, role: role, text: text, time: noon + Double(minute) * 60,
      domain: role == .assistant ? "career" : nil)
  }

  /// For each conversation a goal that is confirmed, one that is edited, and one about which nothing is decided.
  private static let goals = [
    ["row a marathon", "sleep before eleven", "paint the kitchen"],
    ["learn Portuguese", "call my aunt", "plant beans"],
  ]

  /// A record with two closed conversations and an open one, of which every text holds the word "secret", and a profile of
  /// all kinds.
  private func record() throws -> PersonRecord {
    var person = Person(id: "p")
    person.openQuestion = "secret question?"
    person.memories = [Memory(text: "a secret from elsewhere", date: "2026-01-02")]
    var record = PersonRecord(person, salt: "salt", on: day)
    record.offers.record(.remember, .accepted, sessions: 1, on: day)
    record.offers.record(.checkIn, .declined, sessions: 1, on: day)
    for number in 1...2 {
      let conversation = "c-\(number)"
      record.note(
        [
          message("\(number)-1", .user, "My secret interview is on 4 May.", at: number * 100),
          message("\(number)-2", .assistant, "What is the secret step?", at: number * 100 + 1),
          message("\(number)-3", .user, "Secret, and calm.", at: number * 100 + 2),
        ],
        signals: [
          DatedSignal(id: "\(number)/a", time: noon, signal: .memoryRecalled("the secret")),
          DatedSignal(id: "\(number)/b", time: noon, signal: .domainUsed("career")),
        ], in: conversation, kind: .coaching)
      var outcome = try #require(record.closing(record.open[0], end: .app, zone: .utc))
      outcome.session.summary = "A secret."
      outcome.session.openQuestion = "The secret?"
      outcome.session.themes = ["secret"]
      outcome.drafts = Self.goals[number - 1].map { text in
        ProfileDraft(
          category: .goals, text: text, source: .conversation, confidence: 0.9,
          evidence: [
            ProfileItem.Evidence(
              quote: "secret interview", conversation: conversation, session: outcome.session.id,
              message: "\(number)-1")
          ])
      }
      record.apply(outcome, on: day)
    }
    for item in record.profile.proposals {
      for goals in Self.goals {
        if item.text == goals[0] { record.confirm(item.id, at: noon, on: day) }
        if item.text == goals[1] {
          record.edit(item.id, text: "really \(item.text)", on: day)
        }
      }
    }
    record.add("tea", category: .values, on: day)
    record.replacePatterns(
      [
        PatternTheme(
          PatternSummary.Theme(text: "secret theme", count: 3, domains: [], lastSeen: "2026-01-02"),
          sessions: ["c-1/1-1"])
      ], growth: ["secret growth"], styleNotes: ["secret note"])
    record.refreshStyle()
    record.choose(StylePreference(briefDetailed: -1))
    record.choose(StylePreference(directExploratory: -1), in: "career")
    record.crises.note(["self_harm"], on: day)
    record.note([message("3-1", .user, "An open secret.", at: 900)], in: "c-3", kind: .coaching)
    return record
  }

  private func expectCleared(_ record: PersonRecord, sessions: Int, _ comment: Comment) {
    let text = record.json.text().lowercased()
    for word in ["secret", "c-1", "c-2", "c-3", "proposed", "interview", "kitchen", "beans"] {
      #expect(!text.contains(word), "\(comment): \(word)")
    }
    #expect(
      record.profile.items.map(\.text).sorted() == [
        "learn Portuguese", "really call my aunt", "really sleep before eleven", "row a marathon",
        "tea",
      ], comment)
    #expect(record.profile.items.allSatisfy { $0.evidence.isEmpty }, comment)
    #expect(record.sessions.count == sessions, comment)
    #expect(record.style.inferred == nil && record.style.domains.isEmpty, comment)
    #expect(record.style.chosen == StylePreference(briefDetailed: -1), comment)
    #expect(record.style.chosenDomains.keys.sorted() == ["career"], comment)
    #expect(record.offers.isAccepted(.remember) && !record.offers.isAccepted(.checkIn), comment)
    #expect(record.crises.entries.count == 1 && record.memory.count == 0, comment)
    #expect(record.openQuestion(on: day) == nil, comment)
  }

  @Test("messages, notes, evidence, events, patterns and words go; what is the person's own stays")
  func clearing() throws {
    let old = try record()
    expect(old.json.text().lowercased(), contains: "secret")
    var record = old
    record.forgetHistory()
    expectCleared(record, sessions: 2, "cleared")
    expectCleared(record.merged(with: old), sessions: 2, "merged")
    expectCleared(old.merged(with: record), sessions: 2, "merged the other way")
    expectCleared(try PersonRecord(json: record.json), sessions: 2, "read again")
    expect(record.person(on: day, domain: "career").profile.goals.count, equals: 4)
  }

  @Test("a record at the largest count can still be read after one more clearing")
  func largestCount() throws {
    var record = try record()
    record.forgotten.histories = JSONForm<Int>.largestCount
    record.forgetHistory()
    try #expect(PersonRecord(json: record.json) == record)
  }

  @Test("clearing again changes nothing, and an empty history can be cleared")
  func again() throws {
    var record = try record()
    record.forgetHistory()
    var twice = record
    twice.forgetHistory()
    expect(twice, equals: record)
    var new = PersonRecord(id: "q", salt: "s")
    new.add("tea", category: .values, on: day)
    new.forgetHistory()
    expect(new.profile.usable.map(\.text), equals: ["tea"])
  }

  @Test("a session that ends later, or was closed elsewhere, does not bring it back")
  func lateClosing() throws {
    let old = try record()
    let session = try #require(old.session(in: "c-3"))
    let late = try #require(old.closing(session, end: .silence, zone: .utc))
    var record = old
    record.forgetHistory()
    expect(record.apply(late, on: day), equals: false)
    record.note([message("3-2", .user, "Secret again.", at: 901)], in: "c-3", kind: .coaching)
    expectCleared(record, sessions: 2, "closed late")
  }

  @Test("what was confirmed on another device in the meantime stays, without its evidence")
  func confirmedElsewhere() throws {
    let old = try record()
    var (here, there) = (old, old)
    here.forgetHistory()
    let id = try #require(there.profile.proposals.first { $0.text == "plant beans" }?.id)
    there.confirm(id, at: noon, on: day)
    for merged in [here.merged(with: there), there.merged(with: here)] {
      let item = try #require(merged.profile.item(id))
      #expect(item.isUsable && item.evidence.isEmpty)
      #expect(!merged.json.text().lowercased().contains("secret"))
    }
  }

  @Test(
    "two devices that cleared the history once each do not take what was confirmed after one of them"
  )
  func clearedTwice() throws {
    let old = try record()
    var (here, there) = (old, old)
    there.forgetHistory()
    there.profile.propose(
      [
        ProfileDraft(
          category: .goals, text: "read more", source: .conversation, confidence: 1,
          evidence: [
            ProfileItem.Evidence(quote: nil, conversation: "c-9", session: "s", message: "m")
          ])
      ], language: "en", on: day)
    let id = try #require(there.profile.proposals.first?.id)
    there.confirm(id, at: noon, on: day)
    here.note([message("9-1", .user, "Another secret.", at: 950)], in: "c-9", kind: .coaching)
    here.forgetHistory()
    for merged in [here.merged(with: there), there.merged(with: here)] {
      #expect(merged.profile.item(id)?.isUsable == true)
      #expect(merged.profile.item(id)?.evidence.isEmpty == true)
      try #expect(PersonRecord(json: merged.json) == merged)
    }
    // What a single conversation taught still goes with it.
    there.forget(conversation: "c-9")
    #expect(there.profile.item(id) == nil)
  }

  @Test("a kept item rests on nothing, so that forgetting a later conversation does not take it")
  func keptItems() throws {
    var record = try record()
    record.forgetHistory()
    let text = "row a marathon"
    record.profile.propose(
      [
        ProfileDraft(
          category: .goals, text: text, source: .conversation, confidence: 1,
          evidence: [
            ProfileItem.Evidence(quote: nil, conversation: "c-9", session: "s", message: "m")
          ])
      ], language: "en", on: day)
    record.forget(conversation: "c-9")
    #expect(record.profile.usable.contains { $0.text == text })
  }

  @Test("life goes on: new conversations are learned from as before, and can be cleared again")
  func afterwards() throws {
    var record = try record()
    record.forgetHistory()
    let cleared = record
    record.note(
      [message("5-1", .user, "My exam is on 9 June.", at: 5_000)], in: "c-5", kind: .coaching)
    record.apply(try #require(record.closing(record.open[0], end: .app, zone: .utc)), on: day)
    expect(record.memory.count, equals: 1)
    expect(record.sessions.count, equals: 3)
    for merged in [record.merged(with: cleared), cleared.merged(with: record)] {
      expect(merged.memory.count, equals: 1)
    }
    record.forgetHistory()
    expectCleared(record, sessions: 3, "cleared twice")
    #expect(!record.json.text().contains("exam"))
  }

  @Test("whatever two devices did before, nothing known when the history was cleared is left")
  func anyCourse() throws {
    for seed in TestCases.seeds(300, atMost: 20_000) {
      var random = SplitMix(seed: seed)
      var copies = [PersonRecord(id: "p", salt: "s"), PersonRecord(id: "p", salt: "s")]
      var gone: Set<String> = []
      var own: Set<String> = []
      for step in 0..<(4 + random.below(14)) {
        let place = random.below(2)
        switch random.below(7) {
        case 0, 1, 2: try hold(step, in: &copies[place], &random)
        case 3:
          let proposals = copies[place].profile.proposals
          if !proposals.isEmpty {
            copies[place].confirm(random.pick(proposals).id, at: noon, on: day)
          }
        case 4:
          let text = Self.own[step]
          copies[place].add(text, category: .values, on: day)
          own.insert(text)
        case 5: copies[place] = copies[place].merged(with: copies[1 - place])
        default:
          gone.formUnion(Self.words(in: copies[place]))
          let count = copies[place].sessions.count
          let kept = Set(copies[place].profile.usable.map(\.id))
          copies[place].forgetHistory()
          expect(copies[place].sessions.count, equals: count)
          expect(Set(copies[place].profile.items.map(\.id)), equals: kept)
          var twice = copies[place]
          twice.forgetHistory()
          expect(twice, equals: copies[place])
        }
      }
      let merged = copies[0].merged(with: copies[1])
      let other = copies[1].merged(with: copies[0])
      for copy in [merged, other, merged.merged(with: other)] {
        let left = Self.words(in: copy).intersection(gone)
        #expect(left.isEmpty, "seed \(seed): \(left.sorted())")
        #expect(own.isSubset(of: Set(copy.profile.usable.map(\.text))), "seed \(seed)")
      }
      expect(merged.sessions.count, equals: other.sessions.count)
      expect(Set(merged.profile.items.map(\.id)), equals: Set(other.profile.items.map(\.id)))
      expect(merged.merged(with: copies[1]).profile, equals: merged.profile)
    }
  }

  private static let own = [
    "amber", "birch", "clover", "dahlia", "elder", "fennel", "ginger", "hazel", "indigo", "juniper",
    "kelp", "lilac", "maple", "nettle", "olive", "poplar", "quince", "rowan",
  ]

  /// The words of conversations that are anywhere in a record.
  private static func words(in record: PersonRecord) -> Set<String> {
    Set(
      record.json.text().split { !$0.isLetter && !$0.isNumber }.map(String.init).filter {
        $0.hasPrefix("said")
      })
  }

  /// A session in which every text has a word of its own, closed or still open.
  private func hold(_ number: Int, in record: inout PersonRecord, _ random: inout SplitMix) throws {
    let id = "\(random.below(100_000))\(number)"
    record.note(
      [
        message("m\(id)a", .user, "I said\(id)a on 4 May.", at: number * 60),
        message("m\(id)b", .assistant, "You said\(id)b?", at: number * 60 + 1),
        message("m\(id)c", .user, "Yes, said\(id)c.", at: number * 60 + 2),
      ],
      signals: [
        DatedSignal(id: "g\(id)", time: noon, signal: .patternSurfaced("said\(id)d"))
      ], in: "c\(id)", kind: .coaching)
    guard random.below(3) > 0, let session = record.session(in: "c\(id)"),
      var outcome = record.closing(session, end: .app, zone: .utc)
    else { return }
    outcome.session.summary = "said\(id)e"
    outcome.drafts = [
      ProfileDraft(
        category: .goals, text: "goal \(id)", source: .conversation, confidence: 0.9,
        evidence: [
          ProfileItem.Evidence(
            quote: "said\(id)f", conversation: "c\(id)", session: session.id, message: "m\(id)a")
        ])
    ]
    record.apply(outcome, on: day)
    if random.once(in: 2) {
      record.replacePatterns(
        [
          PatternTheme(
            PatternSummary.Theme(
              text: "said\(id)h", count: 3, domains: [], lastSeen: day.description),
            sessions: [session.id])
        ], growth: [], styleNotes: ["said\(id)i"])
    }
  }
}
