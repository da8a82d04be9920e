import CoachEngine
import Conversations
import LanguageModels
import Testing
import WireFaults

/// What a person gets when a provider fails, over real sockets and with the usual layers around the model.
@Suite("A turn whose provider fails", .timeLimit(.minutes(2)))
struct TurnFaultTests {
  // MARK: No word comes

  @Test("the person is told in time, and the message is given back", arguments: Outage.all)
  func unanswered(outage: Outage) async throws {
    let server = try #require(ScriptedServer(outage.script))
    let closed = try #require(ClosedPort())
    defer { server.stop() }
    let url =
      switch outage.place {
      case .http: server.url
      case .silentHTTPS: "https://127.0.0.1:\(server.port)"
      case .closed: closed.url
      }
    var scene = try FaultyConversation(asking: SocketModel.usual(outage.words.wire, at: url))
    scene.turn.configuration.patience = outage.patience
    let played = await scene.play()
    try played.expectFailure(outage.code)
    if outage.code == .unreachable {
      #expect(played.failures.first?.text.hasPrefix("I couldn't connect right now") == true)
    }
    let time = try #require(played.failedAfter)
    #expect(time < FaultyConversation.promise)
    let requests = server.requests.filter { !$0.head.hasPrefix("TLS") }.count
    #expect(outage.requests.contains(requests), "\(requests) requests")
    try await scene.expectGivenBack(played)
    #expect(await eventually { server.openConnections == 0 })
  }

  @Test(
    "giving up on a silent provider closes the connection", arguments: ProviderWords.families)
  func closing(words: ProviderWords) async throws {
    let server = try #require(ScriptedServer([.waitForClose]))
    defer { server.stop() }
    var scene = try FaultyConversation(asking: SocketModel.usual(words.wire, at: server.url))
    // Patience ends as soon as the request is there.
    scene.turn.configuration.patience = TurnPatience(failing: .zero, silent: .zero)
    scene.turn.clock = CallClock(
      now: { .now }, unixTime: { FaultyConversation.today },
      sleep: { duration in
        _ = await eventually { server.requests.count == 1 }
        try await Task.sleep(for: duration)
      })
    let played = await scene.play()
    try played.expectFailure(.slow)
    #expect(await eventually { server.closedByClient == 1 })
    #expect(server.connections == 1)
    // The model is still there: it was not its end that closed the connection.
    withExtendedLifetime(scene) {}
  }

  // MARK: Too long

  @Test(
    "a conversation that is too long is halved and asked again", arguments: ProviderWords.families)
  func halved(words: ProviderWords) async throws {
    let asked = Guarded(0)
    let opened = ScriptedServer { _ in
      let number = asked.withLock { count in
        count += 1
        return count
      }
      return number == 1 ? words.refusal(.tooLong) : words.goodReply
    }
    let server = try #require(opened)
    defer { server.stop() }
    let scene = try FaultyConversation(
      asking: SocketModel.usual(words.wire, at: server.url), after: 11)
    let played = await scene.play()
    #expect(played.failures == [])
    #expect(played.text == words.goodText)
    let outcome = try #require(played.outcomes.last)
    // Half of twelve, and the coach's words that the person's next ones follow.
    #expect(outcome.prompt?.leftOutMessages == 7)
    #expect(outcome.calls.count == 2)
    #expect(outcome.message?.isPartial == false)
    let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
    try #require(bodies.count == 2)
    #expect(bodies.map { $0.contains("Earlier words, 0.") } == [true, false])
    #expect(bodies.allSatisfy { $0.contains("Earlier words, 10.") })
    #expect(bodies.allSatisfy { $0.contains("fewer hours at work") })
    try await scene.expectCounted(played)
  }

  @Test(
    "a conversation that never fits is given back after a few requests",
    arguments: ProviderWords.families, [(messages: 1, requests: 2), (messages: 47, requests: 4)])
  func neverFits(words: ProviderWords, length: (messages: Int, requests: Int)) async throws {
    let server = try #require(ScriptedServer(words.refusal(.tooLong)))
    defer { server.stop() }
    var scene = try FaultyConversation(
      asking: SocketModel.usual(words.wire, at: server.url), after: length.messages)
    let played = await scene.play()
    try played.expectFailure(.tooLong)
    #expect(server.requests.count == length.requests)
    try await scene.expectGivenBack(played)
  }

  @Test("a reply that ends at once since all is full is asked for again with less")
  func full() async throws {
    let words = ProviderWords(wire: .anthropic)
    let server = try #require(ScriptedServer(words.reply([], .full)))
    defer { server.stop() }
    var scene = try FaultyConversation(
      asking: SocketModel.usual(words.wire, at: server.url), after: 47)
    let played = await scene.play()
    try played.expectFailure(.tooLong)
    #expect(server.requests.count == 4)
    try await scene.expectGivenBack(played)
  }

  // MARK: Another model

  @Test("another model answers when the first is down", arguments: ProviderWords.families)
  func fallback(words: ProviderWords) async throws {
    let other = ProviderWords(wire: words.wire == .anthropic ? .openAIChat : .anthropic)
    let first = try #require(ScriptedServer(words.refusal(.busy)))
    let second = try #require(ScriptedServer(other.goodReply))
    defer {
      first.stop()
      second.stop()
    }
    var scene = try FaultyConversation(
      asking: SocketModel.usual(
        words.wire, at: first.url,
        fallingBackOn: [SocketModel.plain(other.wire, at: second.url)]),
      fallsBack: true)
    // Who has another model waits for it and does not give up on the first one.
    scene.turn.configuration.patience.failing = .milliseconds(100)
    let played = await scene.play()
    #expect(played.failures == [])
    #expect(played.text == other.goodText)
    #expect(!first.requests.isEmpty)
    #expect(second.requests.count == 1)
    let call = try #require(played.outcomes.last?.calls.last)
    #expect(call.model.provider == EndpointProfile.maker(of: other.wire).name)
    try await scene.expectCounted(played)
  }

  @Test(
    "another model answers at once when the first wants a wait longer than a person's",
    arguments: ProviderWords.families)
  func longWait(words: ProviderWords) async throws {
    let first = try #require(ScriptedServer(words.refusal(.tooManyRequests, retryAfter: 45)))
    let second = try #require(ScriptedServer(words.goodReply))
    defer {
      first.stop()
      second.stop()
    }
    let model = SocketModel.usual(
      words.wire, at: first.url, fallingBackOn: [SocketModel.plain(words.wire, at: second.url)],
      longestWait: .seconds(2))
    // The next person is not sent to wait in line either.
    for _ in 1...2 {
      let scene = try FaultyConversation(asking: model, fallsBack: true)
      let played = await scene.play()
      #expect(played.failures == [])
      #expect(played.text == words.goodText)
    }
    #expect(first.requests.count == 1)
    #expect(second.requests.count == 2)
  }

  @Test("when the other model is down, too, the message is given back")
  func fallbackDown() async throws {
    let words = ProviderWords(wire: .anthropic)
    let first = try #require(ScriptedServer(words.refusal(.busy)))
    let second = try #require(ClosedPort())
    defer { first.stop() }
    var scene = try FaultyConversation(
      asking: SocketModel.usual(
        words.wire, at: first.url,
        fallingBackOn: [SocketModel.plain(.openAIChat, at: second.url)]),
      fallsBack: true)
    let played = await scene.play()
    try played.expectFailure(.unreachable)
    try await scene.expectGivenBack(played)
  }
}
