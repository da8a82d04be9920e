import CoachKit
import CoachKitTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import Synchronization
import Testing

@testable import Backend

/// The backend with prepared replies and a clock that stands still: no key, no network, the same result each time.
@Suite("The backend")
struct BackendTests {
  private func service(_ replies: [String], answering conversations: Conversations) throws
    -> ChatService
  {
    let content = ModelResolver.processEnvironment["COACH_CONTENT"] ?? "../.."
    let model = ModelRoute(ScriptedModel(replies: replies))
    var service = try ChatService(
      promptFolder: "\(content)/Prompts", domainFolder: "\(content)/DomainConfigs",
      models: ModelRoutes(discovery: model, coaching: model))
    // The prepared replies are the coach's; a second opinion would take one of them.
    service.secondOpinion = nil
    service.clock = CallClock(now: { ContinuousClock.now }, unixTime: { 1_795_219_200 })
    service.onOutcome = { request, outcome in await conversations.store(outcome, of: request) }
    return service
  }

  @Test("a message is answered as server-sent events, and once")
  func turn() async throws {
    let conversations = Conversations()
    let service = try service(["Welcome. Who comes to mind first?"], answering: conversations)
    let application = Application(router: turnRouter(service, conversations))
    try await application.test(.router) { client in
      let body = ByteBuffer(
        string: #"{"id": "m-1", "person": "p-1", "text": "I freeze when I speak."}"#)
      let first = try await client.execute(uri: "/turn", method: .post, body: body)
      let events = try Self.events(first)
      #expect(events.first?["event"] == "started" && events.last?["event"] == "done")
      #expect(
        events.compactMap { $0["text"]?.string }.joined() == "Welcome. Who comes to mind first?")
      let again = try Self.events(try await client.execute(uri: "/turn", method: .post, body: body))
      #expect(again.map { $0["event"]?.string } == ["refused", "done"])
      #expect(again.first?["reason"] == "answered")
      #expect(again.first?["message_id"] == events.last?["message_id"])
    }
    let next = await conversations.request(
      for: try AppMessage(json: ["id": "m-2", "person": "p-1", "text": "My team."]))
    #expect(next.conversation.messages.count == 2)
  }

  @Test("what a session brought is shown, decided by the person, and forgotten")
  func learning() async throws {
    let clock = Mutex(1_795_219_200.0)
    let conversations = Conversations { clock.withLock { $0 } }
    let notes =
      #"{"summary": "The weekly report went back to her.", "open_question": "", "themes": ["taking on reports"]}"#
    let suggested =
      #"{"suggestions": [{"category": "goals", "text": "Leave at five on Thursdays", "confidence": 0.9, "evidence": "I want to leave at five on Thursdays"}]}"#
    let service = try service(
      ["Welcome. What would be different?", notes, "The report", suggested],
      answering: conversations)
    let words =
      "I want to leave at five on Thursdays, because the weekly report is mine again and nobody else ever takes it."
    try await Application(router: turnRouter(service, conversations)).test(.router) { client in
      let body = ByteBuffer(
        string: JSONValue.object(["id": "m-1", "person": "p-1", "text": .string(words)]).text())
      _ = try await client.execute(uri: "/turn", method: .post, body: body)
      clock.withLock { $0 += 600 }
      let end = try await client.execute(uri: "/people/p-1/session/end", method: .post)
      #expect(end.status == .noContent)
      let item = try #require(try await Self.learned(client)["items"]?.array?.first)
      #expect(item["state"] == "proposed" && item["text"] == "Leave at five on Thursdays")
      let id = try #require(item["id"]?.string)
      let keep = try await client.execute(uri: "/people/p-1/learned/\(id)/keep", method: .post)
      #expect(keep.status == .noContent)
      #expect(try await Self.learned(client)["items"]?.array?.first?["state"] == "confirmed")
      let unknown = try await client.execute(uri: "/people/p-1/learned/x/drop", method: .post)
      #expect(unknown.status == .notFound)
      _ = try await client.execute(uri: "/people/p-1", method: .delete)
      #expect(try await Self.learned(client)["items"]?.array?.first == nil)
    }
  }

  @Test("what is not a message is refused with what is wrong with it")
  func badRequest() async throws {
    let conversations = Conversations()
    let service = try service([], answering: conversations)
    try await Application(router: turnRouter(service, conversations)).test(.router) { client in
      for body in ["{", #"{"id": "m-1"}"#] {
        let response = try await client.execute(
          uri: "/turn", method: .post, body: ByteBuffer(string: body))
        #expect(response.status == .badRequest)
      }
    }
  }

  @Test("a store of one's own keeps the rules")
  func store() async {
    let kit = UsageStoreConformance { DictionaryUsageStore() }
    await #expect(kit.findings() == [])
  }

  private static func learned(_ client: any TestClientProtocol) async throws -> JSONValue {
    let response = try await client.execute(uri: "/people/p-1/learned", method: .get)
    return try JSONValue(parsing: String(buffer: response.body))
  }

  private static func events(_ response: TestResponse) throws -> [JSONValue] {
    #expect(response.status == .ok && response.headers[.contentType] == "text/event-stream")
    return try String(buffer: response.body).split(separator: "\n\n").map { event in
      try JSONValue(parsing: String(event.dropFirst("data: ".count)))
    }
  }
}

/// The smallest store: one lock around all ledgers.
private final class DictionaryUsageStore: UsageStore {
  private let ledgers = Mutex<[Data: UsageLedger]>([:])

  func updateLedger<Value: Sendable>(
    of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
  ) async throws -> Value {
    try ledgers.withLock { ledgers in
      var ledger = ledgers[Data(person.utf8)] ?? UsageLedger()
      let value = try change(&ledger)
      ledgers[Data(person.utf8)] = ledger
      return value
    }
  }
}
