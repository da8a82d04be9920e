import CoachAccess
import CoachEngine
import CoachModel
import CoachSignals
import Documents
import PromptTemplates
import Testing
import TestKit

/// The coach names a pattern once in a session, whatever the caller stores.
@Suite("Tags that were shown in a session")
struct ShownTagsTests {
  private static let note = "Don't use PATTERN again in this session."
  private static let reply = "I see. [PATTERN: You take over what others leave.] What now?"
  private let today = CalendarDay(unixTime: 1_795_219_200)

  private func scene(_ replies: String...) throws -> TurnScene {
    let scene = try TurnScene(strong: replies)
    try scene.subscribe()
    return scene
  }

  private func request(
    _ scene: TurnScene, _ record: PersonRecord, _ message: String, _ id: String
  ) -> TurnRequest {
    var request = TurnRequest(
      id: id, record: record, access: scene.access, conversation: scene.conversation,
      message: message, today: today)
    request.domain = "career"
    return request
  }

  @Test("a caller with a record stores texts only, and the coach is told all the same")
  func record() async throws {
    let scene = try scene(Self.reply, "Yes.", "Yes.")
    var record = PersonRecord(id: "noor", language: "en", salt: "salt")
    for number in 0..<3 {
      let asked = request(scene, record, "The orders again, \(number).", "r\(number)")
      // The scene stores the text without tags, as turns.md says.
      let outcome = try #require(try await scene.play(asked).outcome)
      record.take(outcome, of: asked, at: scene.time.value, on: today)
      expect(scene.strong.text(ofRequest: number).contains(Self.note), equals: number > 0)
    }
    #expect(!scene.conversation.messages.contains { $0.text.contains("[") })
    expect(record.session(in: "thread")?.messages[1].tags, equals: ["PATTERN"])
    // The words of the tag are the message's own, and are not stored a second time beside it.
    let message = record.json["open"]?.array?.first?["messages"]?.array?[1]
    expect(message?["tags"], equals: ["PATTERN"])
  }

  @Test("a record that was stored and read again knows it, too, and so does a shortened history")
  func stored() async throws {
    let scene = try scene(Self.reply, "Yes.")
    var record = PersonRecord(id: "noor", language: "en", salt: "salt")
    let asked = request(scene, record, "The orders again.", "r1")
    let outcome = try #require(try await scene.play(asked).outcome)
    record.take(outcome, of: asked, at: scene.time.value, on: today)
    record = try PersonRecord(json: record.json)
    scene.conversation.messages = []
    _ = try await scene.play(request(scene, record, "And the till.", "r2"))
    expect(scene.strong.text(ofRequest: 1), contains: Self.note)
  }

  @Test("the next session begins without, also where nobody has closed the last one")
  func nextSession() async throws {
    let scene = try scene(Self.reply, "Yes.", "Yes.")
    var record = PersonRecord(id: "noor", language: "en", salt: "salt")
    let asked = request(scene, record, "The orders again.", "r1")
    let outcome = try #require(try await scene.play(asked).outcome)
    record.take(outcome, of: asked, at: scene.time.value, on: today)
    scene.conversation.sessionStart = scene.conversation.messages.count
    for number in 1...2 {
      let next = request(scene, record, "A new day, \(number).", "n\(number)")
      let outcome = try #require(try await scene.play(next).outcome)
      record.take(outcome, of: next, at: scene.time.value + 90_000, on: today)
      #expect(!scene.strong.text(ofRequest: number).contains(Self.note))
    }
  }

  @Test(
    "a caller without a record sends tags beside the text, or leaves them in it",
    arguments: [
      (Message(.assistant, "You take over.", tags: ["PATTERN"]), true),
      (Message(.assistant, "[PATTERN: You take over.]"), true),
      (Message(.assistant, "You take over.", tags: ["MEMORY"]), false),
      (Message(.assistant, "You take over."), false),
      (Message(.user, "I typed [PATTERN: x]", tags: ["PATTERN"]), false),
    ])
  func history(message: Message, isTold: Bool) async throws {
    let scene = try scene("Yes.")
    scene.conversation.messages = [Message(.user, "The orders."), message]
    if message.role == .user { scene.conversation.messages.append(Message(.assistant, "Yes?")) }
    var asked = scene.request("And now?")
    asked.domain = "career"
    // As it arrives over the wire.
    _ = try await scene.play(try TurnRequest(json: asked.json))
    expect(scene.strong.text(ofRequest: 0).contains(Self.note), equals: isTold)
  }

