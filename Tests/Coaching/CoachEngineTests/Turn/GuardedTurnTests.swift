import CoachEngine
import CoachModel
import CoachSafety
import LanguageModels
import SafetyRules
import Synchronization
import Testing

@Suite("Guardrails in a turn")
struct GuardedTurnTests {
  private static let named = "You have depression."
  private static let claim = "I am a human being."

  private func scene(
    _ pieces: [String], _ policy: GuardrailPolicy = .standard
  ) throws -> TurnScene {
    let scene = try TurnScene(small: [.reply(pieces)], strong: [.reply(pieces)])
    scene.service.configuration.guardrails = policy
    try scene.subscribe()
    return scene
  }

  /// The output of a guard for a complete reply.
  private func guarded(_ text: String, _ policy: GuardrailPolicy = .standard) -> String {
    var keeper = ReplyGuard(policy: policy, isDiscovery: false, language: "en")
    return (keeper.feed(text) + keeper.finish()).reduce(into: "") { text, piece in
      if case .text(let more) = piece { text += more }
    }
  }

  @Test("a replaced sentence is never shown, and is reported to operators")
  func replaced() async throws {
    let reply = "You carry a lot. \(Self.named) What helps?"
    let pieces = ["You carry a lot. You ha", "ve depr", "ession", ". What ", "helps?"]
    let played = try await scene(pieces).say("hello")
    #expect(played.texts.allSatisfy { !$0.contains("depress") && !$0.contains("You ha") })
    #expect(played.shown == guarded(reply))
    #expect(played.shown.hasPrefix("You carry a lot.") && played.shown.hasSuffix("What helps?"))
    let outcome = try #require(played.outcome)
    let finding = try #require(outcome.findings.first)
    #expect(outcome.findings == played.findings && outcome.findings.count == 1)
    #expect(finding.check == .diagnosis && finding.action == .replace)
    #expect(finding.sentence == Self.named && finding.range == 17..<37)
    #expect(outcome.message?.text == played.shown)
    #expect(outcome.message?.written == reply)
    #expect(outcome.message?.isPartial == false && outcome.message?.finish == .stop)
    #expect(played.failure == nil)
  }

