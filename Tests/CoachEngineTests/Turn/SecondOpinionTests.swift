import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import CoachSafety
import JSON
import LanguageModels
import PromptTemplates
import SafetyRules
import SourceFiles
import Testing
import TestKit
import TestTiming

@Suite("The second opinion of a model on uncertain messages can only escalate")
struct SecondOpinionTests {
  /// A screen for three words, so that no test repeats what people in danger write.
  private static func screen() throws -> CrisisScreen {
    let strengths = [("mark", 2.0), ("hint", CrisisScreen.threshold - 0.2), ("whisper", 0.3)]
    return try CrisisScreen(
      ScreeningFiles(
        vocabulary: SourceFile(
          path: "vocabulary.yaml", text: "fillers: {en: [just]}\nspellings: {en: {im: I am}}"),
        groups: SourceFile(path: "groups.yaml", text: "groups: {}"),
        concepts: strengths.map { word, strength in
          SourceFile(
            path: "\(word).yaml",
            text: """
              concept: \(word)
              about: A word.
              category: suicidal_thoughts
              severity: high
              strength: \(strength)
              phrases: {en: [\(word)]}
              """)
        }, cues: []))
  }

  private static let warm = "I'm glad you told me. I'm here with you."

  /// A person who has paid, a coach, and a second opinion with these answers.
  private func scene(_ opinion: [ScriptedModel.Turn]) throws -> (TurnScene, NotingModel) {
    let scene = try TurnScene(
      small: [], strong: (0..<3).map { _ in .reply([Self.warm]) })
    try scene.subscribe()
    scene.person.region = "US"
    scene.service.screen = try Self.screen()
    let model = NotingModel(opinion, name: "opinion")
    scene.service.secondOpinion = CrisisSecondOpinion(ModelRoute(model))
    return (scene, model)
  }

  private func answer(
    _ severity: String, categories: [String] = ["self_harm"], evidence: String = "so hint"
  ) -> ScriptedModel.Turn {
    let json: JSONValue = [
      "evidence": .string(evidence), "categories": .array(categories.map { .string($0) }),
      "severity": .string(severity), "confidence": 0.8,
    ]
    return .reply([json.text()])
  }

  @Test("if it reports danger, the turn is a crisis turn with its evidence, and is not counted")
  func danger() async throws {
    let (scene, model) = try scene([answer("high")])
    scene.conversation.messages = [Message(.user, "an earlier word"), Message(.assistant, "Yes?")]
    let message = "Ähm, so hint now"
    let played = try await scene.say(message)
    let safety = try #require(played.outcome?.safety)
    #expect(safety.stage == .secondOpinion && safety.stage.rawValue == "second_opinion")
    #expect(safety.severity == .high && safety.categories == [.selfHarm])
    #expect(safety.subject == .writer && !safety.isFollowUp)
    #expect(safety.evidence.text == "so hint" && safety.evidence.range == 6..<13)
    #expect(played.outcome?.route == .crisis && played.kinds.first == "crisis_detected")
    #expect(played.shown.hasPrefix(Self.warm) && played.shown.contains("988"))
    #expect(scene.used == 0 && played.outcome?.trace.problems == [])
    let asked = model.text(ofRequest: 0)
    #expect(asked.contains(message) && asked.contains("an earlier word"))
  }

  @Test("its call is one of the turn's calls")
  func calls() async throws {
    for (severity, purpose) in [("high", "safety-reply@"), ("none", "coaching@")] {
      let (scene, model) = try scene([answer(severity)])
      let calls = try #require(try await scene.say("so hint now").outcome?.trace.calls)
      #expect(calls.count == 2)
      #expect(calls.first?.purpose.hasPrefix("crisis-check@") == true)
      #expect(calls.first?.model == model.identity)
      #expect(calls.last?.purpose.hasPrefix(purpose) == true)
      #expect(calls.last?.model == scene.strong.identity)
    }
  }

  @Test("a quotation that is not in the message is replaced by the screen's evidence")
  func quotation() async throws {
    for evidence in ["", "something else", "SO HINT"] {
      let (scene, _) = try scene([answer("imminent", evidence: evidence)])
      let safety = try #require(try await scene.say("so hint now").outcome?.safety)
      #expect(safety.evidence.text == "hint" && safety.evidence.range == 3..<7)
      #expect(safety.severity == .imminent && safety.stage == .secondOpinion)
    }
  }

