import CoachEngine
import CoachModel
import LanguageModels
import ModelProviders
import Testing
import TestTiming
import WireFaults

/// A subscribed person in a conversation over the project's own prompts, whose coach is asked over real sockets.
struct FaultyConversation: Sendable {
  /// Where the person's messages are counted.
  static let key = "paid:2026-11-01"
  /// Within this time a person is told that a provider is down.
  static let promise = Duration.seconds(3)

  private static let november = 1_793_491_200.0
  private static let december = 1_796_083_200.0
  /// When all of it happens, in seconds since 1970.
  static let today = 1_795_219_200.0

  let time: SimulatedTime
  let store = InMemoryUsageStore()
  var turn: ChatTurn
  var request: TurnRequest

  /// Begins a conversation in which so many messages were said before, the coach's first one included.
  init(
    asking model: any LanguageModel, in time: SimulatedTime, fallsBack: Bool = false,
    after count: Int = 3
  ) throws {
    self.time = time
    let (library, domains) = try Workspace.read()
    let route = ModelRoute(model, fallsBack: fallsBack)
    turn = ChatTurn(
      prompts: { library }, domains: { domains },
      models: ModelRoutes(discovery: route, coaching: route), usage: store)
    turn.clock = time.clock { Self.today }
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

  /// The same with a provider on loopback behind the usual layers.
  init(
    with address: ServedAddress, speaking wire: WireProtocol,
    timeouts: ModelTimeouts = .ofTurns, after count: Int = 3
  ) throws {
    let time = SimulatedTime()
    let model = try SocketModel.usual(wire, at: address, in: time, timeouts: timeouts)
    try self.init(asking: model, in: time, after: count)
  }

  /// How many of the person's messages are counted.
  var counted: Int { store.usage(of: request.person.id, in: Self.key) }

  /// Asks another model from now on.
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

  /// Expects that a turn which brought nothing left no trace: nothing is counted, and the same request is
  /// answered once a provider works.
  mutating func expectGivenBack(
    _ played: PlayedTurn, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try #require(played.outcomes.last, sourceLocation: location)
    #expect(outcome.message == nil, sourceLocation: location)
    #expect(outcome.usageNotice == nil, sourceLocation: location)
    #expect(counted == 0, sourceLocation: location)
    try expectAnswered(location)
  }

  /// Expects that the same request is answered by a provider that works, and then so many messages are counted.
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

  /// Expects that a turn which brought something is counted, and that the same request is known by its message.
  func expectCounted(
    _ played: PlayedTurn, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let message = try #require(played.outcomes.last?.message, sourceLocation: location)
    #expect(played.outcomes.last?.usageNotice?.used == 1, sourceLocation: location)
    #expect(counted == 1, sourceLocation: location)
    let again = try play(location)
    #expect(
      again.outcomes.last?.refusal?.reason == .answered(messageID: message.id),
      sourceLocation: location)
    #expect(counted == 1, sourceLocation: location)
  }
}