  @Test(
    "a harsh or dismissive sentence is never shown, and its neighbours are",
    arguments: [
      ("You're being ridiculous, get over it.", ReplyCheck.harshTone),
      ("Stop whining.", .harshTone), ("Reiß dich zusammen.", .harshTone),
      ("Deja de quejarte.", .harshTone), ("Get over it.", .dismissive),
      ("There are people with real problems.", .dismissive),
    ])
  func tone(sentence: String, check: ReplyCheck) async throws {
    let played = try await scene(["You were left out. ", sentence, " What hurt most?"]).say("hello")
    #expect(!played.shown.contains(sentence))
    #expect(
      played.shown.hasPrefix("You were left out.") && played.shown.hasSuffix("What hurt most?"))
    #expect(played.outcome?.findings.map(\.check) == [check])
    #expect(played.outcome?.findings.first?.action == .replace)
  }

  @Test(
    "a firm sentence, and a harsh word that is somebody else's, are shown",
    arguments: [
      "You're not being ridiculous.", "She told you to get over it.", "You called yourself lazy.",
      "You do this every evening.", "Nobody asked you.", "That is a lot to carry.",
    ])
  func firm(sentence: String) async throws {
    let played = try await scene([sentence, " What hurt most?"]).say("hello")
    #expect(played.shown == "\(sentence) What hurt most?")
  }

  @Test("a reply without findings is streamed byte for byte, sentence by sentence")
  func untouched() async throws {
    let played = try await scene(["You carry ", "a lot. ", "What", " helps?"]).say("hello")
    #expect(played.texts == ["You carry a lot.", " What helps?"])
    #expect(played.outcome?.findings == [] && played.findings.isEmpty)
  }

  @Test(
    "a tag within a sentence hides nothing from the checks",
    arguments: [
      "You have [PATTERN: depression].", "You [PATTERN: have] [PATTERN: depression].",
      "I'm a [PATTERN: real person] in Leeds.",
      "You clearly have [PATTERN: depression], don't you think?",
    ])
  func tagged(reply: String) async throws {
    let played = try await scene([reply, " What helps?"]).say("hello")
    #expect(!played.shown.contains("depression") && !played.shown.contains("real person"))
    #expect(played.shown.contains("What helps?"))
    #expect(played.outcome?.findings.contains { $0.action == .replace } == true)
  }

  @Test("a tag in a harmless sentence is shown where it stands")
  func harmlessTag() async throws {
    let played = try await scene(["You call it [PATTERN: the empty desk], and it stays. Yes?"]).say(
      "hi")
    #expect(played.shown == "You call it the empty desk, and it stays. Yes?")
    #expect(played.kinds.contains("tag") && played.outcome?.findings == [])
  }

  @Test(
    "letters of other scripts, spaced letters and wide letters hide nothing",
    arguments: ["You have dерression.", "You have d e p r e s s i o n.", "You have ｄｅｐｒｅｓｓｉｏｎ."])
  func disguised(reply: String) async throws {
    let played = try await scene([reply, " What helps?"]).say("hello")
    #expect(played.outcome?.findings.map(\.check) == [.diagnosis])
    #expect(!played.shown.contains("You have"))
  }

  @Test("a sentence that is only marked is shown and reported")
  func marked() async throws {
    var policy = GuardrailPolicy.off
    policy[.diagnosis] = .mark
    let played = try await scene(["You have ", "depression. ", "What helps?"], policy).say("hello")
    #expect(played.texts == ["You have", " depression.", " What helps?"])
    #expect(played.findings.map(\.check) == [.diagnosis])
    #expect(played.findings.map(\.action) == [.mark])
    #expect(played.outcome?.findings == played.findings)
    #expect(played.outcome?.message?.text == "You have depression. What helps?")
  }

  @Test("without active checks, every piece is streamed at once")
  func off() async throws {
    let played = try await scene(["You have ", "depression. ", "What helps?"], .off).say("hello")
    #expect(played.texts == ["You have", " depression.", " What helps?"])
    #expect(played.findings.isEmpty && played.outcome?.findings == [])
  }

  @Test("a blocked reply ends, and the model's stream is cancelled")
  func blocked() async throws {
    var policy = GuardrailPolicy.standard
    policy[.humanClaim] = .block
    let scene = try scene([], policy)
    let model = DrippingModel(
      ["You carry a lot. ", "I am a ", "human being. "]
        + Array(repeating: "And so it goes on and on. ", count: 500))
    scene.service.models.coaching = ModelRoute(model)
    let played = try await scene.say("hello")
    #expect(played.shown == guarded("You carry a lot. \(Self.claim) And so on.", policy))
    #expect(played.shown.hasPrefix("You carry a lot."))
    #expect(!played.shown.contains("human being") && !played.shown.contains("goes on"))
    #expect(model.given < 20)
    #expect(played.findings.map(\.action) == [.block])
    // The shown text is the complete message: nothing failed, and it counts.
    #expect(played.failure == nil && scene.used == 1)
    #expect(played.outcome?.message?.isPartial == false)
  }

  @Test("nothing is shown after the sentence that ended the reply, not even tags")
  func blockedBeforeTag() async throws {
    var policy = GuardrailPolicy.standard
    policy[.humanClaim] = .block
    let reply = "\(Self.claim) [PATTERN: the last word] And more. [MEMORY: an old one]"
    for pieces in [[reply], reply.map { String($0) }] {
      let played = try await scene(pieces, policy).say("hello")
      #expect(played.shown == guarded(reply, policy))
      #expect(!played.shown.contains("last word") && !played.shown.contains("old one"))
      #expect(!played.kinds.contains("tag"))
      #expect(played.outcome?.message?.text == played.shown)
    }
  }

  @Test("a tag between text that waits for the end of its sentence keeps its position")
  func order() async throws {
    let reply = "You carry [PATTERN: the last word] again and again. What helps?"
    for pieces in [[reply], reply.map { String($0) }] {
      let played = try await scene(pieces).say("hello")
      #expect(played.shown == "You carry the last word again and again. What helps?")
      #expect(
        played.kinds.filter { ["text", "tag", "finding"].contains($0) } == ["text", "tag", "text"])
      #expect(played.outcome?.message?.text == played.shown)
    }
  }

  @Test("text in an inline tag is checked, too, since the person reads it")
  func insideTag() async throws {
    let played = try await scene(["I see it. [PATTERN: \(Self.named)] What helps?"]).say("hello")
    #expect(played.findings.map(\.check) == [.diagnosis])
    #expect(!played.shown.contains("depression"))
  }

  @Test("advice is checked in discovery only")
  func discovery() async throws {
    let pieces = ["You should quit your job. ", "What holds you?"]
    let coaching = try await scene(pieces).say("hello")
    #expect(coaching.findings.isEmpty)
    let free = try TurnScene(small: [.reply(pieces)], strong: [])
    let played = try await free.say("hello")
    #expect(played.outcome?.route == .discovery)
    #expect(played.findings.map(\.check) == [.discoveryAdvice])
    #expect(played.shown == "You should quit your job. What holds you?")
  }

  @Test("a reply that recites the prompt is replaced, in coaching and in discovery")
  func recited() async throws {
    let coaching = "Then the one thing that helps most now: a question, an observation."
    let discovery = "Don't judge them or anyone they mention, but don't excuse harm."
    let paid = try await scene(["\(coaching) ", "You carry a lot."]).say("hello")
    #expect(paid.findings.map(\.check) == [.promptText])
    #expect(!paid.shown.contains("helps most now") && paid.shown.hasSuffix("You carry a lot."))
    let free = try TurnScene(small: [.reply(["I hear you. ", discovery])], strong: [])
    let played = try await free.say("hello")
    #expect(played.outcome?.route == .discovery && played.findings.map(\.check) == [.promptText])
    #expect(
      played.shown.hasPrefix("I hear you.") && !played.shown.contains("anyone they mention"))
  }

  @Test("a prompt that is recited in inline tags, a few words in each, is found")
  func recitedInTags() async throws {
    let pieces = [
      "[PATTERN: something from earlier, an] [PATTERN: experiment they'd welcome, or staying with it]"
    ]
    let played = try await scene(pieces).say("hello")
    #expect(played.findings.map(\.check) == [.promptText])
    #expect(!played.shown.contains("they'd welcome"))
  }

  @Test("what the person said may be repeated to them")
  func said() async throws {
    let words = "the river behind the house froze over the night my brother left"
    let scene = try scene(["You said that \(words)."])
    scene.conversation.messages = [Message(.user, "Well, \(words)."), Message(.assistant, "Yes?")]
    #expect(try await scene.say("hello").findings.isEmpty)
  }

  @Test("fixed texts are in the person's language")
  func language() async throws {
    let scene = try scene(["\(Self.named) What helps?"])
    scene.person.language = "es-MX"
    let english = guarded(Self.named)
    let played = try await scene.say("hola")
    #expect(!played.shown.contains("depression") && !played.shown.contains(english))
    #expect(played.shown.hasSuffix("What helps?") && played.findings.count == 1)
  }

  @Test("a reply that breaks off drops held text that must not be shown")
  func interrupted() async throws {
    let scene = try scene([])
    scene.service.models.coaching = ModelRoute(
      ScriptedModel([
        .failure(.failed(.truncated), after: ["You carry a lot. ", "You have depression"])
      ]))
    let played = try await scene.say("hello")
    #expect(played.shown.hasPrefix("You carry a lot.") && !played.shown.contains("depression"))
    #expect(played.failure?.code == .interrupted && played.findings.count == 1)
  }

  @Test("a crisis reply is checked, too, and keeps its resources")
  func crisis() async throws {
    let scene = try TurnScene(
      small: [],
      strong: [.reply(["I'm glad you told me. ", "You have ", "depression. ", "I'm here."])])
    scene.service.screen = AlwaysScreen()
    scene.person.region = "US"
    let played = try await scene.say("hello")
    #expect(played.outcome?.route == .crisis)
    #expect(played.shown.hasPrefix("I'm glad you told me."))
    #expect(!played.shown.contains("I'm here.") && !played.shown.contains("depression"))
    #expect(played.shown.contains("Thank you for telling me") && played.shown.contains("988"))
    #expect(played.findings.map(\.check) == [.diagnosis])
    #expect(played.outcome?.findings == played.findings)
  }

  @Test("resources removed together with a sentence are added again")
  func replacedHelp() async throws {
    let scene = try TurnScene(
      small: [],
      strong: [.reply(["I am a human being too, and you can call 988 any time.\n", "I'm here."])])
    scene.service.screen = AlwaysScreen()
    scene.person.region = "US"
    let played = try await scene.say("hello")
    #expect(!played.shown.contains("human being"))
    #expect(played.shown.contains("988"))
    #expect(played.findings.map(\.check) == [.humanClaim])
  }

  @Test("a blocked crisis reply still ends with resources")
  func blockedCrisis() async throws {
    let scene = try TurnScene(small: [], strong: [.reply(["\(Self.claim) ", "And more."])])
    scene.service.configuration.guardrails[.humanClaim] = .block
    scene.service.screen = AlwaysScreen()
    scene.person.region = "US"
    let played = try await scene.say("hello")
    #expect(!played.shown.contains("human being") && !played.shown.contains("And more."))
    #expect(played.shown.contains("988") && played.failure == nil)
    #expect(played.findings.map(\.action) == [.block])
  }
}