  @Test("what the outcome gives to store brings the note back")
  func outcome() async throws {
    let scene = try scene(Self.reply, "Yes.")
    scene.keepsConversation = false
    var asked = scene.request("The orders again.")
    asked.domain = "career"
    let reply = try #require(try await scene.play(asked).outcome?.message)
    expect(
      reply.stored,
      equals: Message(
        .assistant, "I see. You take over what others leave. What now?", tags: ["PATTERN"]))
    scene.conversation.messages = [Message(.user, "The orders again."), reply.stored]
    _ = try await scene.play(scene.request("And now?"))
    expect(scene.strong.text(ofRequest: 1), contains: Self.note)
  }

  @Test("a tag that is not usable was not shown")
  func empty() async throws {
    let scene = try scene("I see. [PATTERN: ] What now?")
    let reply = try #require(try await scene.say("The orders again.").outcome?.message)
    expect(reply.stored.tags, equals: [])
  }

  @Test("forgetting the message or the conversation forgets its tags")
  func forgetting() async throws {
    let scene = try scene(Self.reply)
    var record = PersonRecord(id: "noor", language: "en", salt: "salt")
    let asked = request(scene, record, "The orders again.", "r1")
    let outcome = try #require(try await scene.play(asked).outcome)
    record.take(outcome, of: asked, at: scene.time.value, on: today)
    expect(record.shownTags(in: "thread"), equals: ["PATTERN"])
    let id = try #require(outcome.message?.id)
    var withoutMessage = record
    withoutMessage.forget(messages: [id])
    expect(withoutMessage.shownTags(in: "thread"), equals: [])
    #expect(!withoutMessage.json.text().contains("PATTERN"))
    record.forget(conversation: "thread")
    expect(record.shownTags(in: "thread"), equals: [])
    #expect(!record.json.text().contains("PATTERN"))
  }

  @Test("a stored message without tags is what it was before there were any")
  func olderForms() throws {
    let older: JSONValue = ["role": "coach", "text": "Hello."]
    var request = try #require(
      TurnRequest(
        id: "r", person: Person(id: "p"), access: AccessRecord(updatedAt: 0),
        conversation: TurnRequest.Conversation(id: "c"), message: "Hi."
      ).json.object)
    var conversation = try #require(request["conversation"]?.object)
    conversation["messages"] = [older]
    request["conversation"] = .object(conversation)
    let read = try TurnRequest(json: .object(request))
    expect(read.conversation.messages, equals: [Message(.assistant, "Hello.")])
    expect(read.json["conversation"]?["messages"], equals: [older])
  }

  @Test("a product's own name for the tag counts")
  func ownName() async throws {
    let scene = try scene("Yes.")
    scene.service.configuration.tags.pattern = "THEME"
    scene.conversation.messages = [
      Message(.user, "The orders."), Message(.assistant, "You take over.", tags: ["THEME"]),
    ]
    var asked = scene.request("And now?")
    asked.domain = "career"
    _ = try await scene.play(asked)
    expect(scene.strong.text(ofRequest: 0), contains: Self.note)
  }

  @Test("what the standard name stands for in such a product is no pattern")
  func standardName() async throws {
    let scene = try scene("Yes.")
    scene.service.configuration.tags.pattern = "THEME"
    scene.conversation.messages = [
      Message(.user, "The orders."), Message(.assistant, "You take over.", tags: ["PATTERN"]),
    ]
    var asked = scene.request("And now?")
    asked.domain = "career"
    _ = try await scene.play(asked)
    #expect(!scene.strong.text(ofRequest: 0).contains(Self.note))
  }
}
