import CoachModel
import Documents
import SourceFiles
import Testing
import TestKit

@testable import CoachSignals

@Suite struct MemoryIndexTests {
  @Test func findsByOtherFormsOfTheWords() throws {
    let memory = try sample()
    expect(found("are the worries back?", in: memory).first, equals: "m-2")
    expect(found("running again", in: memory).first, equals: "m-5")
    expect(found("Kwame called", in: memory).first, equals: "m-4")
  }

  @Test func prefersTheAnswerToTheQuestion() throws {
    let memory = index([
      session(
        "s", day: "2026-03-01", "coach: Which allotment do you mean?",
        "person: The one behind the station.", "coach: I see.",
        "person: I am thinking about something else."),
      session("t", day: "2026-03-02", "person: The dentist was late."),
    ])
    expect(
      found("allotment", in: memory).first, equals: "s-1",
      "the answer does not contain the word, and the question does")
  }

  @Test func prefersTheSpeakerThatIsAskedFor() throws {
    let memory = index([
      session("s", day: "2026-03-01", "coach: The harbour is quiet.", "person: Yes, really."),
      session("t", day: "2026-03-01", "person: The harbour is quiet at noon, too."),
    ])
    expect(found("harbour", in: memory).first, equals: "t-0")
    expect(found("harbour", speaker: .assistant, in: memory).first, equals: "s-0")
  }

  @Test func prefersThePeriodThatIsMeant() throws {
    let memory = index([
      session("old", day: "2026-01-10", "person: The choir sang badly."),
      session("new", day: "2026-05-10", "person: The choir sang loudly."),
    ])
    let january = try day("2026-01-01")...day("2026-01-31")
    expect(found("how was the choir?", in: memory).first, equals: "new-0")
    expect(
      memory.search(MemoryQuery("how was the choir?", language: "en", period: january))
        .first?.message, equals: "old-0")
  }

  @Test func prefersTheRecentOfEqualOnes() throws {
    let memory = index([
      session("new", day: "2026-05-10", "person: The choir sang loudly."),
      session("old", day: "2026-01-10", "person: The choir sang badly."),
    ])
    let today = try day("2026-05-20")
    expect(
      memory.search(MemoryQuery("choir", language: "en", today: today)).map(\.message),
      equals: ["new-0", "old-0"])
  }

  @Test func returnsTheSameThoughtOnce() throws {
    let memory = index([
      session("s", day: "2026-03-01", "person: I want to leave the choir."),
      session("t", day: "2026-03-08", "person: I want to leave that choir!"),
      session("u", day: "2026-03-09", "person: The choir has a new conductor."),
    ])
    expect(found("choir", in: memory).sorted(), equals: ["t-0", "u-0"])
  }

  @Test func returnsNothingForWordsThatNobodySaid() throws {
    try expect(found("submarine", in: sample()), equals: [])
    try expect(found("and so on", in: sample()), equals: [])
    expect(found("anything", in: MemoryIndex()), equals: [])
  }

  @Test func leavesOutWhatTheModelSeesAnyway() throws {
    let memory = try sample()
    let hits = memory.search(
      MemoryQuery("worries about Kwame", language: "en", excluding: ["m-2", "m-4"]))
    #expect(!hits.map(\.message).contains { ["m-2", "m-4"].contains($0) })
    #expect(!hits.isEmpty)
  }

  @Test func readsContextBelowTheMessage() throws {
    let memory = try sample()
    let context = ["Kwame called"]
    func first(_ text: String) -> String? {
      memory.search(MemoryQuery(text, context: context, language: "en")).first?.message
    }
    expect(first("What do you make of it?"), equals: "m-4")
    expect(first("and running?"), equals: "m-5")
  }

  @Test func findsWordsOfScriptsWithoutSpaces() throws {
    let memory = index([
      session("s", day: "2026-03-01", language: "ja", "person: 昨日は海へ行きました。"),
      session("t", day: "2026-03-02", language: "ja", "person: 仕事が忙しいです。"),
    ])
    expect(
      memory.search(MemoryQuery("海へ行く", language: "ja")).first?.message, equals: "s-0")
  }

