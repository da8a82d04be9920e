import CoachAccess
import CoachEngine
import CoachModel
import LanguageModels
import ModelProviders
import Testing
import TestTiming
import WireFaults

/// A subscribed person in a conversation with the project's own prompts, whose model is called over real sockets.
struct FaultyConversation: Sendable {
  /// The key under which the person's messages are counted.
  static let key = "paid:2026-11-01"
  /// The time within which a person learns that a provider is down.
  static let promise = Duration.seconds(3)

  private static let november = 1_793_491_200.0
  private static let december = 1_796_083_200.0
  /// The time of the conversation, in seconds since 1970.
  static let today = 1_795_219_200.0

  let time: SimulatedTime
  let store = InMemoryUsageStore()
  var turn: ChatService
  var request: TurnRequest

  /// Starts a conversation with a number of earlier messages, including the coach's first one.
  init(
    asking model: any LanguageModel, in time: SimulatedTime, fallsBack: Bool = false,
    after count: Int = 3
  ) throws {
    self.time = time
    let (library, domains) = try Workspace.read()
    let route = ModelRoute(model, fallsBack: fallsBack)
    turn = ChatService(
      prompts: { library }, domains: { domains },
      models: ModelRoutes(discovery: route, coaching: route), usage: store)
    turn.clock = time.clock { Self.today }
    // The server counts the calls for the message alone.
    turn.secondOpinion = nil
    let period = try #require(BillingPeriod(start: Self.november, end: Self.december))
    request = TurnRequest(
      id: "request", person: Person(id: "noor"),
      access: AccessRecord(
        discoveryCompletedAt: Self.november, subscription: AccessRecord.Subscription(period),
        updatedAt: Self.november),
      conversation: TurnRequest.Conversation(
        id: "thread",
        messages: (0..<count).map { number in
          Message(number.isMultiple(of: 2) ? .assistant : .user, "Earlier words, \(number).")
        }),
      message: "Should I ask for fewer hours at work?")
  }

  /// Starts the same conversation with a provider on loopback behind the usual layers.
  init(
    with address: ServedAddress, speaking wire: WireProtocol,
    timeouts: ModelTimeouts = .ofTurns, after count: Int = 3
  ) throws {
    let time = SimulatedTime()
    let model = try SocketModel.usual(wire, at: address, in: time, timeouts: timeouts)
    try self.init(asking: model, in: time, after: count)
  }

  /// The number of the person's messages that are counted.
  var counted: Int {
    (try? store.updateLedger(of: request.person.id) { $0.usage(in: Self.key) }) ?? 0
  }

  /// Uses another model from now on.
  mutating func ask(_ model: any LanguageModel) {
    turn.models = ModelRoutes(discovery: ModelRoute(model), coaching: ModelRoute(model))
  }

  /// Runs the turn to its end.
  func play(_ location: SourceLocation = #_sourceLocation) throws -> PlayedTurn {
    let ended = time.run { [turn, request] in await PlayedTurn(turn, request) }
    let played = try #require(ended, sourceLocation: location)
    played.expectConsistent(location)
    return played
  }

  /// Expects that a turn without a result left no trace: nothing is counted, and the same request is answered once a
  /// provider works.
  mutating func expectRefunded(
    _ played: PlayedTurn, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try #require(played.outcomes.last, sourceLocation: location)
    #expect(outcome.message == nil, sourceLocation: location)
    #expect(outcome.limits == nil, sourceLocation: location)
    #expect(counted == 0, sourceLocation: location)
    try expectAnswered(location)
  }

  /// Expects that a working provider answers the same request, and that this number of messages is counted then.
  mutating func expectAnswered(
    counting counts: ClosedRange<Int> = 1...1, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let words = ProviderWords(wire: .openAIChat)
    let server = try #require(ScriptedServer(words.goodReply), sourceLocation: location)
    defer { server.stop() }
    ask(try SocketModel.usual(words.wire, at: .http(server), in: time))
    let again = try play(location)
    #expect(again.outcomes.last?.refusal == nil, sourceLocation: location)
    #expect(again.failures.first == nil, sourceLocation: location)
    #expect(again.text == words.goodText, sourceLocation: location)
    #expect(counts.contains(counted), "\(counted)", sourceLocation: location)
  }

  /// Expects that a turn with a result is counted, and that the same request is recognised by its message.
  func expectCounted(
    _ played: PlayedTurn, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let message = try #require(played.outcomes.last?.message, sourceLocation: location)
    #expect(played.outcomes.last?.limits?.used == 1, sourceLocation: location)
    #expect(counted == 1, sourceLocation: location)
    let again = try play(location)
    #expect(
      again.outcomes.last?.refusal?.reason == .answered(messageID: message.id),
      sourceLocation: location)
    #expect(counted == 1, sourceLocation: location)
  }
}
