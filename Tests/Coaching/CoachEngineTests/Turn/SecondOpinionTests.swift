import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import CoachSafety
import Documents
import LanguageModels
import Logging
import PromptTemplates
import SafetyRules
import SourceFiles
import Synchronization
import Testing
import TestKit
import TestTiming

@Suite("The second opinion of a model makes a concern a crisis, or lifts it")
struct SecondOpinionTests {
  /// A screen for three words, so that no test repeats what people in danger write.
  static func screen() throws -> CrisisScreen {
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

  private static let foreign =
    "Je ne sais plus quoi faire de ma vie, tout est gris et je suis seule"
  private static let warm = "I'm glad you told me. I'm here with you."

  /// A person who has paid, a coach, and a second opinion with these answers.
  private func scene(_ opinion: [ScriptedModel.Turn]) throws -> (TurnScene, NotingModel) {
    let scene = try TurnScene(
      small: [], strong: (0..<12).map { _ in .reply([Self.warm]) })
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
    .reply([answerText(severity, categories: categories, evidence: evidence)])
  }

  private func answerText(
    _ severity: String, categories: [String] = ["self_harm"], evidence: String = "so hint"
  ) -> String {
    let json: JSONValue = [
      "evidence": .string(evidence), "categories": .array(categories.map { .string($0) }),
      "severity": .string(severity), "confidence": 0.8,
    ]
    return json.text()
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

  @Test(
    "a cap on spending stops neither the question nor the answer to a crisis, but the answer to a concern"
  )
  func spendingCap() async throws {
    struct Spent: SpendingLimiting {
      func reachedCap(for person: String?, at now: Double) async throws -> ReachedCap? {
        ReachedCap(cap: .serverDay, dollars: 1, spent: 1, resumesOn: CalendarDay("2026-11-22"))
      }
    }
    for (severity, kind, replies) in [("high", "crisis_detected", 1), ("none", "refused", 0)] {
      let (scene, model) = try scene([answer(severity)])
      scene.service.spendingLimit = Spent()
      let played = try await scene.say("so hint now")
      #expect(played.kinds.first == kind && model.requests.count == 1)
      #expect(scene.strong.requests.count == replies && scene.used == 0)
    }
    // A concern that nobody could judge keeps its line of help.
    let (scene, _) = try scene([])
    scene.service.spendingLimit = Spent()
    let text = try #require(try await scene.say("so hint now").refusal?.text)
    #expect(text.contains(scene.service.copy.text(.refusalSpendingCap, in: "en")))
    #expect(text.contains("If this is weighing on you more than I can see") && text.contains("988"))
  }

  @Test("the second opinion is asked before the store of costs, which a crisis does not ask at all")
  func spendingIsReadAfterwards() async throws {
    final class Reading: SpendingLimiting {
      let opinion: NotingModel
      let opinions = Mutex([Int]())
      init(_ opinion: NotingModel) { self.opinion = opinion }

      func reachedCap(for person: String?, at now: Double) async throws -> ReachedCap? {
        let count = opinion.requests.count
        opinions.withLock { $0.append(count) }
        return nil
      }
    }
    for (severity, opinions): (String, [Int]) in [("high", []), ("none", [1])] {
      let (scene, model) = try scene([answer(severity)])
      let limit = Reading(model)
      scene.service.spendingLimit = limit
      _ = try await scene.say("so hint now")
      #expect(limit.opinions.withLock { $0 } == opinions, "\(severity)")
    }
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

  /// Without an answer: the coach's own reply with a line of help below it, reported to operators.
  private func expectConcern(_ scene: TurnScene) async throws -> TurnOutcome {
    let played = try await scene.say("so hint now")
    let outcome = try #require(played.outcome)
    #expect(outcome.route == .coaching && played.refusal == nil && played.failure == nil)
    #expect(outcome.safety == nil && outcome.concern?.source == .screen)
    #expect(outcome.concern?.categories == [.suicidalThoughts])
    #expect(played.shown == Self.warm && played.help.count == 1)
    #expect(
      played.help.first?.contains("988") == true && played.help.first?.contains("911") == true)
    #expect(outcome.trace.problems.count == 1)
    #expect(outcome.trace.problems.first?.contains("second opinion") == true)
    return outcome
  }

  @Test("nothing that was said in a turn with a concern is logged")
  func withheld() async throws {
    let (scene, _) = try scene([.failure(.failed(.transport), after: [])])
    let lines = LogLines()
    scene.service.logger = Logger(label: "test") { _ in KeptLog(lines: lines, logLevel: .debug) }
    _ = try await expectConcern(scene)
    #expect(lines.all.contains { $0.hasPrefix("debug exchange withheld ") })
    #expect(!lines.all.contains { $0.contains("so hint now") || $0.contains(Self.warm) })
  }

  @Test("an answer that contradicts itself does not lift a concern")
  func hiddenContradiction() async throws {
    let (high, none) = (answerText("high"), answerText("none", categories: ["none"]))
    let odd = high.replacing("self_harm", with: "suicidal")
    let drafts = [high, odd, "{\"crisis\": \(high)}", "[\(high), \(none)]"]
    for draft in drafts {
      let words = "\(draft)\n\(none)"
      let (scene, model) = try scene([.reply([words]), .reply([words])])
      _ = try await expectConcern(scene)
      #expect(model.requests.count == 2)
    }
  }

  @Test("with an unavailable model the concern stays")
  func down() async throws {
    for code in [ModelError.Code.transport, .overloaded, .contentFilter, .quota, .timeout] {
      let (scene, _) = try scene([.failure(.failed(code), after: [])])
      _ = try await expectConcern(scene)
    }
  }

  @Test("so it does after an invalid answer and one more attempt")
  func nonsense() async throws {
    for words in ["All is well.", #"{"severity": "none"}"#, "{", ""] {
      let (scene, model) = try scene([.reply([words]), .reply([words])])
      let outcome = try await expectConcern(scene)
      #expect(outcome.trace.calls.first?.model == model.identity)
    }
    let (scene, _) = try scene([answer("grave"), answer("grave")])
    _ = try await expectConcern(scene)
    // The second answer counts.
    let (clear, model) = try self.scene([.reply(["well,"]), answer("none", categories: ["none"])])
    try await expect(clear.say("so hint now").outcome?.route, equals: .coaching)
    #expect(model.requests.count == 2)
  }

  @Test(
    "an answer with two severities lifts nothing: the model is asked again, and then the concern stays"
  )
  func contradiction() async throws {
    let (grave, calm) = (answerText("high"), answerText("none", categories: ["none"]))
    let twice = { (first: String, second: String) in
      grave.replacing(
        "\"severity\":\"high\"", with: "\"severity\":\"\(first)\",\"severity\":\"\(second)\"")
    }
    #expect(twice("high", "none") != grave)
    for words in [
      "\(grave)\n\(calm)", "\(calm) or rather \(grave)", twice("high", "none"),
      twice("none", "high"),
      "It says \"\(calm)\".", "\(grave.dropLast(4))",
    ] {
      let (scene, _) = try scene([.reply([words]), .reply([words])])
      _ = try await expectConcern(scene)
      let (clear, model) = try self.scene([.reply([words]), answer("high")])
      try await expect(clear.say("so hint now").outcome?.route, equals: .crisis)
      #expect(model.requests.count == 2)
    }
    let (scene, _) = try scene([.reply(["She wrote \"\(calm)\". \(grave)"])])
    try await expect(scene.say("so hint now").outcome?.route, equals: .crisis)
  }

  @Test("so it does if the model hangs, without waiting for it")
  func hanging() async throws {
    let (scene, _) = try scene([])
    scene.service.secondOpinion = CrisisSecondOpinion(ModelRoute(SilentModel()))
    let outcome = try await expectConcern(scene)
    // What it may have cost is unknown.
    #expect(outcome.trace.calls.count == 2 && outcome.trace.cost == nil)
    #expect(scene.simulated.elapsed == scene.service.secondOpinion?.timeout)
  }

  @Test("the call about a text that is no message is returned, whether or not there is a crisis")
  func textCalls() async throws {
    for (severity, isCrisis) in [("none", false), ("high", true)] {
      let (scene, model) = try scene([answer(severity)])
      let answered = scene.simulated.run { [service = scene.service, person = scene.person] in
        await service.crisisAnswer(to: "so hint now", for: person)
      }
      let answer = try #require(answered)
      #expect((answer.reply != nil) == isCrisis && model.requests.count == 1)
      #expect(answer.calls.count { $0.purpose.hasPrefix("crisis-check@") } == 1)
    }
  }

  @Test("so it does without the prompt")
  func noPrompt() async throws {
    let (scene, model) = try scene([answer("none")])
    scene.service.secondOpinion?.prompt = PromptReference(name: "nothing")
    let outcome = try await expectConcern(scene)
    #expect(model.requests.isEmpty && outcome.trace.calls.count == 1)
  }

  @Test("it is not called for a crisis, so it cannot overrule the screen")
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
    let calm = "hello, and now to something else entirely"
    try await expect(scene.say(calm).outcome?.route, equals: .coaching)
    #expect(model.requests.isEmpty)
    scene.conversation.messages = [Message(.user, "whisper"), Message(.assistant, "Yes?")]
    try await expect(scene.say("whisper").outcome?.safety?.stage, equals: .secondOpinion)
    #expect(model.requests.count == 1)
  }

  @Test("it is asked about messages in languages that the screen does not read")
  func foreign() async throws {
    let message = Self.foreign
    let (scene, model) = try scene([answer("high", evidence: "tout est gris")])
    let outcome = try #require(try await scene.say(message).outcome)
    #expect(outcome.trace.screening?.verdict == .notRead && model.requests.count == 1)
    #expect(outcome.safety?.evidence.text == "tout est gris")
    let (down, _) = try self.scene([.failure(.failed(.transport), after: [])])
    let unknown = try await down.say(message)
    #expect(unknown.outcome?.route == .coaching && unknown.help.count == 1)
    #expect(unknown.outcome?.concern?.source == .notRead)
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

  @Test("who may not write causes no call, and the refusal has a line of help")
  func refused() async throws {
    let (scene, model) = try scene([])
    scene.access = AccessRecord(updatedAt: 0)
    scene.access = try scene.access.after(.discoveryCompleted, at: 1)
    for message in ["so hint now", Self.foreign] {
      let refusal = try #require(try await scene.say(message).refusal)
      #expect(refusal.reason == .access(.paywall))
      #expect(refusal.text.contains("988") && refusal.text.contains("911"))
    }
    // Calm words get it in other words, and what the screen itself finds opens every door.
    let calm = try #require(try await scene.say("hello").refusal?.text)
    #expect(calm.contains("988") && calm.contains("If things are hard right now"))
    try await expect(scene.say("mark").outcome?.route, equals: .crisis)
    #expect(model.requests.isEmpty)
  }

  @Test("neither does a request that is being answered or was, nor one beyond the rate")
  func repeated() async throws {
    let (scene, model) = try scene([answer("none", categories: ["none"])])
    scene.service.configuration.access = try AccessPolicy(
      rateWindows: [try RateWindow(count: 1, seconds: 60)])
    scene.pause = 0
    scene.keepsConversation = false
    let request = scene.request("so hint now")
    try await expect(scene.play(request).outcome?.route, equals: .coaching)
    for _ in 0..<3 {
      let refusal = try #require(try await scene.play(request).refusal)
      #expect(refusal.reason.word == "answered" && !refusal.text.contains("988"))
      try await expect(
        scene.say("so hint again").refusal?.reason.word, equals: "rate_limited")
    }
    #expect(model.requests.count == 1)
  }

  @Test("a verdict on the same message after the same messages is reused, whatever it is")
  func reused() async throws {
    for (severity, route) in [("none", TurnRoute.coaching), ("high", .crisis)] {
      let (scene, model) = try scene([answer(severity), answer(severity)])
      scene.keepsConversation = false
      for expected in [1, 1, 1] {
        let outcome = try #require(try await scene.say("so hint now").outcome)
        #expect(outcome.route == route && model.requests.count == expected)
        #expect(outcome.trace.secondOpinion == (route == .crisis ? .danger : .noDanger))
        if route == .crisis { #expect(outcome.safety?.evidence.text == "so hint") }
      }
      scene.conversation.messages = [
        Message(.user, "an earlier word"), Message(.assistant, "Yes?"),
      ]
      try await expect(scene.say("so hint now").outcome?.route, equals: route)
      #expect(model.requests.count == 2)
    }
  }

  @Test("a missing answer is not kept")
  func missingAnswerAgain() async throws {
    let (scene, model) = try scene([.failure(.failed(.transport), after: []), answer("none")])
    scene.keepsConversation = false
    try await expect(scene.say("so hint now").outcome?.trace.secondOpinion, equals: .unanswered)
    try await expect(scene.say("so hint now").outcome?.trace.secondOpinion, equals: .noDanger)
    #expect(model.requests.count == 2)
  }

  @Test("a person has a number of questions a minute; a message beyond them is not calm")
  func window() async throws {
    let (scene, model) = try scene((0..<9).map { _ in answer("none", categories: ["none"]) })
    scene.service.configuration.access = try AccessPolicy(
      opinionWindows: [try RateWindow(count: 3, seconds: 60)])
    scene.pause = 0
    scene.keepsConversation = false
    for number in 0..<3 {
      try await expect(scene.say("so hint \(number)").outcome?.route, equals: .coaching)
    }
    let near = try #require(try await scene.say("so hint 4").outcome)
    #expect(near.concern?.source == .screen && near.trace.secondOpinion == .limited)
    let other = try await scene.say(Self.foreign)
    #expect(other.outcome?.route == .coaching && other.outcome?.trace.secondOpinion == .limited)
    #expect(other.help.count == 1)
    #expect(model.requests.count == 3)
    scene.time.value += 60
    try await expect(scene.say("so hint 5").outcome?.trace.secondOpinion, equals: .noDanger)
    // Another person's questions are their own.
    scene.person.id = "ada"
    try await expect(scene.say("so hint 6").outcome?.trace.secondOpinion, equals: .noDanger)
  }

  @Test("by default, 10 questions a minute and 150 a day")
  func standardWindows() async throws {
    let (scene, model) = try scene((0..<400).map { _ in answer("none", categories: ["none"]) })
    scene.service.models.coaching = ModelRoute(NotingModel([], name: "down"))
    scene.keepsConversation = false
    scene.pause = 0
    for number in 0..<12 { _ = try await scene.say("so hint \(number)") }
    #expect(model.requests.count == 10)
    scene.pause = 300
    for number in 0..<200 { _ = try await scene.say("so hint later \(number)") }
    #expect(model.requests.count == 150)
  }

  @Test("questions that found danger count in their windows, too")
  func dangerWindow() async throws {
    let (scene, model) = try scene((0..<20).map { _ in answer("high") })
    scene.keepsConversation = false
    scene.pause = 0
    for number in 0..<12 {
      let outcome = try #require(try await scene.say("so hint \(number)").outcome)
      #expect(outcome.route == (number < 10 ? .crisis : .coaching))
      #expect(number < 10 || outcome.concern?.source == .screen)
    }
    #expect(model.requests.count == 10)
  }

  @Test("a line of help does not stand for the list in a crisis after it")
  func helpBeforeCrisis() async throws {
    for region in ["US", nil] {
      let (scene, _) = try scene([.failure(.failed(.transport), after: [])])
      scene.person.region = region
      _ = try await scene.say(Self.foreign)
      scene.service.models.crisis = ModelRoute(NotingModel([], name: "down"))
      let words = try await scene.say("mark").shown
      #expect(words.contains("I'm taking it seriously"))
      #expect(region == nil || words.contains("741741"))
    }
  }

  @Test("a message that turns out to be a crisis leaves no trace in the person's limits")
  func uncounted() async throws {
    let (scene, _) = try scene((0..<5).map { _ in answer("high") })
    scene.service.configuration.access = try AccessPolicy(
      paidLimit: 1, rateWindows: [try RateWindow(count: 1, seconds: 3600)])
    scene.service.models.crisis = ModelRoute(NotingModel([], name: "down"))
    for number in 0..<5 {
      let played = try await scene.say("so hint \(number)")
      #expect(played.outcome?.route == .crisis && played.shown.contains("988"))
    }
    #expect(scene.used == 0)
    let calm = "hello, and now to something else entirely"
    try await expect(scene.say(calm).outcome?.route, equals: .coaching)
    #expect(scene.used == 1)
  }

  @Test("one person's questions in progress keep nobody else waiting")
  func concurrency() async throws {
    let (scene, _) = try scene([])
    let model = HangingModel(answer: answerText("none"))
    scene.service.secondOpinion = CrisisSecondOpinion(ModelRoute(model))
    scene.service.secondOpinion?.maximumConcurrent = 3
    scene.keepsConversation = false
    let service = scene.service
    let flood = (0..<8).map { scene.request("so hint \($0)") }
    scene.person.id = "ada"
    let other = scene.request("so hint now")
    let results = scene.simulated.run {
      await withTaskGroup(of: SecondOpinionResult?.self) { group in
        for request in flood {
          group.addTask { await service.outcome(of: request)?.trace.secondOpinion }
        }
        try? await model.calls.until { $0 == 2 }
        async let ada = service.outcome(of: other)?.trace.secondOpinion
        try? await model.calls.until { $0 == 3 }
        model.isReleased.update { $0 = true }
        var counts: [SecondOpinionResult?: Int] = [:]
        for await result in group { counts[result, default: 0] += 1 }
        return (counts, await ada)
      }
    }
    let (counts, ada) = try #require(results)
    #expect(counts == [.noDanger: 2, .limited: 6])
    #expect(ada == .noDanger)
  }

  @Test("with all slots taken, a question waits for one as long as the opinion may take")
  func slots() async throws {
    let (scene, _) = try scene([])
    scene.service.secondOpinion = CrisisSecondOpinion(ModelRoute(SilentModel()))
    scene.service.secondOpinion?.maximumConcurrent = 1
    let service = scene.service
    let requests = ["noor", "ada", "kim"].map { person in
      scene.person.id = person
      return scene.request("so hint now")
    }
    let results = scene.simulated.run {
      await withTaskGroup(of: SecondOpinionResult?.self) { group in
        for request in requests {
          group.addTask { await service.outcome(of: request)?.trace.secondOpinion }
        }
        var results: [SecondOpinionResult?] = []
        for await result in group { results.append(result) }
        return results
      }
    }
    // Nobody waits longer than for an answer.
    #expect(scene.simulated.elapsed == service.secondOpinion?.timeout)
    #expect(results?.count { $0 == .unanswered || $0 == .limited } == 3)
    // The slots are free again.
    scene.service.secondOpinion?.route = ModelRoute(ScriptedModel(replies: [answerText("none")]))
    try await expect(scene.say("so hint now").outcome?.trace.secondOpinion, equals: .noDanger)
  }

  @Test("if nobody could say, a line of help stands below the reply, and in a failure")
  func help() async throws {
    let (scene, _) = try scene(
      (0..<3).map { _ in .failure(.failed(.transport), after: []) })
    let first = try await scene.say(Self.foreign)
    #expect(first.shown == Self.warm && first.outcome?.message?.text == Self.warm)
    #expect(first.help.count == 1 && first.help.first?.contains("988") == true)
    #expect(first.kinds.suffix(3) == ["text", "help", "done"])
    scene.service.models.coaching = ModelRoute(NotingModel([], name: "down"))
    let played = try await scene.say(Self.foreign)
    let failed = try #require(played.failure)
    #expect(failed.text.contains("988") && failed.text.contains("911") && played.help.isEmpty)
    // In an unknown country there is no number at all.
    scene.person.region = nil
    let unknown = try #require(try await scene.say(Self.foreign).failure)
    #expect(unknown.text.contains("findahelpline.com") && !unknown.text.contains { $0.isNumber })
  }

  @Test("a failure of any other message tells where to find help, too")
  func failure() async throws {
    let (scene, _) = try scene([])
    scene.service.models.coaching = ModelRoute(NotingModel([], name: "down"))
    let failed = try #require(try await scene.say("hello").failure)
    #expect(failed.text.contains("988") && failed.text.contains("911"))
  }

  @Test("when the service shuts down, the screen alone decides, and others get a line of help")
  func shutdown() async throws {
    let (scene, model) = try scene([])
    let service = scene.service
    await service.drain()
    let failure = try #require(try await scene.say("so hint now").failure)
    #expect(failure.code == .cancelled && failure.text.contains("988"))
    try await expect(scene.say("mark").outcome?.route, equals: .crisis)
    #expect(model.requests.isEmpty)
  }

  @Test("without a second opinion a concern stays one")
  func alone() async throws {
    let (scene, _) = try scene([])
    scene.service.secondOpinion = nil
    let played = try await scene.say("so hint now")
    #expect(played.outcome?.route == .coaching && played.help.count == 1)
    #expect(played.outcome?.concern?.source == .screen)
    try await expect(scene.say("mark").outcome?.safety?.stage, equals: .linguisticScreen)
  }
}

/// A model that answers all its calls when it is released.
private struct HangingModel: LanguageModel {
  let identity = ModelIdentity(provider: "scripted", model: "hanging")
  let calls = Observed(0)
  let isReleased = Observed(false)
  var answer: String

  func stream(_ request: ModelRequest) -> ModelStream {
    ModelStream { Source(model: self, rest: ScriptedModel(replies: [answer]).stream(request)) }
  }

  private struct Source: ModelEventSource {
    let model: HangingModel
    var rest: ModelStream
    var events: ModelStream.AsyncIterator?

    mutating func next() async throws(ModelError) -> ModelEvent? {
      if events == nil {
        model.calls.increment()
        try? await model.isReleased.until { $0 }
        events = rest.makeAsyncIterator()
      }
      return try await events?.next()
    }
  }
}