  @Test func addsWhatIsSaidInOtherWords() throws {
    var memory = index([
      session("s", day: "2026-03-01", "person: My boss shouted.", "person: It rained."),
      session("t", day: "2026-03-02", "person: The manager is loud.", "person: Soup again."),
    ])
    memory.setVectors(
      [
        "My boss shouted.": [1, 0.1, 0], "The manager is loud.": [0.9, 0.2, 0],
        "It rained.": [0, 0, 1], "Soup again.": [0, 1, 0],
      ], of: "e")
    func hits(_ model: String) -> [String] {
      memory.search(
        MemoryQuery(
          "an angry boss", language: "en",
          embedding: TextEmbedding(model: model, vector: [1, 0, 0]))
      ).map(\.message)
    }
    expect(hits("e").first, equals: "s-0")
    expect(hits("e").contains("t-0"), equals: true)
    expect(hits("other").contains("t-0"), equals: false, "vectors of two models")
    expect(memory.textsWithoutVector(of: "e"), equals: [])
    expect(memory.textsWithoutVector(of: "other").count, equals: 4)
  }

  // MARK: Changing

  @Test func addingASessionAgainChangesNothing() throws {
    var memory = try sample()
    let before = memory
    for session in before.sessions { memory.add(session) }
    expect(memory, equals: before)
    expect(memory.count, equals: before.count)
  }

  @Test func aLongerSessionReplacesTheShorter() throws {
    var memory = try sample()
    let count = memory.count
    var longer = memory.sessions[0]
    longer.messages.append(RememberedMessage(id: "m-9", role: .user, text: "The kiln broke."))
    memory.add(longer)
    expect(memory.count, equals: count + 1)
    expect(found("kiln", in: memory).first, equals: "m-9")
  }

  @Test func removesConversationsSessionsAndMessages() throws {
    var memory = try sample()
    memory.remove(messages: ["m-4"])
    #expect(!found("Kwame", in: memory).contains("m-4"))
    memory.remove(session: "s-2")
    expect(found("running", in: memory), equals: [])
    memory.remove(conversation: "c-1")
    expect(memory, equals: MemoryIndex())
    expect(memory.json.text(), equals: MemoryIndex().json.text())
  }

  /// Removes at random what was added, and asks for its words: no query may return any of it, and neither the index nor
  /// its stored form may contain any of it.
  @Test(arguments: TestCases.seeds(10, atMost: 2000))
  func whatIsRemovedIsGone(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var memory = MemoryIndex()
    var marks: [String: (conversation: String, session: String, mark: String)] = [:]
    for number in 0..<40 {
      let id = "s\(number)"
      let conversation = "c\(number % 7)"
      let messages = (0..<(1 + random.below(8))).map { index in
        let mark = "mark\(number)x\(index)q"
        let message = "\(id)-\(index)"
        marks[message] = (conversation, id, mark)
        return RememberedMessage(
          id: message, role: random.once(in: 2) ? .user : .assistant,
          text: "\(mark) and \(random.pick(Self.words)) with \(random.pick(Self.words))")
      }
      memory.add(
        RememberedSession(
          id: id, conversation: conversation, day: CalendarDay(unixTime: Double(number) * 86_400),
          language: "en", messages: messages))
    }
    memory.setVectors(
      Dictionary(
        uniqueKeysWithValues: memory.sessions.flatMap(\.messages).map {
          ($0.text, (0..<8).map { _ in Float(random.below(100)) - 50 })
        }), of: "e")
    var removed: Set<String> = []
    for _ in 0..<6 {
      switch random.below(3) {
      case 0:
        let id = "c\(random.below(7))"
        memory.remove(conversation: id)
        removed.formUnion(marks.filter { $0.value.conversation == id }.keys)
      case 1:
        let id = "s\(random.below(40))"
        memory.remove(session: id)
        removed.formUnion(marks.filter { $0.value.session == id }.keys)
      default:
        let ids = Set((0..<4).map { _ in random.pick(marks.keys.sorted()) })
        memory.remove(messages: ids)
        removed.formUnion(ids)
      }
      memory = try MemoryIndex(json: memory.json)
    }
    let stored = memory.json.text()
    for (message, index) in marks {
      let text = "\(index.mark) \(random.pick(Self.words)) \(random.pick(Self.words))"
      let hits = memory.search(
        MemoryQuery(
          text, language: "en", speaker: nil,
          embedding: TextEmbedding(model: "e", vector: [1, 2, 3, 4, 5, 6, 7, 8]), limit: 500))
      #expect(hits.allSatisfy { !removed.contains($0.message) })
      let isRemoved = removed.contains(message)
      #expect(stored.contains(index.mark) == !isRemoved)
      #expect(memory.words.terms.contains(index.mark) == !isRemoved)
      #expect(hits.contains { $0.message == message } == !isRemoved)
    }
  }