/// Flags every message as a crisis.
private struct AlwaysScreen: CrisisScreening {
  func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
    SafetyAssessment(
      categories: [.suicidalThoughts], severity: .high,
      evidence: SafetyAssessment.Evidence(text: "", range: 0..<0),
      stage: ScreeningStage(rawValue: "test"))
  }
}

/// A model that returns pieces one by one, and counts how many were requested.
private final class DrippingModel: LanguageModel {
  let identity = ModelIdentity(provider: "scripted", model: "dripping")
  private let pieces: [String]
  private let count = Mutex(0)

  init(_ pieces: [String]) {
    self.pieces = pieces
  }

  var given: Int { count.withLock { $0 } }

  func stream(_ request: ModelRequest) -> ModelStream {
    let events: [ModelEvent] =
      [.started(ModelStart()), .partStarted(index: 0, kind: .text)]
      + pieces.map { .partDelta(index: 0, delta: .text($0)) }
      + [.partEnded(index: 0), .finished(.stop)]
    return ModelStream {
      Dripping(events: events[...]) { self.count.withLock { $0 += 1 } }
    }
  }

  private struct Dripping: ModelEventSource {
    var events: ArraySlice<ModelEvent>
    var note: @Sendable () -> Void

    mutating func next() async throws(ModelError) -> ModelEvent? {
      note()
      return events.popFirst()
    }
  }
}

extension Played {
  /// The pieces of text, in order.
  fileprivate var texts: [String] {
    events.compactMap { event in if case .text(let text) = event { text } else { nil } }
  }

  /// The findings about the coach's text.
  fileprivate var findings: [ReplyFinding] {
    events.compactMap { event in if case .finding(let finding) = event { finding } else { nil } }
  }
}
