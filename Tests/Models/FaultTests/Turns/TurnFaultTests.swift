import CoachAccess
import CoachEngine
import CoachModel
import LanguageModels
import ModelProviders
import Testing
import TestKit
import TestTiming
import WireFaults

/// What a person gets if a provider fails, over real sockets and with the usual layers around the model.
@Suite("A turn whose provider fails")
struct TurnFaultTests {
  // MARK: No word comes

  @Test("the person is informed in time, and the message is refunded", arguments: Outage.all)
  func unanswered(outage: Outage) async throws {
    let server = try #require(ScriptedServer(outage.script))
    let closed = try #require(ClosedPort())
    defer { server.stop() }
    let address: ServedAddress =
      switch outage.place {
      case .http: .http(server)
      case .silentHTTPS: .silentHTTPS(server)
      case .closed: .closed(closed)
      }
    var scene = try FaultyConversation(with: address, speaking: outage.words.wire)
    let played = try scene.play()
    try played.expectFailure(outage.code)
    if outage.code == .unreachable {
      #expect(played.failures.first?.text.hasPrefix("I couldn't connect right now") == true)
    }
    let waited = try #require(played.failedAfter)
    let silent = scene.turn.configuration.timeouts.reply.firstToken
    let limit = outage.isLively ? silent * 3 : silent
    #expect(waited <= (outage.code == .slow ? limit : FaultyConversation.promise))
    let requests = server.requests.filter { !$0.head.hasPrefix("TLS") }.count
    #expect(outage.requests.contains(requests), "\(requests) requests")
    try scene.expectRefunded(played)
    try await server.until { $0.openConnections == 0 }
  }

  @Test(
    "giving up on a silent provider closes the connection", arguments: ProviderWords.families)
  func closing(words: ProviderWords) async throws {
    let server = try #require(ScriptedServer([.waitForClose]))
    defer { server.stop() }
    let scene = try FaultyConversation(with: .http(server), speaking: words.wire)
    let played = try scene.play()
    try played.expectFailure(.slow)
    try await server.until { $0.closedByClient == 1 }
    #expect(server.connections == 1)
    // The model still exists: its release did not close the connection.
    withExtendedLifetime(scene) {}
  }

  // MARK: Too long

  @Test(
    "a conversation that is too long is halved and sent again", arguments: ProviderWords.families)
  func halved(words: ProviderWords) throws {
    let asked = Observed(0)
    let opened = ScriptedServer { _ in
      return asked.increment() == 1 ? words.refusal(.tooLong) : words.goodReply
    }
    let server = try #require(opened)
    defer { server.stop() }
    let scene = try FaultyConversation(with: .http(server), speaking: words.wire, after: 11)
    let played = try scene.play()
    #expect(played.failures == [])
    #expect(played.text == words.goodText)
    let outcome = try #require(played.outcomes.last)
    // Half of twelve, and the coach's message that the person's next one follows.
    #expect(outcome.trace.prompt?.leftOutMessages == 7)
    #expect(outcome.trace.calls.count == 2)
    #expect(outcome.message?.isPartial == false)
    let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
    try #require(bodies.count == 2)
    #expect(bodies.map { $0.contains("Earlier words, 0.") } == [true, false])
    #expect(bodies.allSatisfy { $0.contains("Earlier words, 10.") })
    #expect(bodies.allSatisfy { $0.contains("fewer hours at work") })
    try scene.expectCounted(played)
  }

  @Test(
    "a conversation that never fits is refunded after a few requests",
    arguments: ProviderWords.families, [(messages: 1, requests: 2), (messages: 47, requests: 4)])
  func neverFits(words: ProviderWords, length: (messages: Int, requests: Int)) throws {
    let server = try #require(ScriptedServer(words.refusal(.tooLong)))
    defer { server.stop() }
    var scene = try FaultyConversation(
      with: .http(server), speaking: words.wire, after: length.messages)
    let played = try scene.play()
    try played.expectFailure(.tooLong)
    #expect(server.requests.count == length.requests)
    try scene.expectRefunded(played)
  }

  @Test("a reply that ends at once because the context is full is requested again with less")
  func full() throws {
    let words = ProviderWords(wire: .anthropic)
    let server = try #require(ScriptedServer(words.reply([], .full)))
    defer { server.stop() }
    var scene = try FaultyConversation(with: .http(server), speaking: words.wire, after: 47)
    let played = try scene.play()
    try played.expectFailure(.tooLong)
    #expect(server.requests.count == 4)
    try scene.expectRefunded(played)
  }

  // MARK: Another model

  @Test("another model answers if the first is unavailable", arguments: ProviderWords.families)
  func fallback(words: ProviderWords) throws {
    let time = SimulatedTime()
    let other = ProviderWords(wire: words.wire == .anthropic ? .openAIChat : .anthropic)
    let first = try #require(ScriptedServer(words.refusal(.busy)))
    let second = try #require(ScriptedServer(other.goodReply))
    defer {
      first.stop()
      second.stop()
    }
    var scene = try FaultyConversation(
      asking: SocketModel.usual(
        words.wire, at: .http(first), in: time,
        fallingBackOn: [SocketModel.plain(other.wire, at: .http(second), in: time)]),
      in: time, fallsBack: true)
    // With another model available, the turn waits for it and does not stop at the first one.
    scene.turn.configuration.timeouts.reply.failure = .milliseconds(100)
    let played = try scene.play()
    #expect(played.failures == [])
    #expect(played.text == other.goodText)
    #expect(!first.requests.isEmpty)
    #expect(second.requests.count == 1)
    let call = try #require(played.outcomes.last?.trace.calls.last)
    #expect(call.model.provider == EndpointProfile.vendor(of: other.wire).name)
    try scene.expectCounted(played)
  }

  @Test(
    "another model answers at once if the first demands too long a wait",
    arguments: ProviderWords.families)
  func longWait(words: ProviderWords) throws {
    let time = SimulatedTime()
    let first = try #require(ScriptedServer(words.refusal(.tooManyRequests, retryAfter: 45)))
    let second = try #require(ScriptedServer(words.goodReply))
    defer {
      first.stop()
      second.stop()
    }
    let model = try SocketModel.usual(
      words.wire, at: .http(first), in: time,
      fallingBackOn: [SocketModel.plain(words.wire, at: .http(second), in: time)],
      maximumWait: .seconds(2))
    // The next person does not wait in line either.
    for _ in 1...2 {
      let scene = try FaultyConversation(asking: model, in: time, fallsBack: true)
      let played = try scene.play()
      #expect(played.failures == [])
      #expect(played.text == words.goodText)
    }
    #expect(first.requests.count == 1)
    #expect(second.requests.count == 2)
  }

  @Test("if the other model is unavailable, too, the message is refunded")
  func fallbackDown() throws {
    let time = SimulatedTime()
    let words = ProviderWords(wire: .anthropic)
    let first = try #require(ScriptedServer(words.refusal(.busy)))
    let second = try #require(ClosedPort())
    defer { first.stop() }
    var scene = try FaultyConversation(
      asking: SocketModel.usual(
        words.wire, at: .http(first), in: time,
        fallingBackOn: [SocketModel.plain(.openAIChat, at: .closed(second), in: time)]),
      in: time, fallsBack: true)
    let played = try scene.play()
    try played.expectFailure(.unreachable)
    try scene.expectRefunded(played)
  }
}
