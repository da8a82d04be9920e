import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import CoachSignals
import Documents
import Foundation
import LanguageModels
import PromptTemplates
import Testing
import TestKit

/// What a turn uses of a person's record, with the project's prompts and scripted models.
@Suite("Turns with a person's record")
struct LearningTurnTests {
  private let today = CalendarDay(unixTime: 1_795_219_200)

  /// A scene with a subscriber whose record has these sessions.
  private func scene(_ replies: String...) throws -> TurnScene {
    let scene = try TurnScene(strong: replies)
    try scene.subscribe()
    return scene
  }

  /// A record with one session for each text, a week apart, the last one a week ago.
  private func record(_ texts: String..., domain: String = "career", openQuestion: String? = nil)
    throws -> PersonRecord
  {
    var record = PersonRecord(id: "noor", language: "en", salt: "salt")
    for (number, text) in texts.enumerated() {
      let time = 1_795_219_200 - Double(texts.count - number) * 7 * 86_400
      record.note(
        [
          SessionMessage(id: "m\(number)-1", role: .user, text: text, time: time),
          SessionMessage(
            id: "m\(number)-2", role: .assistant, text: "I see.", time: time + 60, domain: domain),
        ], in: "c\(number)", kind: .coaching)
      var outcome = try #require(record.closing(record.open[0], end: .app, zone: .utc))
      outcome.session.openQuestion = openQuestion
      record.apply(outcome, on: today)
    }
    record.offers.record(.remember, .accepted, sessions: 1, on: today)
    return record
  }

  private func request(
    _ scene: TurnScene, _ record: PersonRecord, _ message: String?, id: String = "r"
  ) -> TurnRequest {
    TurnRequest(
      id: id, record: record, access: scene.access, conversation: scene.conversation,
      message: message, today: today)
  }

  @Test("memories that fit the message are in the prompt with their day, and nothing else is")
  func memories() async throws {
    let scene = try scene("Go on.")
    let record = try record(
      "My sister Ada moved to Lisbon and I have not called her.", "The report is late again.",
      "We planted beans.")
    let played = try await scene.play(
      request(scene, record, "I finally called my sister in Lisbon."))
    expect(played.outcome?.trace.memories, equals: ["m0-1"])
    let prompt = scene.strong.text(ofRequest: 0)
    expect(prompt, contains: "2026-10-31: My sister Ada moved to Lisbon")
    #expect(!prompt.contains("planted beans"))
    #expect(!prompt.contains("report is late"))
  }

  @Test("a pinned prompt gets the same")
  func pinned() async throws {
    let scene = try scene("Go on.")
    scene.service.configuration.prompts.pinned = PromptReference(name: "coaching", version: "v2")
    let record = try record("My sister Ada moved to Lisbon and I have not called her.")
    var asked = request(scene, record, "I finally called my sister in Lisbon.")
    asked.domain = "relationships"
    let played = try await scene.play(asked)
    expect(played.failure?.detail, equals: nil)
    expect(scene.strong.text(ofRequest: 0), contains: "Ada moved to Lisbon")
  }

  @Test("nobody who declined is remembered")
  func declined() async throws {
    let scene = try scene("Go on.")
    var record = try record("My sister Ada moved to Lisbon.")
    record.offers.record(.remember, .declined, sessions: 1, on: today)
    _ = try await scene.play(request(scene, record, "My sister in Lisbon called."))
    #expect(!scene.strong.text(ofRequest: 0).contains("Ada"))
  }

  @Test("what the history shows is not remembered a second time")
  func history() async throws {
    let scene = try scene("Go on.")
    let record = try record("My sister Ada moved to Lisbon.")
    scene.conversation.messages = [
      Message(.user, "My sister Ada moved to Lisbon."), Message(.assistant, "I see."),
    ]
    _ = try await scene.play(request(scene, record, "My sister in Lisbon called."))
    let prompt = scene.strong.text(ofRequest: 0)
    expect(prompt.components(separatedBy: "Ada moved").count, equals: 2)
  }

