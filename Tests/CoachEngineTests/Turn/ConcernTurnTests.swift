import CoachEngine
import CoachModel
import CoachSafety
import CoachSignals
import LanguageModels
import SafetyRules
import SourceFiles
import Testing
import TestKit

@Suite("A concern: the coach answers, is told, and help is named below")
struct ConcernTurnTests {
  private func scene(_ replies: [String], sessions: Int = 1) throws -> TurnScene {
    let scene = try TurnScene(small: [], strong: replies.map { .reply([$0]) })
    try scene.subscribe()
    scene.person.region = "GB"
    scene.service.screen = FixedScreen(words: ["grey": .suicidalThoughts])
    scene.service.secondOpinion = nil
    return scene
  }

  @Test(
    "the prompt says what was noticed, asks for one question, and names nothing else to bring up")
  func told() async throws {
    let scene = try scene(["That sounds heavy. What do you mean by grey?"])
    let played = try await scene.say("everything is grey")
    let request = scene.strong.text(ofRequest: 0)
    #expect(request.contains("may be a sign of danger: suicidal thoughts"))
    #expect(request.contains("Don't name dying, self-harm or violence unless they did"))
    #expect(
      played.outcome?.concern == TurnConcern(source: .screen, categories: [.suicidalThoughts]))
    #expect(played.help.count == 1 && played.help.first?.contains("116 123") == true)
    #expect(played.outcome?.isSensitive == false && played.outcome?.isCrisis == false)
    #expect(scene.used == 1)
  }

  @Test("a calm message is answered without any of it")
  func calm() async throws {
    let scene = try scene(["Good. What comes next?"])
    let played = try await scene.say("the report is done")
    #expect(!scene.strong.text(ofRequest: 0).contains("sign of danger"))
    #expect(played.outcome?.concern == nil && played.help.isEmpty)
  }

  @Test("the message after it is told that it follows on one")
  func followUp() async throws {
    let scene = try scene(["What do you mean by grey?", "How is it now?"])
    _ = try await scene.say("everything is grey")
    let played = try await scene.say("yes")
    #expect(scene.strong.text(ofRequest: 1).contains("may have been a sign of danger"))
    #expect(!scene.strong.text(ofRequest: 1).contains("in their latest message that may be"))
    #expect(played.outcome?.concern?.isFollowUp == true && played.help.count == 1)
  }

  @Test(
    "a coach that raises the alarm has the country's help under its message, and nothing is remembered"
  )
  func alarm() async throws {
    let signal = #"[CONCERN]\#n{"about": "says goodbye", "severity": "high"}"#
    let scene = try scene(["I'm glad you wrote. Are you safe?\n\(signal)"])
    let played = try await scene.say("thank you for everything")
    #expect(played.shown == "I'm glad you wrote. Are you safe?")
    #expect(
      played.outcome?.concern
        == TurnConcern(source: .coach, categories: [], severity: .high, about: "says goodbye"))
    let help = try #require(played.help.first)
    #expect(help.contains("116 123") && help.split(separator: "\n").count > 2)
    #expect(played.outcome?.isSensitive == true && played.outcome?.isCrisis == false)
    var counts = CrisisCounts()
    counts.add(try #require(played.outcome))
    #expect(counts.concerns == ["coach": 1] && counts.referrals == 0)
  }

  @Test(
    "a signal that breaks its contract raises no alarm", arguments: ["", "{}", #"{"about": 3}"#])
  func broken(payload: String) async throws {
    let scene = try scene(["I'm glad you wrote.\n[CONCERN]\n\(payload)"])
    let played = try await scene.say("thank you for everything")
    #expect(played.shown == "I'm glad you wrote.")
    #expect(played.outcome?.concern == nil && played.help.isEmpty)
  }

  @Test("an outcome with a concern can be stored and read")
  func stored() async throws {
    let scene = try scene([
      "Are you safe?\n[CONCERN]\n{\"about\": \"x\", \"severity\": \"imminent\"}"
    ])
    let outcome = try #require(try await scene.say("everything is grey").outcome)
    #expect(
      outcome.concern?.severity == .imminent && outcome.concern?.categories == [.suicidalThoughts])
    try expect(TurnOutcome(json: outcome.json), equals: outcome)
  }
}

/// A screen for which words are a concern, so that no test depends on the rules.
private struct FixedScreen: CrisisScreening {
  var words: [String: CrisisCategory]

  func assess(_ message: String, history: [Message]) -> SafetyAssessment? { nil }

  func examine(_ message: String, history: [Message]) -> ScreeningReport {
    var report = ScreeningReport()
    let earlier = history.map(\.text).joined()
    let found = words.first { message.contains($0.key) }
    guard let (_, category) = found ?? words.first(where: { earlier.contains($0.key) }) else {
      return report
    }
    report.verdict = .concern
    report.suspicion = SafetyAssessment(
      categories: [category], severity: .moderate,
      evidence: SafetyAssessment.Evidence(text: "", range: 0..<0),
      isFollowUp: found == nil, stage: .linguisticScreen)
    return report
  }
}
