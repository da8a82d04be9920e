import TestTiming
import SafetyRules
import Documents
import CoachSafety
import CoachEngine
import CoachModel
import LanguageModels
import ModelLayers
import TestKit
import Testing

@Suite("A turn whose reply another model finishes")
struct ContinuedTurnTests {
  @Test("is one message, with tags and guardrails whole")
  func whole() async throws {
    let none: [ScriptedModel.Turn] = []
    let scene = try TurnScene(strong: none)
    try scene.subscribe()
    let first = ScriptedModel([
      .failure(.failed(.truncated), after: ["You filled the silence. [PATTERN: the emp"])
    ])
    let second = ScriptedModel([
      .reply(["ty chair] You have depres", "sion. What did it cost you?"])
    ])
    let time = scene.time
    var stack = ModelStack(clock: scene.simulated.clock { time.value })
    stack.finishesBrokenReplies = true
    scene.service.models.coaching = ModelRoute(stack.model(first, fallingBackOn: [second]))
    let played = try await scene.say("I talked all evening.")
    let outcome = played.outcome
    expect(outcome?.failure, equals: nil)
    expect((outcome?.message?.tags ?? []).map(\.name), equals: ["PATTERN"])
    expect(outcome?.message?.text ?? "", contains: "the empty chair")
    expect(outcome?.message?.text.contains("depression"), equals: false)
    expect(outcome?.message?.isPartial, equals: false)
    expect((outcome?.findings ?? []).map(\.check), equals: [.diagnosis])
    expect(played.events.contains(.continued(by: "scripted:script")), equals: true)
    expect(
      played.events.compactMap(\.forClient).contains { $0.json["event"] == "continued" },
      equals: false)
    expect(outcome?.trace.calls.count, equals: 2)
    expect(outcome?.trace.problems.count, equals: 1)
  }
}
