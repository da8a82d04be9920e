import CoachEngine
import CoachModel
import LanguageModels
import ModelLayers
import TestKit
import Testing
import TestTiming

@Suite("The first message of somebody new")
struct FirstMessageTests {
  @Test("is answered without a domain, a profile or an onboarding before it")
  func newPerson() async throws {
    let scene = try TurnScene(small: ["What made you write that today?"], strong: [])
    scene.person = Person(id: "new")
    scene.conversation = TurnRequest.Conversation(id: "first")
    let played = try await scene.say("My evenings are full of work.")
    expect(played.kinds, equals: ["started", "text", "done"])
    expect(played.shown, equals: "What made you write that today?")
    expect(played.outcome?.route, equals: .discovery)
  }

  @Test("is answered within three seconds if the provider is down, in the coach's voice")
  func providerDown() async throws {
    let scene = try TurnScene(small: [String](), strong: [])
    var stack = ModelStack()
    stack.retry = Retry(
      RetryPolicy(attempts: 10, firstWait: .seconds(1), maximumWait: .seconds(1)))
    let down = ScriptedModel((0..<10).map { _ in .failure(.failed(.overloaded), after: []) })
    scene.service.models.discovery = ModelRoute(stack.model(down))
    let played = try await scene.say("My evenings are full of work.")
    expect(played.failure?.code, equals: .unreachable)
    #expect(scene.simulated.elapsed <= .seconds(3))
    #expect(played.failure?.text.hasPrefix("I couldn't connect right now.") == true)
  }
}
