import CoachEngine
import CoachModel
import CoachSignals
import Documents
import Foundation
import LanguageModels
import Testing
import TestKit

@Suite("The end of a session, with the notes of a scripted model")
struct SessionClosingTests {
  private let today = CalendarDay(unixTime: 1_795_219_200)

  private static let notes = #"""
    {"summary": "Came with the rota.", "open_question": "What did Bram say?", "themes": ["showing unfinished work"]}
    """#

  private static func suggestion(_ text: String, evidence: String, confidence: Double = 0.9)
    -> String
  {
    #"""
    {"suggestions": [{"evidence": "\#(evidence)", "category": "goals", "text": "\#(text)", "confidence": \#(confidence)}]}
    """#
  }

  private func session(_ texts: String...) -> Session {
    Session(
      conversation: "c", kind: .coaching, language: "en",
      messages: texts.enumerated().map { place, text in
        SessionMessage(
          id: "m\(place)", role: place.isMultiple(of: 2) ? .user : .assistant, text: text,
          time: 1_795_219_200 + Double(place))
      })
  }

  private var rota: Session {
    session(
      "I sent the rota with two gaps in it, and I want to leave the drill on Sunday to Bram.",
      "What was that like?", "Strange, and somehow light.")
  }

  /// Closes a session with replies of the task model.
  private func close(_ session: Session, _ replies: [String], record: PersonRecord? = nil)
    async throws -> (SessionClosing, PersonRecord, TurnScene)
  {
    let scene = try TurnScene(small: replies, strong: [])
    var record = record ?? PersonRecord(id: "noor", language: "en", salt: "salt")
    let closing = await scene.service.close(
      session, end: .app, in: &record, on: today, zone: .utc)
    return (try #require(closing), record, scene)
  }

  @Test("brings notes, title, open question, themes and proposals with their quotation")
  func everything() async throws {
    let (closing, record, _) = try await close(
      rota,
      [
        Self.notes, "The Sunday drill",
        Self.suggestion(
          "leave the drill to Bram", evidence: "i want to leave the drill on Sunday to Bram"),
      ])
    let kept = try #require(record.sessions.last)
    expect(kept.summary, equals: "Came with the rota.")
    expect(kept.title, equals: "The Sunday drill")
    expect(kept.openQuestion, equals: "What did Bram say?")
    expect(kept.themes, equals: ["showing unfinished work"])
    let item = try #require(record.profile.proposals.first)
    expect(item.evidence.first?.quote, equals: "I want to leave the drill on Sunday to Bram")
    expect(item.evidence.first?.message, equals: "m0")
    expect(
      closing.calls.map { String($0.purpose.prefix { $0 != "@" }) },
      equals: ["session-notes", "conversation-title", "context-extraction"])
    expect(closing.problems, equals: [])
  }

  @Test("the notes know what earlier sessions were about")
  func knownThemes() async throws {
    let (_, record, first) = try await close(rota, [Self.notes, "T", #"{"suggestions": []}"#])
    #expect(!first.small.text(ofRequest: 0).contains("<themes>\n"))
    var next = rota
    next = Session(
      conversation: "d", kind: .coaching, language: "en", messages: next.messages)
    let (_, _, scene) = try await close(
      next, [Self.notes, "T", #"{"suggestions": []}"#], record: record)
    expect(scene.small.text(ofRequest: 0), contains: "- showing unfinished work")
  }

  @Test("a suggestion without its quotation is dropped")
  func invented() async throws {
    let (closing, record, _) = try await close(
      rota, [Self.notes, "T", Self.suggestion("sail to Norway", evidence: "I want to sail")])
    expect(record.profile.items, equals: [])
    expect(closing.problems.count, equals: 1)
  }

  @Test("a quotation of the coach is no evidence, and neither is a low confidence")
  func weak() async throws {
    for reply in [
      Self.suggestion("x y z", evidence: "What was that like?"),
      Self.suggestion("feels light", evidence: "Strange, and somehow light", confidence: 0.3),
    ] {
      let (_, record, _) = try await close(rota, [Self.notes, "T", reply])
      expect(record.profile.items, equals: [])
    }
  }

  @Test("a session counts whatever becomes of its tasks")
  func failing() async throws {
    let (closing, record, _) = try await close(rota, ["no JSON", "nor here"])
    expect(record.sessions.count, equals: 1)
    expect(record.sessions.last?.summary, equals: nil)
    #expect(closing.problems.count >= 2)
    // For the log: which tasks, and how, in nobody's words.
    #expect(closing.causes.contains { $0.hasPrefix("session-notes@v3: ") })
    #expect(
      closing.causes.allSatisfy { !$0.contains("no JSON") && $0.split(separator: " ").count <= 3 })
    expect(record.memory.count, equals: 3)
  }

  @Test("a few words need no model")
  func short() async throws {
    let (closing, record, scene) = try await close(session("Hi.", "Hello.", "Bye."), [])
    expect(scene.small.requests.count, equals: 0)
    expect(record.sessions.count, equals: 1)
    expect(closing.problems, equals: [])
  }

  @Test("what belongs to a crisis reaches no task, no memory and no profile")
  func crisis() async throws {
    let said = "I want to kill myself tonight and I have the pills here."
    let (_, record, scene) = try await close(
      session(
        said, "I'm here. Are you safe right now?", "Yes, my brother is here.", "Good that he is.",
        "He put the kettle on.", "Tea helps.", "It does.", "What else is there today?",
        "My plan for the garden is to plant beans along the wall before the rain comes."),
      [Self.notes, "T", #"{"suggestions": []}"#])
    let asked = scene.small.requests.indices.map { scene.small.text(ofRequest: $0) }.joined()
    #expect(!asked.contains("pills") && !asked.contains("safe right now"))
    expect(asked, contains: "plant beans")
    #expect(!record.json.text().contains("pills"))
  }

  @Test("closing again calls no model")
  func again() async throws {
    let (_, record, _) = try await close(
      rota, [Self.notes, "T", #"{"suggestions": []}"#])
    let scene = try TurnScene(small: [String](), strong: [])
    var copy = record
    let closing = await scene.service.close(rota, end: .silence, in: &copy, on: today, zone: .utc)
    #expect(closing == nil)
    expect(copy, equals: record)
    expect(scene.small.requests.count, equals: 0)
  }

  // MARK: Progress on goals

  private static func notes(progress: String) -> String {
    #"{"summary": "S.", "open_question": "", "themes": [], "progress": [\#(progress)]}"#
  }

  /// A record with two goals; the person agreed to be remembered, or declined.
  private func record(declines: Bool = false) -> PersonRecord {
    var record = PersonRecord(id: "noor", language: "en", salt: "salt")
    record.offers.record(.remember, declines ? .declined : .accepted, sessions: 1, on: today)
    record.add("let work go out unfinished", category: .goals, on: today)
    record.add("leave the drill to others", category: .goals, on: today)
    return record
  }

  @Test("progress counts for the goals that were given, with the person's own words")
  func progress() async throws {
    let before = record()
    let goals = before.trackedGoals.map(\.id)
    let (closing, record, scene) = try await close(
      rota,
      [
        Self.notes(
          progress: #"""
            {"quote": "i sent the rota with two gaps in it", "goal": "1"},
            {"quote": "I told Bram to lead it", "goal": "2"}, {"quote": "What was that like?", "goal": "2"},
            {"quote": "somehow light", "goal": "3"}, {"quote": "somehow light", "goal": "1"}
            """#), "T", #"{"suggestions": []}"#,
      ], record: before)
    expect(scene.small.text(ofRequest: 0), contains: "1. let work go out unfinished\n2. leave the")
    let kept = try #require(record.sessions.last)
    expect(kept.progress, equals: [GoalMention(goal: goals[0], message: "m0")])
    expect(
      record.goalProgress(on: today).map(\.goal), equals: ["let work go out unfinished"])
    #expect(!closing.problems.isEmpty)
    expect(record.learned(on: today).progress.count, equals: 1)
  }

  @Test("without goals, or without consent, nothing is asked about progress")
  func noProgress() async throws {
    let reply = Self.notes(progress: #"{"quote": "somehow light", "goal": "1"}"#)
    for before in [record(declines: true), PersonRecord(id: "noor", language: "en", salt: "s")] {
      let (_, record, scene) = try await close(
        rota, [reply, "T", #"{"suggestions": []}"#], record: before)
      #expect(!scene.small.text(ofRequest: 0).contains("<goals>\n"))
      expect(record.sessions.last?.progress, equals: [])
    }
  }

  @Test("a goal whose progress was dismissed is not asked about again")
  func dismissedProgress() async throws {
    var before = record()
    let first = before.trackedGoals[0].id
    let reply = Self.notes(progress: #"{"quote": "somehow light", "goal": "1"}"#)
    (_, before, _) = try await close(
      rota, [reply, "T", #"{"suggestions": []}"#], record: before)
    expect(before.remove("progress/\(first)", at: 1_795_219_200, on: today), equals: true)
    let next = Session(
      conversation: "d", kind: .coaching, language: "en", messages: rota.messages)
    let (_, record, scene) = try await close(
      next, [reply, "T", #"{"suggestions": []}"#], record: before)
    #expect(!scene.small.text(ofRequest: 0).contains("let work go out"))
    // The number is that of the list that was given, not of the profile.
    expect(
      record.goalProgress(on: today).map(\.goal), equals: ["leave the drill to others"])
  }

  // MARK: Patterns

  /// A record with noted sessions in these domains, on consecutive days.
  private func noted(_ domains: [String]) throws -> PersonRecord {
    var record = PersonRecord(id: "noor", language: "en", salt: "salt")
    record.offers.record(.remember, .accepted, sessions: 0, on: today)
    for (number, domain) in domains.enumerated() {
      let session = Session(
        conversation: "c\(number)", kind: .coaching, language: "en",
        messages: [
          SessionMessage(
            id: "m\(number)", role: .user, text: "Something \(number).",
            time: 1_790_000_000 + Double(number) * 86_400),
          SessionMessage(
            id: "n\(number)", role: .assistant, text: "Yes.",
            time: 1_790_000_010 + Double(number) * 86_400, domain: domain),
        ])
      var outcome = try #require(record.closing(session, end: .app, zone: .utc))
      outcome.session.summary = "Notes \(number)."
      record.apply(outcome, on: today)
    }
    return record
  }

  private func patterns(_ record: PersonRecord, _ reply: String) async throws -> PatternRefresh {
    let scene = try TurnScene(small: [reply], strong: [])
    return await scene.service.patterns(of: record)
  }

  private func theme(_ days: [CalendarDay], count: Int = 9, confidence: Double = 0.9) -> String {
    let list = days.map { "\"\($0)\"" }.joined(separator: ", ")
    return #"""
      {"themes": [{"text": "hides work", "sessions": [\#(list)], "count": \#(count), "domains": ["x"], "confidence": \#(confidence)}], "growth": [], "style_notes": ["asks first"]}
      """#
  }

  @Test("a theme counts the sessions that exist, and has their domains")
  func checked() async throws {
    let record = try noted(["career", "career", "career", "life", "career"])
    let days = record.sessions.records.map(\.day)
    let found = try await patterns(record, theme(days.prefix(3) + [CalendarDay(number: 1)]))
    expect(found.themes.map(\.theme.count), equals: [3])
    expect(found.themes.map(\.theme.domains), equals: [["career"]])
    expect(found.styleNotes, equals: ["asks first"])
  }

  @Test("a theme of two sessions, or of several domains without confidence, is dropped")
  func unsupported() async throws {
    let record = try noted(["career", "life", "fitness", "career", "life"])
    let days = record.sessions.records.map(\.day)
    for reply in [theme(Array(days.prefix(2)), count: 3), theme(days, confidence: 0.7)] {
      let found = try await patterns(record, reply)
      expect(found.themes, equals: [])
      expect(found.problems.count, equals: 1)
    }
    let sure = try await patterns(record, theme(days))
    expect(sure.themes.first?.theme.domains, equals: ["career", "fitness", "life"])
  }

  @Test("without a usable answer, the person's own sentences are compared")
  func local() async throws {
    let found = try await patterns(try noted(["career", "career", "career"]), "no JSON")
    expect(found.themes, equals: [])
    #expect(!found.problems.isEmpty)
  }

  // MARK: The budget

  @Test(
    "a long profile is cut to its budget, and the most important stays",
    arguments: [50, 200, 1_000])
  func budget(tokens: Int) async throws {
    let scene = try TurnScene(strong: ["Go on."])
    try scene.subscribe()
    scene.service.configuration.context.profile = tokens
    var record = PersonRecord(id: "noor", language: "en", salt: "salt")
    for number in 0..<400 {
      record.add(
        "fact \(number) about harbour \(number) and its lamps", category: .situation, on: today)
    }
    record.add("learn to sail", category: .goals, on: today)
    let request = TurnRequest(
      id: "r", record: record, access: scene.access, conversation: scene.conversation,
      message: "What now?", today: today)
    _ = try await scene.play(request)
    let prompt = scene.strong.text(ofRequest: 0)
    expect(prompt, contains: "learn to sail")
    let kept = prompt.components(separatedBy: "about harbour").count - 1
    #expect((tokens / 25...tokens / 8).contains(kept), "\(kept) facts")
  }
}
