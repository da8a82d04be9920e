import CoachModel
@testable import EvalGraders
import EvalTestKit
@testable import PromptEvals
import PromptTemplates
import StreamParsing
import Testing
import TestKit

/// The verdict of one grader on one message.
private func passes(
  _ grader: String, _ text: String, after person: String? = "Mm.", number: Int = 4
) async throws -> Bool {
  let conversation = GraderSamples.conversation(
    text, after: person.map { [Message(.user, $0)] } ?? [], number: number,
    contract: try GraderSamples.contract("discovery"))
  return try await GraderSamples.grades("- \(grader)", conversation).allSatisfy(\.isPass)
}

@Suite("Graders find exactly the labelled flaws of transcripts")
struct LabelledTranscriptTests {
  /// Read once; when they cannot be read, the test of the inventory says why.
  private static let transcripts = (try? Samples.transcripts()) ?? []

  @Test("every flaw is found, and nothing else", arguments: transcripts.map(\.id))
  func labels(id: String) async throws {
    let transcript = try #require(Self.transcripts.first { $0.id == id })
    let ids =
      transcript.kind == .discovery
      ? try GraderRegistry.standard.withoutOptions.map(\.id)
      : ["forbidden.clinical", "forbidden.ai", "forbidden.affirmation", "no-tag-leak"]
    let contract = try GraderSamples.contract(transcript.kind.rawValue)
    let conversation = transcript.graded(contract)
    var found: [Transcript.Flaw] = []
    for id in ids {
      let grades = try await GraderSamples.grades("- \(id)", conversation)
      found += grades.filter { $0.verdict == .fail }
        .map { Transcript.Flaw(grader: $0.grader, coachMessage: $0.message) }
    }
    #expect(Set(found) == Set(transcript.flaws))
  }

  @Test("there are enough transcripts of each kind, and they are varied")
  func inventory() throws {
    let transcripts = try Samples.transcripts()
    let discovery = transcripts.filter { $0.kind == .discovery }
    #expect(discovery.count >= 12)
    #expect(transcripts.count - discovery.count >= 8)
    #expect(transcripts.allSatisfy { $0.origin == "written" })
    #expect(Set(transcripts.map(\.domain)).count == 8)
    for transcript in discovery where transcript.quality == .good && transcript.ending == .complete
    {
      #expect((12...15).contains(transcript.coachPositions.count))
    }
    for transcript in transcripts where transcript.kind == .coaching {
      #expect((8...15).contains(transcript.coachPositions.count))
    }
  }
}

@Suite("Graders of rules")
struct SingleGraderTests {
  @Test(
    "one-question",
    arguments: [
      ("What now?", true), ("What now?? And then", true), ("Tell me more.", false),
      ("What? Why?", false), ("You asked “why me?”. What else?", true), ("¿Qué pasa?", true),
      ("どうですか？", true), ("Is it work, or home?", true), ("\"Why?\" you said.", false),
    ])
  func oneQuestion(text: String, isPass: Bool) async throws {
    try await expect(passes("one-question", text), equals: isPass)
  }

  @Test("the closing message needs no question")
  func closingQuestion() async throws {
    #expect(try await passes("one-question", "Take care.\n[DISCOVERY_COMPLETE]\n{}"))
    #expect(try await !passes("one-question", "A? B?\n[DISCOVERY_COMPLETE]\n{}"))
  }

  @Test(
    "opening-length",
    arguments: [
      ("Hi. How are you?", true), ("Hello there?", false), ("Yes. No. Well. So?", false),
      ("Hi… welcome. It's 3.5 years. Why?", true), ("One\nTwo\nThree", true),
    ])
  func opening(text: String, isPass: Bool) async throws {
    try await expect(passes("opening-length", text, after: nil, number: 1), equals: isPass)
    #expect(try await passes("opening-length", text, after: "Hi", number: 2))
  }

  @Test(
    "forbidden words",
    arguments: [
      ("forbidden.clinical", "That sounds like Depression.", false),
      ("forbidden.clinical", "You were patient with her.", true),
      ("forbidden.paywall", "Subscribe to go on.", false),
      ("forbidden.paywall", "It has a prize.", true),
      ("forbidden.phase", "In this phase we go deeper.", false),
      ("forbidden.affirmation", "That’s great! What else?", false),
      ("forbidden.affirmation", "Great! What else?", false),
      ("forbidden.affirmation", "Thank you for sharing that.", false),
      ("forbidden.affirmation", "That's great courage, saying it twice.", true),
      ("forbidden.affirmation", "Interesting how?", true),
      ("no-advice", "You should rest.", false), ("no-advice", "Try to rest.", false),
      ("no-advice", "Maybe try sleeping more.", false),
      ("no-advice", "When you try to rest, what comes?", true),
      ("no-advice", "You'd try anything.", true),
      ("no-advice", "What about you? Should it wait?", true),
      ("no-advice", "Have you considered leaving?", false),
      ("no-tag-leak", "So [EMOTION: sad] then", false),
      ("no-tag-leak", "See [1] and [a](b).", true),
      ("no-tag-leak", "[DISCOVERY DONE]", false),
      ("no-tag-leak", "{\"aha_insight\": \"x\"}", false),
    ])
  func words(grader: String, text: String, isPass: Bool) async throws {
    try await expect(passes(grader, text), equals: isPass)
  }

  @Test("a statement about being an AI is allowed only as an answer")
  func machine() async throws {
    #expect(
      try await !passes("forbidden.ai", "As an AI, I cannot know.", after: "My robot is broken."))
    #expect(try await passes("forbidden.ai", "I'm an AI, yes.", after: "wait, are you a bot?"))
    #expect(try await passes("forbidden.ai", "I'm an AI.", after: "am I talking to a real person"))
  }

  @Test(
    "completion",
    arguments: [
      (11, 1, "the signal comes at message 11"), (16, 1, "the signal comes at message 16"),
      (12, 2, "2 signals, at messages 12, 12"), (13, 0, "no signal"), (13, 1, nil),
    ] as [(Int, Int, String?)])
  func completion(number: Int, signals: Int, reason: String?) async throws {
    let fields =
      [
        "coaching_domains", "current_challenges", "key_themes", "strengths_identified", "values",
      ].map { "\"\($0)\": [\"x\"]" }
      + [
        "emotional_baseline", "communication_style", "vision", "aha_insight",
      ].map { "\"\($0)\": \"x\"" }
    let signal = "[DISCOVERY_COMPLETE] {\(fields.joined(separator: ", "))}"
    let text = "Bye. " + Array(repeating: signal, count: signals).joined()
    let contract = try GraderSamples.contract("discovery")
    let message = CoachMessage(
      number: number, events: ReplyTagParser.parse(text, declarations: contract.tags),
      history: [Message(.user, "Mm.")])
    func reasons(_ transcript: Transcript, _ messages: [CoachMessage]) async throws -> [String?] {
      let conversation = GradedConversation(
        transcript: transcript, messages: messages, contract: contract)
      return try await GraderSamples.grades("- completion", conversation).map(\.reason)
    }
    let transcript = Samples.transcript(Array(repeating: "Hm?", count: number))
    try await expect(reasons(transcript, [message]), equals: [reason])
    let stopped = Samples.transcript(["Hi?"], ending: .stopped(reason: "tired"))
    try await expectEmpty(reasons(stopped, []))
    try await expectEmpty(reasons(Samples.transcript(["Hi?", "Bye."]), []))
  }
}
