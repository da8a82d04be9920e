import CoachAccess
import CoachEngine
import LanguageModels
import Testing
import TestKit
import TestTiming
import WireFaults

/// The outcome of a turn whose reader leaves.
@Suite("A turn whose reader leaves")
struct TurnFaultReaderTests {
  enum Leaving: String, CaseIterable, Sendable {
    case stopsReading, isCancelled
  }

  /// Reads up to an event, leaves, and returns the outcome of the turn.
  private func read(
    _ scene: FaultyConversation, _ leaving: Leaving,
    upTo isLast: @escaping @Sendable (TurnEvent) async throws -> Bool
  ) throws -> TurnOutcome {
    let outcome = Observed<TurnOutcome?>(nil)
    var turn = scene.turn
    turn.onOutcome = { _, told in outcome.update { $0 = told } }
    let (time, request) = (scene.time, scene.request)
    time.run { [turn] in
      let isRead = Observed(false)
      let reader = Task(executorPreference: time) {
        for await event in turn.reply(to: request) where !isRead.current {
          guard try await isLast(event) else { continue }
          isRead.update { $0 = true }
          if leaving == .stopsReading { break }
        }
      }
      if leaving == .isCancelled {
        try? await isRead.until { $0 }
        reader.cancel()
      }
      if case .failure(let error) = await reader.result { Issue.record(error) }
    }
    return try #require(outcome.current)
  }

  @Test(
    "after the first words: the connection closes, and the text is counted",
    arguments: ProviderWords.families, Leaving.allCases)
  func midway(words: ProviderWords, leaving: Leaving) async throws {
    // A sentence is shown once its end has arrived.
    let server = try #require(
      ScriptedServer(words.beginning(["What else? ", "Wh"]) + [.waitForClose]))
    defer { server.stop() }
    var scene = try FaultyConversation(with: .http(server), speaking: words.wire)
    let outcome = try read(scene, leaving) { if case .text = $0 { true } else { false } }
    try await server.until { $0.closedByClient == 1 }
    #expect(server.connections == 1)
    #expect(outcome.message?.text == "What else? Wh")
    #expect(outcome.message?.isPartial == true)
    #expect(scene.counted == 1)
    // A person who was cut off may send the message again.
    try scene.expectAnswered(counting: 1...2)
  }

  @Test(
    "before any word: the connection closes, and the message is refunded",
    arguments: ProviderWords.families, Leaving.allCases)
  func beforeWords(words: ProviderWords, leaving: Leaving) async throws {
    let server = try #require(ScriptedServer(words.beginning([]) + [.waitForClose]))
    defer { server.stop() }
    var scene = try FaultyConversation(with: .http(server), speaking: words.wire)
    let outcome = try read(scene, leaving) { [scene] event in
      guard case .started = event else { return false }
      try await scene.time.outside { try await server.until { $0.requests.count == 1 } }
      #expect(scene.counted == 1)
      return true
    }
    try await server.until { $0.closedByClient == 1 }
    #expect(server.connections == 1)
    #expect(outcome.message == nil)
    #expect(scene.counted == 0)
    try scene.expectAnswered()
  }

  @Test(
    "leaving early and reusing the id is neither free nor faster", arguments: [true, false])
  func leavingOften(isSameMessage: Bool) throws {
    let words = ProviderWords(wire: .anthropic)
    let server = try #require(
      ScriptedServer(words.beginning(["What else? ", "Wh"]) + [.waitForClose]))
    defer { server.stop() }
    var scene = try FaultyConversation(with: .http(server), speaking: words.wire)
    let limit = RateWindow.minute.count
    var answered = 0
    for number in 0...limit {
      if !isSameMessage { scene.request.message = "Should I ask for \(number) hours less?" }
      let outcome = try read(scene, .stopsReading) { event in
        switch event {
        case .text, .refused, .failed: true
        default: false
        }
      }
      if outcome.message != nil { answered += 1 }
    }
    #expect(answered <= limit)
    if !isSameMessage { #expect(scene.counted == answered) }
  }

  @Test("while a retry waits: the message is refunded", arguments: ProviderWords.families)
  func inRetry(words: ProviderWords) async throws {
    let server = try #require(ScriptedServer(words.refusal(.busy, retryAfter: 30)))
    defer { server.stop() }
    var scene = try FaultyConversation(with: .http(server), speaking: words.wire)
    let outcome = try read(scene, .stopsReading) { [scene] event in
      guard case .started = event else { return false }
      await scene.time.untilOthersWait()
      #expect(server.requests.count == 1)
      return true
    }
    #expect(outcome.message == nil)
    #expect(scene.counted == 0)
    try scene.expectAnswered()
    #expect(server.requests.count == 1)
  }
}
