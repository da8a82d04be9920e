import CoachEngine
import CoachModel
import CoachSafety
import CoachSignals
import Documents
import PromptTemplates
import SafetyRules
import Testing
import TestKit

/// Turns of a person with everything, whichever version of a prompt they get: after a roll-back, in a comparison, or
/// because an operator chose it.
@Suite("A turn with every version of every conversational prompt")
struct EveryVersionTurnTests {
  private static let languages = ["en", "es", "de"]
  private let today = CalendarDay(unixTime: 1_795_219_200)

  private static func versions(of names: String...) throws -> [String] {
    try ExamplePrompts.references().filter { reference in
      names.contains { reference.hasPrefix("\($0)@") }
    }
  }

  /// A record with everything, after sessions a week apart.
  private func record(_ language: String, sessions: Int = 8) throws -> PersonRecord {
    var record = PersonRecord(id: "noor", language: language, salt: "salt")
    record.name = "Noor"
    record.offers.record(.remember, .accepted, sessions: 1, on: today)
    for number in 0..<sessions {
      let time = 1_795_219_200 - Double(sessions - number) * 7 * 86_400
      record.note(
        [
          SessionMessage(
            id: "m\(number)-1", role: .user, text: "The orders and the till again.", time: time),
          SessionMessage(
            id: "m\(number)-2", role: .assistant, text: "I see.", time: time + 60, domain: "career"),
        ], in: "c\(number)", kind: .coaching)
      var outcome = try #require(record.closing(record.open[0], end: .app, zone: .utc))
      outcome.session.openQuestion = "What happened on Sunday?"
      record.apply(outcome, on: today)
    }
    record.add("leave work at five", category: .goals, on: today)
    record.add("being on time", category: .values, on: today)
    if let own = ProfileCategory(rawValue: "training_history") {
      record.add("rowed at school", category: own, on: today)
    }
    record.choose(StylePreference(directExploratory: -1))
    let patterns = Person.complete.patterns
    record.replacePatterns(
      patterns.themes.map { PatternTheme($0, sessions: []) }, growth: patterns.growth,
      styleNotes: ["Concrete questions open her up."])
    return record
  }

  private func request(
    _ scene: TurnScene, _ record: PersonRecord, _ message: String?
  ) -> TurnRequest {
    TurnRequest(
      id: "r", record: record, access: scene.access, conversation: scene.conversation,
      message: message, today: today)
  }

  private func check(_ played: Played, _ reference: String) {
    expect(played.failure?.detail, equals: nil, "\(reference)")
    expect(played.outcome?.trace.prompt?.reference, equals: reference)
    #expect(played.outcome?.message != nil)
  }

  @Test("coaching", arguments: try versions(of: "coaching"), languages)
  func coaching(reference: String, language: String) async throws {
    let scene = try TurnScene(strong: ["I see."])
    try scene.subscribe()
    scene.service.configuration.prompts.coaching = try #require(PromptReference(reference))
    var asked = request(scene, try record(language), "The orders again.")
    asked.domain = "career"
    check(try await scene.play(asked), reference)
    expect(scene.strong.text(ofRequest: 0), contains: "takes over what others leave")
  }

  @Test(
    "the look back with which the coach opens",
    arguments: try versions(of: "monthly-reflection"), languages)
  func reflection(reference: String, language: String) async throws {
    let scene = try TurnScene(strong: ["A month."])
    try scene.subscribe()
    scene.service.configuration.prompts.reflection = try #require(PromptReference(reference))
    check(try await scene.play(request(scene, try record(language), nil)), reference)
  }

  @Test("the check-in", arguments: try versions(of: "check-in"), languages)
  func checkIn(reference: String, language: String) async throws {
    let scene = try TurnScene(strong: ["And Sunday?"])
    try scene.subscribe()
    scene.service.configuration.prompts.checkIn = try #require(PromptReference(reference))
    check(try await scene.play(request(scene, try record(language, sessions: 6), nil)), reference)
    expect(scene.strong.text(ofRequest: 0), contains: "What happened on Sunday?")
  }

  @Test("discovery", arguments: try versions(of: "discovery"), languages)
  func discovery(reference: String, language: String) async throws {
    let scene = try TurnScene(small: ["Hello?"], strong: [])
    scene.service.configuration.prompts.discovery = try #require(PromptReference(reference))
    scene.person.language = language
    check(try await scene.say(nil), reference)
  }

  @Test(
    "the trainer's conversations",
    arguments: try versions(of: "trainer-intake", "trainer-assessment"))
  func trainer(reference: String) async throws {
    let scene = try TurnScene(strong: ["What brings you here?"])
    let kind = try #require(ConversationKind(rawValue: "training"))
    scene.service.configuration.conversations[kind] = TurnConfiguration.Conversation(
      prompt: try #require(PromptReference(reference)), model: "coaching")
    scene.conversation.kind = kind
    var asked = request(scene, try record("en"), "I want to walk the coast path.")
    asked.inputs = try ExamplePrompts.values(reference)
    check(try await scene.play(asked), reference)
  }

  @Test(
    "an answer to a crisis comes from the model, not from the fixed texts",
    arguments: try versions(of: "safety-reply"), languages)
  func crisis(reference: String, language: String) async throws {
    let warm = "I'm glad you told me. I'm here with you."
    let scene = try TurnScene(strong: [warm])
    scene.service.screen = MarkScreen()
    scene.service.configuration.prompts.crisis = try #require(PromptReference(reference))
    var record = try record(language)
    record.region = "US"
    let played = try await scene.play(request(scene, record, "MARK"))
    check(played, reference)
    expect(played.outcome?.route, equals: .crisis)
    expect(scene.strong.requests.count, equals: 1)
  }

  /// A screen that flags a mark, so that no test repeats what people in danger write.
  private struct MarkScreen: CrisisScreening {
    func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
      guard message.contains("MARK") else { return nil }
      return SafetyAssessment(
        categories: [.suicidalThoughts], severity: .high,
        evidence: SafetyAssessment.Evidence(text: "MARK", range: 0..<4),
        stage: ScreeningStage(rawValue: "test"))
    }
  }

  // MARK: What callers give

  @Test("an input that only another version declares is left out, and the trace says so")
  func leftOut() async throws {
    let scene = try TurnScene(strong: ["I see."])
    try scene.subscribe()
    scene.service.configuration.prompts.coaching = PromptReference(name: "coaching", version: "v3")
    var asked = request(scene, try record("en"), "The orders again.")
    asked.domain = "career"
    asked.inputs = ["concern": ["no sleep"], "unclear": true, "unknown": 1]
    let played = try await scene.play(asked)
    check(played, "coaching@v3")
    expect(
      Set(played.outcome?.trace.prompt?.leftOutInputs ?? []), equals: ["concern", "unknown"])
    expect(scene.strong.text(ofRequest: 0), contains: "It isn't clear yet")
    let json = played.outcome?.json["trace"]?["prompt"]?["left_out_inputs"]
    expect(json?.array?.count, equals: 2)
    expect(played.events.last?.forClient?.json["trace"], equals: nil)
  }

  @Test("a mistyped input is still an error")
  func mistyped() async throws {
    let scene = try TurnScene(strong: ["I see."])
    try scene.subscribe()
    var asked = request(scene, try record("en"), "The orders again.")
    asked.domain = "career"
    asked.inputs = ["unclear": "yes"]
    let played = try await scene.play(asked)
    expect(played.failure?.detail ?? "", contains: "'unclear' must be")
  }
}
