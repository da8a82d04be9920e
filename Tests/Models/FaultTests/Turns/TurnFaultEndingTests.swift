import CoachAccess
import CoachEngine
import CoachModel
import LanguageModels
import ModelProviders
import Testing
import WireFaults

/// What a person gets if a reply starts and does not end properly.
@Suite("A turn whose reply ends badly")
struct TurnFaultEndingTests {
  /// The faults that break off a reply after its first words.
  enum Break: String, CaseIterable, Sendable {
    case closed, halfAnEvent, silent, error

    func steps(_ words: ProviderWords) -> [ServerStep] {
      let said = words.beginning(["What I hear", " is"])
      switch self {
      case .closed: return said
      case .halfAnEvent: return said + [.send("data: {\"type\":\"cont")]
      case .silent: return said + [.waitForClose]
      case .error: return said + [.send(SampleReply.of(words.wire).errorEvent)]
      }
    }
  }

  @Test(
    "text before a reply breaks off is kept and counted",
    arguments: ProviderWords.families, Break.allCases)
  func interrupted(words: ProviderWords, cause: Break) throws {
    let server = try #require(ScriptedServer(cause.steps(words)))
    defer { server.stop() }
    var timeouts = ModelTimeouts.ofTurns
    if cause == .silent { timeouts.idle = .milliseconds(400) }
    let scene = try FaultyConversation(
      with: .http(server), speaking: words.wire, timeouts: timeouts)
    let played = try scene.play()
    try played.expectFailure(.interrupted, keepsText: true)
    #expect(played.text == "What I hear is")
    let message = try #require(played.outcomes.last?.message)
    #expect(message.isPartial)
    #expect(message.written == "What I hear is")
    #expect(message.finish == nil)
    // Nothing is requested again once text was read.
    #expect(server.requests.count == 1)
    try scene.expectCounted(played)
  }

  @Test(
    "a reply that is withheld before its first word is refunded",
    arguments: ProviderWords.families)
  func withheldAtOnce(words: ProviderWords) throws {
    let server = try #require(ScriptedServer(words.reply([], .withheld)))
    defer { server.stop() }
    var scene = try FaultyConversation(with: .http(server), speaking: words.wire)
    let played = try scene.play()
    try played.expectFailure(.declined)
    #expect(server.requests.count == 1)
    try scene.expectRefunded(played)
  }

  @Test(
    "a message that a provider's filter rejects is refunded",
    arguments: ProviderWords.families)
  func filtered(words: ProviderWords) throws {
    let server = try #require(ScriptedServer(words.refusal(.filtered)))
    defer { server.stop() }
    var scene = try FaultyConversation(with: .http(server), speaking: words.wire)
    let played = try scene.play()
    try played.expectFailure(.declined)
    #expect(server.requests.count == 1)
    try scene.expectRefunded(played)
  }

  @Test(
    "a reply that is withheld after some words is kept, and marked as incomplete",
    arguments: ProviderWords.families)
  func withheldMidway(words: ProviderWords) throws {
    let server = try #require(ScriptedServer(words.reply(["What I hear", " is"], .withheld)))
    defer { server.stop() }
    let scene = try FaultyConversation(with: .http(server), speaking: words.wire)
    let played = try scene.play()
    #expect(played.text == "What I hear is")
    try played.expectFailure(.declined, keepsText: true)
    #expect(played.outcomes.last?.message?.isPartial == true)
    try scene.expectCounted(played)
  }

  @Test("text in which the model itself declines is its reply")
  func declinedInWords() throws {
    let server = try #require(ScriptedServer(ProviderWords.declinedInWords))
    defer { server.stop() }
    let scene = try FaultyConversation(with: .http(server), speaking: .openAIChat)
    let played = try scene.play()
    #expect(played.failures == [])
    #expect(played.text == "I would rather not.")
    let message = try #require(played.outcomes.last?.message)
    #expect(message.finish == .refusal)
    #expect(!message.isPartial)
    try scene.expectCounted(played)
  }

  @Test(
    "a reply without text is refunded",
    arguments: ProviderWords.families, [[], ["\n", "  \n"]])
  func empty(words: ProviderWords, blanks: [String]) throws {
    let server = try #require(ScriptedServer(words.reply(blanks, .stop)))
    defer { server.stop() }
    var scene = try FaultyConversation(with: .http(server), speaking: words.wire)
    let played = try scene.play()
    try played.expectFailure(.empty)
    try scene.expectRefunded(played)
  }
}
