import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import Documents
import LanguageModels
import ModelLayers
import PromptTemplates
import SourceFiles
import Synchronization
import Testing
import TestKit
import TestTiming

@Suite("Failures of a turn: the person is informed and pays only for text received")
struct TurnFailureTests {
  private func scene(_ turns: [ScriptedModel.Turn]) throws -> TurnScene {
    let scene = try TurnScene(small: [], strong: turns)
    try scene.subscribe()
    return scene
  }

  @Test(
    "before any text: reported, refunded, and may be sent again",
    arguments: [
      (ModelError.Code.transport, TurnFailure.Code.unreachable), (.overloaded, .unreachable),
      (.rateLimit, .unreachable), (.quota, .unreachable), (.authentication, .unreachable),
      (.permission, .unreachable), (.notFound, .unreachable), (.timeout, .slow),
      (.truncated, .unreachable), (.contentFilter, .declined), (.invalidRequest, .unknown),
      (.decoding, .unknown), (.budget, .unknown), (.contextOverflow, .tooLong),
      (.cancelled, .cancelled),
    ])
  func nothingCame(code: ModelError.Code, expected: TurnFailure.Code) async throws {
    let scene = try scene([
      .failure(.failed(code), after: []), .reply(["Here again."]),
    ])
    let request = scene.request("hello")
    let played = try await scene.play(request)
    let failure = try #require(played.failure)
    #expect(failure.code == expected && !failure.keepsText)
    #expect(played.shown.isEmpty && played.outcome?.message == nil)
    #expect(failure.text == scene.withHelp(expected.copyKey(keepsText: false)))
    #expect(failure.detail.contains("it failed"))
    #expect(scene.used == 0)
    let again = try await scene.play(request)
    #expect(again.shown == "Here again." && again.failure == nil)
    #expect(scene.used == 1)
  }

  @Test("a reply without end is cut: what was shown is kept, and the message counts")
  func endless() async throws {
    let piece = String(repeating: "and then ", count: 3_000)
    let scene = try scene([.reply(Array(repeating: piece, count: 20))])
    let played = try await scene.say("hello")
    #expect(played.failure?.code == .interrupted)
    #expect(played.failure?.detail.contains("the reply is longer than 256 KB") == true)
    let shown = played.outcome?.message?.text.utf8.count ?? 0
    #expect((200_000...262_144).contains(shown))
    #expect(scene.used == 1)
  }

  @Test("after some text: kept and marked, and the message counts")
  func interrupted() async throws {
    for code in [ModelError.Code.truncated, .timeout, .transport, .overloaded] {
      let scene = try scene([.failure(.failed(code), after: ["You carry ", "[PATTERN: it"])])
      let played = try await scene.say("hello")
      #expect(played.failure?.code == .interrupted && played.failure?.keepsText == true)
      #expect(played.outcome?.message?.text == "You carry it")
      #expect(played.outcome?.message?.isPartial == true)
      #expect(played.kinds.suffix(3) == ["failed", "usage", "done"] || played.kinds.last == "done")
      #expect(scene.used == 1)
    }
  }

  @Test("an empty reply and a bare refusal are failures, a refusal in words is a reply")
  func endings() async throws {
    let empty = try scene([.reply([" \n"])])
    try await expect(empty.say("hello").failure?.code, equals: .empty)
    #expect(empty.used == 0)
    let tagsOnly = try scene([.reply(["[PATTERN: ]"])])
    try await expect(tagsOnly.say("hello").failure?.code, equals: .empty)
    #expect(tagsOnly.used == 0)
  }

  @Test("a conversation that is too long is halved until it fits")
  func overflow() async throws {
    let overflow = ScriptedModel.Turn.failure(.failed(.contextOverflow), after: [])
    let scene = try scene([overflow, overflow, .reply(["It fits now."])])
    for number in 0..<20 {
      scene.conversation.messages += [Message(.user, "old \(number)"), Message(.assistant, "yes")]
    }
    let played = try await scene.say("new")
    #expect(played.shown == "It fits now." && played.failure == nil)
    #expect(played.outcome?.trace.prompt?.leftOutMessages == 32)
    let last = scene.strong.text(ofRequest: 2)
    #expect(last.contains("new") && last.contains("old 19") && !last.contains("old 10\n"))
    #expect(played.outcome?.trace.calls.count == 3 && scene.used == 1)
    // 'started' is sent once.
    #expect(played.kinds.count { $0 == "started" } == 1)
  }