  // MARK: Storing

  @Test func readsWhatItWrites() throws {
    var memory = try sample()
    memory.setVectors(["I went running by the canal.": [0.5, -0.25]], of: "e")
    let read = try MemoryIndex(json: memory.json)
    expect(read, equals: memory)
    expect(read.words, equals: memory.words)
  }

  /// Sums of squares of more numbers than any model gives would overflow.
  @Test func leavesOutVectorsThatNoModelGives() throws {
    var memory = try sample()
    let text = "I went running by the canal."
    for vector in [
      Array(repeating: Float(1), count: 200_000), [1, .nan], [1, .infinity], [], [0, 0],
    ] {
      memory.setVectors([text: vector], of: "e")
      #expect(memory.textsWithoutVector(of: "e").contains(text))
    }
    memory.setVectors([text: Array(repeating: 1, count: 65_536)], of: "e")
    #expect(!memory.textsWithoutVector(of: "e").contains(text))
    var json = memory.json.text()
    let vector = try #require(json.firstMatch(of: /"vector":"([^"]*)"/)?.output.1)
    json = json.replacing(String(vector), with: String(repeating: "gICA", count: 43_691))
    let error = #expect(throws: SourceError.self) {
      try MemoryIndex(json: JSONValue(parsing: Array(json.utf8)))
    }
    #expect(error?.diagnostics.first?.code == "memory.vector")
  }

  @Test(arguments: ["", "AAAA", "AQAAAAAAAAD/////////fw==", "no base64"])
  func readsTextsAgainIfItsWordsAreDamaged(words: String) throws {
    let memory = try sample()
    var json = try #require(memory.json.object)
    json["words"] = .string(words)
    let read = try MemoryIndex(json: .object(json))
    expect(read, equals: memory)
    expect(read.words, equals: memory.words)
  }

  @Test func readsTextsAgainIfWordsAndMessagesDiffer() throws {
    let memory = try sample()
    var other = memory
    other.remove(messages: ["m-2"])
    var json = try #require(memory.json.object)
    json["words"] = other.json.object?["words"]
    try expect(MemoryIndex(json: .object(json)).words, equals: memory.words)
  }

  @Test func readsTextsAgainIfSomebodyChangedThem() throws {
    let memory = try sample()
    let text = memory.json.text().replacing("Kwame's letter", with: "A photograph")
    let read = try MemoryIndex(json: JSONValue(parsing: text))
    #expect(!read.words.terms.contains("kwame"))
    expect(found("photograph", in: read).first, equals: "m-4")
  }

  // MARK: Samples

  private static let words = [
    "river", "choir", "report", "kitchen", "sister", "garden", "meeting", "bicycle", "promise",
  ]

  private func sample() throws -> MemoryIndex {
    var memory = MemoryIndex()
    memory.add(
      RememberedSession(
        id: "s-1", conversation: "c-1", day: try day("2026-03-31"), domain: "career",
        language: "en",
        messages: [
          RememberedMessage(id: "m-1", role: .assistant, text: "What is on your mind?"),
          RememberedMessage(id: "m-2", role: .user, text: "I worried all night about the exam."),
          RememberedMessage(id: "m-3", role: .assistant, text: "All night."),
          RememberedMessage(id: "m-4", role: .user, text: "Kwame's letter made it worse."),
        ]))
    memory.add(
      RememberedSession(
        id: "s-2", conversation: "c-2", day: try day("2026-04-07"), language: "en",
        messages: [
          RememberedMessage(id: "m-5", role: .user, text: "I went running by the canal.")
        ]))
    return memory
  }

  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  private func index(_ sessions: [RememberedSession]) -> MemoryIndex {
    sessions.reduce(into: MemoryIndex()) { $0.add($1) }
  }

  /// A session whose messages have its id and their position as ids.
  private func session(
    _ id: String, day: String, language: String = "en", _ messages: String...
  ) -> RememberedSession {
    RememberedSession(
      id: id, conversation: id, day: CalendarDay(day) ?? CalendarDay(unixTime: 0),
      language: language,
      messages: messages.enumerated().map { place, line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return RememberedMessage(
          id: "\(id)-\(place)", role: parts[0] == "person" ? .user : .assistant,
          text: parts[1].drop { $0 == " " }.description)
      })
  }

  private func found(_ text: String, speaker: Role? = .user, in memory: MemoryIndex) -> [String] {
    memory.search(MemoryQuery(text, language: "en", speaker: speaker)).map(\.message)
  }
}
