import CoachAccess
import CoachEngine
import CoachModel
import CoachSafety
import LanguageModels
import PromptTemplates
import SafetyRules
import SourceFiles
import Testing
import TestKit
import TestTiming

@Suite("Turns for messages that signal a crisis, regardless of purchases")
struct CrisisTurnTests {
  /// The screen of these tests flags a mark, so that no test repeats what people in danger write.
  private struct MarkScreen: CrisisScreening {
    var severity = CrisisSeverity.high

    func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
      guard message.contains("MARK") else { return nil }
      return SafetyAssessment(
        categories: [.suicidalThoughts], severity: severity,
        evidence: SafetyAssessment.Evidence(text: "MARK", range: 0..<4),
        stage: ScreeningStage(rawValue: "test"))
    }
  }

  private func scene(_ replies: [ScriptedModel.Turn], region: String? = "US") throws -> TurnScene {
    let scene = try TurnScene(small: [], strong: replies)
    scene.service.screen = MarkScreen()
    scene.person.region = region
    return scene
  }

  private static let warm = "I'm glad you told me. I'm here with you."

  @Test("a blocked person gets a warm reply with resources, no paywall and no count")
  func blocked() async throws {
    let scene = try scene([.reply([Self.warm])])
    scene.access = try scene.access.after(.discoveryCompleted, at: 1)
    let played = try await scene.say("MARK")
    #expect(played.kinds == ["crisis_detected", "started", "text", "done"])
    #expect(played.outcome?.route == .crisis && played.refusal == nil && played.failure == nil)
    #expect(played.shown.hasPrefix(Self.warm))
    #expect(played.shown.contains("988"))
    #expect(played.outcome?.safety?.categories == [.suicidalThoughts])
    // The request contains the resources, and the person's text as material.
    let prompt = scene.strong.text(ofRequest: 0)
    #expect(prompt.contains("988") && prompt.contains("<message>\nMARK\n</message>"))
    // After the crisis the same paywall applies: nothing has changed for the person.
    try await expect(scene.say("thanks").refusal?.reason, equals: .access(.paywall))
  }

  @Test("a person whose state is known and whose region is not gets the help of the country")
  func jurisdictionAlone() async throws {
    let scene = try scene([.reply([Self.warm + " Call 911 if it can't wait."])], region: nil)
    scene.person.jurisdiction = "US-CA"
    let played = try await scene.say("MARK")
    expect(played.shown, contains: "988")
    // The number of the country's emergency services passes the filter.
    expect(played.shown, contains: "911")
    #expect(!played.shown.contains("findahelpline"))
    guard case .crisisDetected(let notice)? = played.events.first else {
      Issue.record("no notice")
      return
    }
    expect(notice.emergencyNumber, equals: "911")
  }

  @Test("a region counts before the country of the jurisdiction")
  func regionFirst() async throws {
    let scene = try scene([.reply([Self.warm])], region: "GB")
    scene.person.jurisdiction = "US-CA"
    let played = try await scene.say("MARK")
    #expect(played.shown.contains("116 123") && !played.shown.contains("988"))
  }

  @Test("a subscriber's message is not counted, even at the limit and beyond the rate")
  func paying() async throws {
    let scene = try scene((0..<40).map { _ in .reply([Self.warm]) })
    scene.service.configuration.access = try AccessPolicy(
      paidLimit: 1, rateWindows: [try RateWindow(count: 2, seconds: 60)],
      crisisWindows: [try RateWindow(count: 2, seconds: 60)])
    try scene.subscribe()
    scene.pause = 0
    try await scene.say("hello")
    #expect(scene.used == 1)
    for _ in 0..<5 {
      let played = try await scene.say("MARK")
      #expect(played.refusal == nil && !played.shown.isEmpty)
      #expect(played.outcome?.limits == nil)
    }
    #expect(scene.used == 1)
    // A person who sends too many messages is answered without a model.
    #expect(scene.strong.requests.count == 3)
  }

  @Test(
    "calls are bounded: the history is windowed, and beyond a day's limit the fixed words answer")
  func bounded() async throws {
    let long = String(repeating: "and then it went on ", count: 1_600)
    let scene = try scene((0..<400).map { _ in .reply([Self.warm]) })
    scene.conversation.messages = (0..<12).map { Message($0 % 2 == 0 ? .user : .assistant, long) }
    scene.pause = 600
    for _ in 0..<140 {
      let played = try await scene.say("MARK " + long)
      #expect(played.failure == nil && !played.shown.isEmpty)
    }
    // 140 messages in 23 hours and 20 minutes.
    #expect(scene.strong.requests.count == 100)
    #expect(scene.strong.text(ofRequest: 0).utf8.count < 2 * TurnRequest.maximumMessageLength)
  }

  @Test("a message beyond the maximum length is answered")
  func veryLong() async throws {
    let scene = try scene([.reply([Self.warm])])
    let played = try await scene.say("MARK " + String(repeating: "x ", count: 100_000))
    #expect(played.shown.hasPrefix(Self.warm) && played.shown.contains("988"))
    #expect(scene.strong.text(ofRequest: 0).utf8.count < 2 * TurnRequest.maximumMessageLength)
  }

  @Test("nobody's id makes their messages count as another's calls in a crisis")
  func ids() async throws {
    let store: any UsageStore = InMemoryUsageStore()
    let window = [try RateWindow(count: 1, seconds: 60)]
    let other = UsageReservation(
      id: "1", person: "crisis:a", at: 0, windows: window, allowance: nil)
    let crisis = UsageReservation(
      id: "2", person: "a", purpose: .crisis, at: 0, windows: window, allowance: nil)
    let message = UsageReservation(id: "3", person: "a", at: 0, windows: window, allowance: nil)
    for reservation in [other, crisis, message] {
      try await expect(store.reserve(reservation), equals: .counted(used: nil))
    }
  }

  @Test("without a model, a store or a prompt, the fixed reply with resources is sent")
  func everythingDown() async throws {
    for error in [ModelError.failed(.transport), .failed(.contentFilter), .failed(.quota)] {
      let scene = try scene([.failure(error, after: [])])
      let played = try await scene.say("MARK")
      #expect(played.shown.contains("988") && played.failure == nil)
      #expect(played.outcome?.message?.isPartial == false)
      // The next reply contains one line of resources, not the complete block.
      let again = try await scene.say("MARK")
      #expect(again.shown != played.shown && again.shown.contains("988"))
      #expect(again.shown.count < played.shown.count)
    }
    let scene = try scene([])
    scene.service.configuration.prompts.crisis.name = "nothing"
    #expect(try await scene.say("MARK").shown.contains("988"))
  }

  @Test("a slow model is abandoned")
  func slow() async throws {
    let scene = try scene([])
    scene.service.models.crisis = ModelRoute(SilentModel())
    let played = try await scene.say("MARK")
    #expect(scene.simulated.elapsed == scene.service.configuration.timeouts.crisis.firstToken)
    #expect(played.shown.contains("988") && played.failure == nil)
  }

  @Test("resources that the reply names are not repeated, and foreign numbers are removed")
  func filtered() async throws {
    let reply =
      "I'm glad you told me.\n988 Suicide & Crisis Lifeline: call or text 988\nOr call 0800 123456 now.\nI'm here."
    let scene = try scene([.reply([reply])])
    let played = try await scene.say("MARK")
    #expect(!played.shown.contains("0800"))
    #expect(played.shown.contains("I'm here."))
    #expect(played.shown.components(of: "call or text 988") == 1)
    // The other resources follow, and the next turn does not list them again.
    #expect(played.shown.contains("741741"))
    let scene2 = try self.scene([.reply([reply]), .reply(["Tell me more. 988 is there, too."])])
    try await scene2.say("MARK")
    let again = try await scene2.say("MARK").shown
    #expect(again == "Tell me more. 988 is there, too.")
  }

  @Test("if the region is unknown, no number of any country is shown")
  func unknownRegion() async throws {
    for region in [nil, "XX"] {
      let scene = try scene([.failure(.failed(.transport), after: [])], region: region)
      let played = try await scene.say("MARK")
      #expect(!played.shown.contains { $0.isNumber })
      #expect(!played.shown.isEmpty)
    }
  }

  @Test("in imminent danger, the emergency number comes first")
  func imminent() async throws {
    for reply in [ScriptedModel.Turn.reply([Self.warm]), .failure(.failed(.transport), after: [])] {
      let scene = try scene([reply])
      scene.service.screen = MarkScreen(severity: .imminent)
      let played = try await scene.say("MARK")
      #expect(played.kinds.prefix(2) == ["crisis_detected", "text"])
      guard case .text(let first) = played.events[1] else { return }
      #expect(first.contains("911"))
      #expect(played.shown == played.outcome?.message?.text)
      #expect(played.shown.components(of: first.trimmingWhitespace) == 1)
    }
  }

  @Test("a reply that breaks off keeps its text, and the resources follow")
  func cut() async throws {
    let scene = try scene([
      .failure(.failed(.truncated), after: ["I'm glad you told me.\n", "Call 98"])
    ])
    let played = try await scene.say("MARK")
    #expect(played.shown.hasPrefix("I'm glad you told me."))
    #expect(!played.shown.contains("Call 98\n") && played.shown.contains("741741"))
  }

  @Test("if the model declines, the fixed reply is sent")
  func declined() async throws {
    let scene = try scene([])
    for (words, finish) in [
      ("", FinishReason.refusal), ("I can't help with that.", .contentFilter),
    ] {
      scene.service.models.crisis = ModelRoute(EndingModel(words: words, finish: finish))
      scene.conversation.messages = []
      let played = try await scene.say("MARK")
      #expect(!played.shown.contains("can't help") && played.shown.contains("988"))
      #expect(played.outcome?.trace.problems.isEmpty == false)
    }
  }

  @Test("if the country is unknown, the reply is followed by how to find help")
  func directions() async throws {
    let scene = try scene([.reply([Self.warm]), .reply([Self.warm])], region: nil)
    let directions = scene.service.copy.text(.crisisNoResources, in: "en")
    try await expect(scene.say("MARK").shown, equals: "\(Self.warm)\n\n\(directions)")
    try await expect(scene.say("MARK").shown, equals: Self.warm)
  }

  @Test("a store that hangs does not delay the reply")
  func hangingStore() async throws {
    let scene = try scene([.reply([Self.warm])])
    let turn = scene.service
    scene.service = ChatService(
      prompts: turn.prompts, domains: turn.domains, models: turn.models, usage: HangingStore())
    scene.service.clock = turn.clock
    scene.service.screen = MarkScreen()
    #expect(try await scene.say("MARK").shown.hasPrefix(Self.warm))
    #expect(scene.simulated.elapsed == scene.service.configuration.timeouts.crisisStore)
  }

  @Test("a past crisis changes nothing for a crisis today")
  func longAgo() async throws {
    let scene = try scene([
      .failure(.failed(.transport), after: []), .failure(.failed(.transport), after: []),
    ])
    let first = try await scene.say("MARK").shown
    for number in 0..<10 {
      scene.conversation.messages += [Message(.user, "m\(number)"), Message(.assistant, "c")]
    }
    try await expect(scene.say("MARK").shown, equals: first)
  }

  @Test("messages of an earlier session do not count against today's message")
  func earlierSession() async throws {
    let scene = try scene([.reply(["Good to see you."])])
    scene.service.screen = FollowingScreen()
    try scene.subscribe()
    scene.conversation.messages = [Message(.user, "MARK"), Message(.assistant, Self.warm)]
    scene.conversation.sessionStart = 2
    try await expect(scene.say("about my job").outcome?.route, equals: .coaching)
    scene.conversation.sessionStart = 0
    try await expect(scene.say("about my job").outcome?.route, equals: .crisis)
  }

  /// Flags a calm message if an earlier one of the session was flagged.
  private struct FollowingScreen: CrisisScreening {
    func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
      history.lazy.compactMap { MarkScreen().assess($0.text, history: []) }.first
    }
  }

  @Test("fixed texts are in the person's language")
  func languages() async throws {
    let scene = try scene([.failure(.failed(.transport), after: [])], region: "ES")
    scene.person.language = "es-ES"
    let played = try await scene.say("MARK")
    #expect(played.shown.contains("024") && played.shown.contains("aquí"))
  }
}