  @Test("a long conversation is cut before it is sent, and still counts all its messages")
  func window() async throws {
    let scene = try TurnScene(small: ["Go on?"], strong: [])
    scene.service.configuration.context.history = 50
    for number in 0..<9 {
      scene.conversation.messages += [
        Message(.assistant, "question \(number)?"),
        Message(.user, "answer \(number) " + String(repeating: "and more ", count: 8)),
      ]
    }
    let played = try await scene.say("new")
    #expect((played.outcome?.trace.prompt?.leftOutMessages ?? 0) > 10)
    #expect(scene.small.text(ofRequest: 0).contains("write message 10"))
  }

  @Test("a failing provider is abandoned, a slow one is awaited")
  func timeout() async throws {
    let scene = try scene([])
    scene.service.models.coaching = ModelRoute(SilentModel())
    let timeouts = scene.service.configuration.timeouts.reply
    try await expect(scene.say("hello").failure?.code, equals: .slow)
    #expect(scene.simulated.elapsed == timeouts.firstToken)
    var stack = ModelStack()
    stack.retry = Retry(
      RetryPolicy(attempts: 10, firstWait: .seconds(30), maximumWait: .seconds(30)))
    let failing = ScriptedModel((0..<10).map { _ in .failure(.failed(.overloaded), after: []) })
    scene.service.models.coaching = ModelRoute(stack.model(failing))
    try await expect(scene.say("hello").failure?.code, equals: .unreachable)
    #expect(scene.simulated.elapsed == timeouts.firstToken + timeouts.failure)
    #expect(scene.used == 0)
  }

  @Test("the text counts if the reader leaves in the middle, and the outcome is still reported")
  func readerLeaves() async throws {
    let scene = try scene([.reply(["One. ", "Two. ", "Three."])])
    let told = Mutex<[TurnOutcome]>([])
    scene.service.onOutcome = { _, outcome in told.withLock { $0.append(outcome) } }
    let (turn, request) = (scene.service, scene.request("hello"))
    await Task {
      for await event in turn.reply(to: request) {
        if case .text = event { break }
      }
    }.value
    await until { told.withLock { !$0.isEmpty } }
    #expect(told.withLock { $0.first?.message?.text.hasPrefix("One.") } == true)
    #expect(scene.used == 1)
  }

  @Test("a request that cannot be answered is reported as invalid")
  func invalid() async throws {
    let scene = try scene([.reply(["no"])])
    try await expect(scene.say("  ").failure?.code, equals: .invalidRequest)
    var request = scene.request("hello")
    request.domain = "carrer"
    let played = try await scene.play(request)
    #expect(played.failure?.code == .invalidRequest)
    #expect(played.failure?.detail.contains("did you mean 'career'?") == true)
    #expect(scene.used == 0 && scene.strong.requests.isEmpty)
    // An input of another prompt is not an error.
    request = scene.request("hello")
    request.inputs = ["message_number": 4]
    try await expect(scene.play(request).failure, equals: nil)
  }

  @Test("if the store fails, no message is admitted")
  func brokenStore() async throws {
    let scene = try scene([.reply(["no"])])
    scene.service = {
      var turn = ChatService(
        prompts: scene.service.prompts, domains: scene.service.domains,
        models: scene.service.models,
        usage: BrokenStore())
      turn.clock = scene.service.clock
      return turn
    }()
    let played = try await scene.say("hello")
    #expect(played.failure?.code == .unknown && scene.strong.requests.isEmpty)
  }

  @Test("a missing prompt and a missing domain are reported, not thrown")
  func brokenWorkspace() async throws {
    let scene = try scene([.reply(["no"])])
    scene.service.configuration.prompts.coaching.name = "nothing"
    let played = try await scene.say("hello")
    #expect(played.failure?.code == .unknown)
    #expect(played.failure?.detail.contains("no prompt 'nothing'") == true)
    #expect(scene.used == 0)
    let bare = try self.scene([.reply(["no"])])
    bare.service.domains = { DomainSet([], routing: KnownDomainRouting()) }
    try await expect(bare.say("hello").failure?.detail.contains("needs a domain"), equals: true)
  }
}

private struct BrokenStore: UsageStore {
  private struct Down: Error {}

  func updateLedger<Value: Sendable>(
    of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
  ) async throws -> Value { throw Down() }
}
