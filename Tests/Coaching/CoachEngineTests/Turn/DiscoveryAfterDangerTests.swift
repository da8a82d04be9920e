import CoachAccess
import CoachEngine
import CoachModel
import CoachSafety
import SafetyRules
import TestKit
import Testing

@Suite("Discovery at its full length, after a message that may signal danger")
struct DiscoveryAfterDangerTests {
  /// A screen for one mark, so that no test repeats what people in danger write. It takes what follows for calm, as after a
  /// second opinion that ruled out danger.
  private struct MarkScreen: CrisisScreening {
    var verdict: ScreeningVerdict

    func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
      examine(message, history: history).assessment
    }

    func examine(_ message: String, history: [Message]) -> ScreeningReport {
      var report = ScreeningReport()
      guard message.contains("MARK") else { return report }
      report.verdict = verdict
      report.suspicion = SafetyAssessment(
        categories: [.suicidalThoughts], severity: .high,
        evidence: SafetyAssessment.Evidence(text: "MARK", range: 0..<4),
        stage: .linguisticScreen)
      if verdict == .crisis { report.assessment = report.suspicion }
      return report
    }
  }

  /// A discovery whose next message of the coach is the last one, or has another number.
  private func scene(
    _ verdict: ScreeningVerdict, replies: [String] = (1...6).map { "Part \($0)?" },
    next: Int = 15
  ) throws -> TurnScene {
    let scene = try TurnScene(small: replies, strong: ["I'm here with you."])
    scene.service.screen = MarkScreen(verdict: verdict)
    for number in 1..<next {
      scene.conversation.messages += [
        Message(.assistant, "Question \(number)?"), Message(.user, "answer \(number)"),
      ]
    }
    scene.conversation.messages.removeLast()
    return scene
  }

  @Test(
    "three more messages are answered, and then the conversation ends",
    arguments: [ScreeningVerdict.crisis, .concern])
  func room(verdict: ScreeningVerdict) async throws {
    let scene = try scene(verdict)
    let marked = try await scene.say("MARK")
    #expect(marked.outcome?.isCrisis == (verdict == .crisis) && marked.outcome?.discovery == nil)
    for number in 1...3 {
      let asked = scene.small.requests.count
      let played = try await scene.say("calm answer \(number)")
      #expect(played.outcome?.route == .discovery && played.outcome?.discovery == nil, "\(number)")
      #expect(!scene.small.text(ofRequest: asked).contains("Goal: close now"), "\(number)")
    }
    #expect(!scene.access.isDiscoveryComplete)
    let asked = scene.small.requests.count
    let closing = try await scene.say("calm answer 4")
    #expect(closing.outcome?.discovery != nil && scene.access.isDiscoveryComplete)
    expect(scene.small.text(ofRequest: asked), contains: "Goal: close now")
    try await expect(scene.say("one more").refusal?.reason, equals: .access(.paywall))
  }

  private static let signal = "Thank you for all of it.\n[DISCOVERY_COMPLETE]"

  @Test(
    "a signal of the coach does not end it either, from the first message on that could",
    arguments: [ScreeningVerdict.crisis, .concern])
  func signal(verdict: ScreeningVerdict) async throws {
    let replies =
      (verdict == .concern ? ["What do you mean?"] : []) + Array(repeating: Self.signal, count: 4)
    let scene = try scene(verdict, replies: replies, next: 12)
    try await scene.say("MARK")
    for number in 1...3 {
      let played = try await scene.say("calm answer \(number)")
      #expect(played.outcome?.route == .discovery && played.outcome?.discovery == nil, "\(number)")
    }
    try await expect(scene.say("calm answer 4").outcome?.discovery == nil, equals: false)
  }

  @Test("a concern about the last message itself keeps the prompt and the signal from closing")
  func concernAtTheEnd() async throws {
    let scene = try scene(.concern, replies: [Self.signal])
    let played = try await scene.say("MARK")
    #expect(!scene.small.text(ofRequest: 0).contains("Goal: close now"))
    #expect(played.outcome?.discovery == nil && !scene.access.isDiscoveryComplete)
    #expect(played.shown == "Thank you for all of it.")
  }

  @Test("a coach that raises a concern does not end it with the same message")
  func concernOfTheCoach() async throws {
    let concern = #"[CONCERN]\#n{"about": "says goodbye", "severity": "high"}"#
    let scene = try scene(.calm, replies: ["\(Self.signal)\n\(concern)"])
    let played = try await scene.say("thank you for everything")
    #expect(played.outcome?.concern?.source == .coach)
    #expect(played.outcome?.discovery == nil && !scene.access.isDiscoveryComplete)
  }

  @Test("a signal without a word is no answer while danger may be near")
  func bareSignal() async throws {
    let scene = try scene(.concern, replies: ["[DISCOVERY_COMPLETE]"])
    let played = try await scene.say("MARK")
    #expect(played.failure?.code == .empty && played.outcome?.discovery == nil)
    let farewell = scene.service.copy.text(.discoveryClosing, in: "en")
    #expect(!played.shown.contains(farewell))
  }

  @Test(
    "danger that the screen does not see again is known from the coach's reply",
    arguments: [
      Message(.assistant, "I'm glad you told me.", tags: ["CONCERN"]),
      Message(.assistant, "I'm glad you told me. You can call Samaritans on 116 123."),
    ])
  func knownFromTheReply(reply: Message) async throws {
    let scene = try scene(.calm)
    scene.person.region = "GB"
    scene.conversation.messages[26] = reply
    for number in 1...4 {
      let played = try await scene.say("calm answer \(number)")
      #expect((played.outcome?.discovery == nil) == (number < 4), "\(number)")
    }
  }

  @Test("danger long before the end changes nothing")
  func longBefore() async throws {
    let scene = try scene(.crisis)
    scene.conversation.messages[1] = Message(.user, "MARK")
    try await expect(scene.say("calm answer").outcome?.discovery == nil, equals: false)
  }
}
