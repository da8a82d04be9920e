import CoachKit
import Testing
import TestKit

@Suite("A service from folders and names")
struct NamedRoutesTests {
  private static let keys = ModelResolver(
    environment: ["ANTHROPIC_API_KEY": "key-1234567890", "OPENAI_API_KEY": "key-0987654321"])

  @Test("two names make the models of all purposes")
  func routes() throws {
    let routes = try ModelRoutes(
      discovery: "anthropic:claude-haiku-4-5", coaching: "anthropic:claude-opus-5-5",
      from: Self.keys)
    #expect(routes.discovery.model.identity.model == "claude-haiku-4-5")
    #expect(routes.tasks.model.identity.model == "claude-haiku-4-5")
    #expect(routes.crisis.model.identity.model == "claude-opus-5-5")
    #expect(!routes.coaching.fallsBack && routes.coaching.connect != nil)
    let sturdy = try ModelRoutes(
      discovery: "anthropic:claude-haiku-4-5", coaching: "anthropic:claude-opus-5-5",
      fallback: "openai:gpt-6-luna", from: Self.keys)
    #expect(sturdy.coaching.fallsBack && sturdy.discovery.fallsBack)
  }

  @Test("a missing key is an error at the start")
  func missingKey() {
    #expect(throws: ModelNameError.self) {
      try ModelRoutes(
        discovery: "anthropic:claude-haiku-4-5", coaching: "gemini:gemini-3-pro", from: Self.keys)
    }
  }

  @Test("the shipped folders make a service, which answers")
  func service() async throws {
    let model = ModelRoute(ScriptedModel(replies: ["Hello?"]))
    let service = try ChatService(
      promptFolder: "\(ProjectFolder.path)/Prompts",
      domainFolder: "\(ProjectFolder.path)/DomainConfigs",
      models: ModelRoutes(discovery: model, coaching: model))
    await service.prepare()
    let request = TurnRequest(
      id: "r", person: Person(id: "p"), access: AccessRecord(updatedAt: 0),
      conversation: .init(id: "c"), message: nil)
    let outcome = try #require(await service.reply(to: request).outcome())
    #expect(outcome.message?.text == "Hello?")
    let events = [TurnEvent.done(outcome)].compactMap(\.forClient)
    #expect(events.first?.json["message_id"]?.string == outcome.message?.id)
  }

  @Test("folders that are not there are named")
  func missingFolder() {
    let model = ModelRoute(ScriptedModel(replies: []))
    let error = #expect(throws: SourceError.self) {
      try ChatService(
        promptFolder: "nowhere", domainFolder: "\(ProjectFolder.path)/DomainConfigs",
        models: ModelRoutes(discovery: model, coaching: model))
    }
    #expect(error?.description.contains("no folder at 'nowhere'") == true)
  }
}