  @Test("danger without a category gets the screen's category")
  func categories() async throws {
    for categories in [[], ["none"]] {
      let (scene, _) = try scene([answer("moderate", categories: categories)])
      try await expect(
        scene.say("so hint now").outcome?.safety?.categories, equals: [.suicidalThoughts])
    }
  }

  @Test("if it reports no danger, the turn is ordinary and counts")
  func calm() async throws {
    for severity in ["none", "low"] {
      let (scene, model) = try scene([answer(severity, categories: ["none"], evidence: "")])
      let played = try await scene.say("so hint now")
      #expect(model.requests.count == 1)
      #expect(played.outcome?.route == .coaching && played.outcome?.safety == nil)
      #expect(played.shown == Self.warm && played.outcome?.trace.problems == [])
      #expect(scene.used == 1)
    }
  }

  /// Without an answer: a crisis turn with the screen's signs, reported to operators, and never counted.
  private func expectFailSafe(_ scene: TurnScene) async throws -> TurnOutcome {
    let played = try await scene.say("so hint now")
    let outcome = try #require(played.outcome)
    let safety = try #require(outcome.safety)
    #expect(outcome.route == .crisis && played.refusal == nil && played.failure == nil)
    #expect(safety.stage == .failSafe && safety.stage.rawValue == "fail_safe")
    #expect(safety.severity == .moderate && safety.categories == [.suicidalThoughts])
    #expect(safety.evidence.text == "hint" && safety.evidence.range == 3..<7)
    #expect(played.shown.contains("988"))
    #expect(outcome.trace.problems.count == 1)
    #expect(outcome.trace.problems.first?.contains("second opinion") == true)
    #expect(outcome.limits == nil && scene.used == 0)
    return outcome
  }

  @Test("an unavailable model is treated as danger")
  func down() async throws {
    for code in [ModelError.Code.transport, .overloaded, .contentFilter, .quota, .timeout] {
      let (scene, _) = try scene([.failure(.failed(code), after: [])])
      _ = try await expectFailSafe(scene)
    }
  }

  @Test("so is an invalid answer, after one more attempt")
  func nonsense() async throws {
    for words in ["All is well.", #"{"severity": "none"}"#, "{", ""] {
      let (scene, model) = try scene([.reply([words]), .reply([words])])
      let outcome = try await expectFailSafe(scene)
      #expect(outcome.trace.calls.first?.model == model.identity)
    }
    let (scene, _) = try scene([answer("grave"), answer("grave")])
    _ = try await expectFailSafe(scene)
    // The second answer counts.
    let (clear, model) = try self.scene([.reply(["well,"]), answer("none", categories: ["none"])])
    try await expect(clear.say("so hint now").outcome?.route, equals: .coaching)
    #expect(model.requests.count == 2)
  }

  @Test("so is a model that hangs, without waiting for it")
  func hanging() async throws {
    let (scene, _) = try scene([])
    scene.service.secondOpinion = CrisisSecondOpinion(ModelRoute(SilentModel()))
    let outcome = try await expectFailSafe(scene)
    // What it may have cost is unknown.
    #expect(outcome.trace.calls.count == 2 && outcome.trace.cost == nil)
    #expect(scene.simulated.elapsed == scene.service.secondOpinion?.timeout)
  }

  @Test("so is a missing prompt")
  func noPrompt() async throws {
    let (scene, model) = try scene([answer("none")])
    scene.service.secondOpinion?.prompt = PromptReference(name: "nothing")
    let outcome = try await expectFailSafe(scene)
    #expect(model.requests.isEmpty && outcome.trace.calls.count == 1)
  }

  @Test("it is not called for flagged messages, so it cannot overrule the screen")
  func flagged() async throws {
    for message in ["mark", "so hint, and mark", "hint whisper"] {
      let (scene, model) = try scene([answer("none", categories: ["none"])])
      let outcome = try #require(try await scene.say(message).outcome)
      #expect(outcome.route == .crisis && outcome.safety?.stage == .linguisticScreen)
      #expect(model.requests.isEmpty)
    }
  }