/// A model that returns some text and ends with a reason.
private struct EndingModel: LanguageModel {
  let identity = ModelIdentity(provider: "scripted", model: "ending")
  var words: String
  var finish: FinishReason

  func stream(_ request: ModelRequest) -> ModelStream {
    let events: [ModelEvent] = [
      .started(ModelStart()), .partStarted(index: 0, kind: .text),
      .partDelta(index: 0, delta: .text(words)), .partEnded(index: 0), .finished(finish),
    ]
    return ModelStream { Prepared(events: events[...]) }
  }

  private struct Prepared: ModelEventSource {
    var events: ArraySlice<ModelEvent>

    mutating func next() async throws(ModelError) -> ModelEvent? { events.popFirst() }
  }
}

private struct HangingStore: UsageStore {
  func updateLedger<Value: Sendable>(
    of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
  ) async throws -> Value {
    while true { try await untilCancelled() }
  }
}

/// A model that never returns anything.
struct SilentModel: LanguageModel {
  let identity = ModelIdentity(provider: "scripted", model: "silent")

  func stream(_ request: ModelRequest) -> ModelStream {
    ModelStream { Silence() }
  }

  private struct Silence: ModelEventSource {
    mutating func next() async throws(ModelError) -> ModelEvent? {
      try? await untilCancelled()
      throw ModelError(.cancelled, "stopped", advice: "nothing")
    }
  }
}

extension String {
  fileprivate var trimmingWhitespace: String {
    String(reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The number of occurrences of a text.
  func components(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
