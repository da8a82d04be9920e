import CoachAccess
import CoachEngine
import CoachModel
import CoachSignals
import Documents
import LanguageModels
import PromptTemplates
import Testing
import TestKit

@Suite("From the end of discovery to the first paid turn, whatever the caller forgot")
struct FirstPaidTurnTests {
  static let found = DiscoveryProfile(
    coachingDomains: ["career", "life"], currentChallenges: ["too many reports"],
    emotionalBaseline: "tired", communicationStyle: "plain", keyThemes: ["evenings"],
    strengthsIdentified: ["keeps promises"], values: ["fairness"], vision: "evenings that are mine",
    ahaInsight: "says yes before thinking")

  private static let unclear = "It isn't clear yet"

  private func scene() throws -> TurnScene {
    let spoken = (1...12).map { "I hear you, part \($0). What comes up for you now?" }
    let close =
      "You keep your word. I look forward to more.\n[DISCOVERY_COMPLETE]\n\(Self.found.json.text())"
    return try TurnScene(
      small: spoken + [close],
      strong: ["Good to see you again.", "What was it like?", "Tell me more.", "And now?"])
  }

  @Test("with a record whose discovery nobody closed")
  func withRecord() async throws {
    let scene = try scene()
    let today = CalendarDay(unixTime: scene.time.value)
    var record = PersonRecord(id: "noor", language: "en", salt: "salt")
    func say(_ message: String?, _ id: String) async throws -> (TurnRequest, TurnOutcome) {
      scene.time.value += 20
      let request = TurnRequest(
        id: id, record: record, access: scene.access, conversation: scene.conversation,
        message: message, today: today)
      let outcome = try #require(try await scene.play(request).outcome)
      record.take(outcome, of: request, at: scene.time.value, on: today)
      return (request, outcome)
    }
    for number in 1...12 {
      let (_, outcome) = try await say(number == 1 ? nil : "Answer \(number).", "r-\(number)")
      expect(outcome.updates.kind, equals: .discovery)
      expect(outcome.discovery, equals: nil)
    }
    let (last, closing) = try await say("I say yes before thinking.", "r-13")
    expect(closing.discovery?.profile, equals: Self.found)
    expect(closing.updates.domain, equals: "career")
    expect(record.sessions.count, equals: 0)

    scene.access = try scene.access.after(.trialStarted, at: scene.time.value)
    // Neither the domain nor the version is sent again.
    scene.conversation.domain = nil
    let (_, greeting) = try await say(nil, "paid-1")
    expect(greeting.route, equals: .coaching)
    expect(greeting.updates.kind, equals: .discovery)
    expect(greeting.updates.domain, equals: "career")
    let prompt = scene.strong.text(ofRequest: 0)
    expect(prompt, contains: "<insight>says yes before thinking</insight>")
    expect(prompt, contains: "# Career")
    #expect(!prompt.contains(Self.unclear) && !prompt.contains("# Life"))
    // The rest of what was found waits for the person's decision.
    #expect(!prompt.contains("too many reports"))

    // Discovery is counted once, and what came after it is not part of it.
    expect(record.sessions.records.map(\.kind), equals: [.discovery])
    expect(record.sessions.last?.figures.messages, equals: 12)
    expect(record.open.map(\.kind), equals: [.coaching])
    expect(record.open.first?.messages.map(\.text), equals: ["Good to see you again."])
    let before = record
    record.take(closing, of: last, at: scene.time.value, on: today)
    expect(record, equals: before)
    expect(record.closeCompletedDiscoveries(on: today), equals: false)

    let (_, next) = try await say("I left at six today.", "paid-2")
    expect(scene.strong.text(ofRequest: 1), contains: "<insight>")
    expect(next.limits?.used, equals: 1)
    expect(record.sessions.count, equals: 1)
  }

  @Test("with a record that the app closed in time, it is the same")
  func closed() async throws {
    let scene = try scene()
    let today = CalendarDay(unixTime: scene.time.value)
    var record = PersonRecord(id: "noor", language: "en", salt: "salt")
    record.note(
      [
        SessionMessage(
          id: "m", role: .user, text: "I say yes before thinking.", time: scene.time.value)
      ], discovery: Self.found, in: "thread", kind: .discovery)
    let session = try #require(record.session(in: "thread"))
    var service = scene.service
    service.configuration.closesWithTasks = false
    await service.close(session, end: .app, in: &record, on: today, zone: .utc)
    scene.time.value += 20
    try scene.subscribe()
    let request = TurnRequest(
      id: "r", record: record, access: scene.access, conversation: scene.conversation,
      message: nil, today: today)
    let outcome = try #require(try await scene.play(request).outcome)
    expect(outcome.updates.kind, equals: .discovery)
    expect(outcome.updates.domain, equals: "career")
    expect(scene.strong.text(ofRequest: 0), contains: "<insight>says yes before thinking</insight>")
    record.take(outcome, of: request, at: scene.time.value, on: today)
    expect(record.sessions.count, equals: 1)
  }

  @Test(
    "with a person, what the outcome says of discovery is enough, also if nobody counts sessions")
  func withPerson() async throws {
    let scene = try scene()
    for number in 1...12 {
      scene.time.value += 20
      try await scene.say(number == 1 ? nil : "Answer \(number).")
    }
    let closing = try #require(try await scene.say("I say yes before thinking.").outcome)
    expect(closing.updates.kind, equals: .discovery)
    scene.access = try scene.access.after(.trialStarted, at: scene.time.value)
    scene.person.discovery = closing.discovery?.profile
    scene.person.sessions = 0
    scene.conversation.domain = nil
    scene.conversation.assignments = closing.updates.assignments
    let greeting = try #require(try await scene.say(nil).outcome)
    expect(greeting.route, equals: .coaching)
    expect(greeting.updates.kind, equals: .discovery)
    expect(greeting.updates.domain, equals: "career")
    let prompt = scene.strong.text(ofRequest: 0)
    expect(prompt, contains: "<insight>says yes before thinking</insight>")
    expect(prompt, contains: "# Career")
    #expect(!prompt.contains(Self.unclear))

    // The same session goes on with it; the next one in the thread does not, although nobody counts.
    for (number, words) in ["I left at six today.", "It felt odd."].enumerated() {
      try await scene.say(words)
      expect(scene.strong.text(ofRequest: number + 1), contains: "<insight>")
    }
    scene.conversation.sessionStart = scene.conversation.messages.count
    try await scene.say("A new week.")
    #expect(!scene.strong.text(ofRequest: 3).contains("<insight>"))
  }

  @Test("the kind that a caller stored with the conversation stays, and a new thread has its own")
  func kind() async throws {
    let scene = try TurnScene(strong: ["Hello.", "Hello."])
    scene.access.discoveryCompletedAt = 0
    try scene.subscribe()
    scene.conversation.kind = .discovery
    try await expect(scene.say("I am back.").outcome?.updates.kind, equals: .discovery)
    scene.conversation = TurnRequest.Conversation(id: "another")
    try await expect(scene.say("Something else.").outcome?.updates.kind, equals: .coaching)
  }
}