  @Test("it is not called for calm messages or for signs that are too weak")
  func below() async throws {
    let (scene, model) = try scene([])
    for message in ["hello", "whisper", nil] {
      try await expect(scene.say(message).outcome?.route, equals: .coaching)
    }
    #expect(model.requests.isEmpty)
  }

  @Test("earlier messages count if the message itself has a sign")
  func carried() async throws {
    let (scene, model) = try scene([answer("high", evidence: "whisper")])
    scene.conversation.messages = [Message(.user, "hint"), Message(.assistant, "Yes?")]
    try await expect(scene.say("hello").outcome?.route, equals: .coaching)
    #expect(model.requests.isEmpty)
    scene.conversation.messages = [Message(.user, "whisper"), Message(.assistant, "Yes?")]
    try await expect(scene.say("whisper").outcome?.safety?.stage, equals: .secondOpinion)
    #expect(model.requests.count == 1)
  }

  @Test("without an answer, a message that was not close to being flagged is not a crisis")
  func failSafeWeight() async throws {
    for (weight, route) in [(0.6, TurnRoute.crisis), (0.61, .coaching)] {
      let (scene, _) = try scene([.failure(.failed(.transport), after: [])])
      scene.service.secondOpinion?.failSafeWeight = weight
      let outcome = try #require(try await scene.say("so hint now").outcome)
      #expect(outcome.route == route && outcome.trace.problems.count == 1)
      #expect(outcome.trace.screening?.verdict == .unsure)
    }
  }

  @Test("it is asked about messages in languages that the screen does not read")
  func foreign() async throws {
    let message = "Je ne sais plus quoi faire de ma vie, tout est gris et je suis seule"
    let (scene, model) = try scene([answer("high", evidence: "tout est gris")])
    let outcome = try #require(try await scene.say(message).outcome)
    #expect(outcome.trace.screening?.verdict == .notRead && model.requests.count == 1)
    #expect(outcome.safety?.evidence.text == "tout est gris")
    let (down, _) = try self.scene([.failure(.failed(.transport), after: [])])
    try await expect(down.say(message).outcome?.route, equals: .coaching)
  }

  @Test("a service has one by default, from the model for tasks")
  func standard() throws {
    let library = try Workspace.library()
    let domains = DomainSet(try Workspace.domains(), routing: KnownDomainRouting())
    let (small, strong) = (NotingModel([], name: "small"), NotingModel([], name: "strong"))
    let service = ChatService(
      prompts: { library }, domains: { domains },
      models: ModelRoutes(
        discovery: ModelRoute(strong), coaching: ModelRoute(strong), tasks: ModelRoute(small)))
    #expect(service.secondOpinion?.route.model.identity == small.identity)
  }

  @Test("it gets only the last messages of the session")
  func history() async throws {
    let (scene, model) = try scene([answer("none", categories: ["none"])])
    for number in 0..<9 {
      scene.conversation.messages += [
        Message(.user, "question \(number)."), Message(.assistant, "reply \(number)."),
      ]
    }
    scene.conversation.sessionStart = 4
    scene.service.secondOpinion?.messages = 3
    _ = try await scene.say("so hint now")
    let asked = model.text(ofRequest: 0)
    #expect(asked.contains("reply 7.") && asked.contains("question 8."))
    #expect(!asked.contains("question 7.") && !asked.contains("question 0."))
  }

  @Test("it runs before the paywall")
  func blocked() async throws {
    let (scene, _) = try scene([answer("high")])
    scene.access = AccessRecord(updatedAt: 0)
    scene.access = try scene.access.after(.discoveryCompleted, at: 1)
    let played = try await scene.say("so hint now")
    #expect(played.refusal == nil && played.outcome?.route == .crisis)
  }

  @Test("without a second opinion, the screen decides alone")
  func alone() async throws {
    let (scene, _) = try scene([])
    scene.service.secondOpinion = nil
    try await expect(scene.say("so hint now").outcome?.route, equals: .coaching)
    try await expect(scene.say("mark").outcome?.safety?.stage, equals: .linguisticScreen)
  }
}