  @Test("only what was confirmed is in a prompt")
  func proposals() async throws {
    let scene = try scene("Go on.", "Go on.")
    var record = try record("Hello.")
    var outcome = try #require(
      record.closing(
        Session(
          conversation: "d", kind: .coaching, language: "en",
          messages: [SessionMessage(id: "d-1", role: .user, text: "Well.", time: 1)]), end: .app,
        zone: .utc))
    outcome.drafts = [
      ProfileDraft(
        category: .goals, text: "learn to sail", source: .conversation, confidence: 1, evidence: [])
    ]
    record.apply(outcome, on: today)
    _ = try await scene.play(request(scene, record, "What now?", id: "r1"))
    #expect(!scene.strong.text(ofRequest: 0).contains("learn to sail"))
    let id = try #require(record.profile.proposals.first?.id)
    record.confirm(id, at: 0, on: today)
    _ = try await scene.play(request(scene, record, "What now?", id: "r2"))
    expect(scene.strong.text(ofRequest: 1), contains: "learn to sail")
  }

  @Test("the style of the domain applies until the person's own is known or set")
  func style() async throws {
    let scene = try scene("Go on.", "Go on.")
    var record = try record("Hello.")
    let domain = try Workspace.domain("career")
    let guidance = try #require(domain.style.guidance.first)
    var asked = request(scene, record, "What now?", id: "r1")
    asked.domain = "career"
    _ = try await scene.play(asked)
    expect(scene.strong.text(ofRequest: 0), contains: guidance)
    record.choose(StylePreference())
    asked = request(scene, record, "What now?", id: "r2")
    asked.domain = "career"
    _ = try await scene.play(asked)
    #expect(!scene.strong.text(ofRequest: 1).contains(guidance))
  }

  // MARK: The beginning of a session

  @Test("the coach opens with what the last session left open")
  func checkIn() async throws {
    let scene = try scene("And Sunday?")
    let record = try record("One.", "Two.", openQuestion: "What happened on Sunday?")
    let played = try await scene.play(request(scene, record, nil))
    expect(played.outcome?.trace.prompt?.reference.hasPrefix("check-in@"), equals: true)
    let prompt = scene.strong.text(ofRequest: 0)
    expect(prompt, contains: "What happened on Sunday?")
    expect(prompt, contains: "2026-11-14")
  }

  @Test("the coach opens with a look back when one is due, and no prompt of the conversation")
  func reflection() async throws {
    let scene = try scene("A month.")
    let record = try record("1.", "2.", "3.", "4.", "5.", "6.", "7.", "8.", openQuestion: "Why?")
    let played = try await scene.play(request(scene, record, nil))
    expect(
      played.outcome?.trace.prompt?.reference.hasPrefix("monthly-reflection@"), equals: true)
  }

  @Test("a look back is offered in the first answer of a session only, never over an open question")
  func reflectionDue() async throws {
    let scene = try scene("Yes.", "Yes.")
    let record = try record("1.", "2.", "3.", "4.", "5.", "6.", "7.", "8.", openQuestion: "Why?")
    let offer = "offer once, in one sentence, to look back at the month"
    var first = request(scene, record, "Hello again, lots to tell.", id: "r1")
    first.domain = "career"
    _ = try await scene.play(first)
    expect(scene.strong.text(ofRequest: 0), contains: offer)
    #expect(!scene.strong.text(ofRequest: 0).contains("Why?"))
    _ = try await scene.play(request(scene, record, "So I went there.", id: "r2"))
    #expect(!scene.strong.text(ofRequest: 1).contains(offer))
  }

  @Test(
    "the answer to the offer reaches the outcome and the record",
    arguments: [("REFLECTION_ACCEPTED", true), ("REFLECTION_DECLINED", false)])
  func answered(tag: String, isAccepted: Bool) async throws {
    let scene = try scene("All right.\n[\(tag)]")
    var record = try record("1.")
    let asked = request(scene, record, "Sure.")
    let played = try await scene.play(asked)
    let outcome = try #require(played.outcome)
    expect(outcome.isReflectionAccepted, equals: isAccepted)
    expect(played.shown, equals: "All right.")
    expect(outcome.json["reflection_accepted"], equals: .bool(isAccepted))
    let client = played.events.last?.forClient?.json["reflection_accepted"]
    expect(client, equals: .bool(isAccepted))
    record.take(outcome, of: asked, at: 1_795_219_200, on: today)
    expect(record.reflections.last, equals: isAccepted ? today : nil)
    expect(record.reflections.declined, equals: isAccepted ? nil : today)
  }

  // MARK: Taking outcomes

  @Test("taking an outcome twice changes nothing")
  func takingTwice() async throws {
    let scene = try scene("I see. [PATTERN: waits to be asked]")
    var record = try record("1.")
    let asked = request(scene, record, "I waited again.")
    let outcome = try #require(try await scene.play(asked).outcome)
    record.take(outcome, of: asked, at: 1, on: today)
    let once = record
    record.take(outcome, of: asked, at: 1, on: today)
    expect(record, equals: once)
    expect(record.session(in: "thread")?.messages.map(\.role), equals: [.user, .assistant])
    #expect(
      record.session(in: "thread")?.signals.map(\.signal).contains(
        .patternSurfaced("waits to be asked")) == true)
  }

  @Test("a request with a record reads as it was written, and needs a day")
  func wire() throws {
    let scene = try scene()
    let asked = request(scene, try record("1."), "Hello.")
    let json = asked.json
    expect(json["person"], equals: nil)
    expect(try TurnRequest(json: json), equals: asked)
    var object = try #require(json.object)
    object["today"] = nil
    #expect(throws: (any Error).self) { try TurnRequest(json: .object(object)) }
  }
}
