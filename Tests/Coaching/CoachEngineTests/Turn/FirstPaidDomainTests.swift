import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import CoachSignals
import SourceFiles
import TestKit
import Testing

@Suite("The domain of the first paid turn in the thread of the discovery")
struct FirstPaidDomainTests {
  /// What a person may say in a discovery that finds `career`: the newest messages are about other parts of life.
  private static let answers = [
    "My marriage is falling apart, my husband and I argue every night.",
    "I feel so alone with my kids and my mother.", "I want a life with meaning and better habits.",
    "My team doesn't follow me since I lead it.", "I don't trust my husband any more.",
    "We argue about our relationship all the time.",
  ]

  private static var discovery: [Message] {
    (0..<13).flatMap { number in
      [
        Message(.user, answers[number % answers.count]),
        Message(.assistant, "How is it between you and your husband?"),
      ]
    }
  }

  private static let closing = Message(
    .assistant, "I look forward to more.", tags: ["DISCOVERY_COMPLETE"])

  private func scene() throws -> TurnScene {
    let scene = try TurnScene(strong: ["Good to see you.", "And then?"])
    let domains = DomainSet(try DomainLibrary(folder: "\(ProjectFolder.path)/DomainConfigs"))
    scene.service.domains = { domains }
    scene.access.discoveryCompletedAt = 0
    try scene.subscribe()
    scene.conversation.kind = .discovery
    scene.conversation.messages = Self.discovery
    scene.person.discovery = FirstPaidTurnTests.found
    scene.person.sessions = 1
    return scene
  }

  private func domain(of scene: TurnScene, _ message: String) async throws -> String? {
    try await scene.say(message).outcome?.updates.domain
  }

  static let greetings = ["Hi", "Yes, I'd like to go on.", "Thank you. Where do we start?"]

  @Test(
    "with a person, it is what discovery found, wherever the session starts", arguments: greetings)
  func person(message: String) async throws {
    for start in [0, Self.discovery.count] {
      let scene = try scene()
      if start == 0 { scene.conversation.messages[25] = Self.closing }
      scene.conversation.sessionStart = start
      try await expect(domain(of: scene, message), equals: "career")
      try await expect(domain(of: scene, "I'm listening."), equals: "career")
    }
  }

  @Test("without a tag or a start, it is known after the last message that a discovery may have")
  func unknownEnd() async throws {
    let scene = try scene()
    try await expect(domain(of: scene, "Thank you. Where do we start?"), equals: "career")
  }

  @Test("with a record, it is what discovery found, closed or not", arguments: greetings)
  func record(message: String) async throws {
    for isClosed in [false, true] {
      let scene = try scene()
      let today = CalendarDay(unixTime: scene.time.value)
      var record = PersonRecord(id: "noor", language: "en", salt: "salt")
      let said = Self.discovery.enumerated().map { place, said in
        SessionMessage(id: "m-\(place)", role: said.role, text: said.text, time: scene.time.value)
      }
      record.note(said, discovery: FirstPaidTurnTests.found, in: "thread", kind: .discovery)
      if isClosed { expect(record.closeCompletedDiscoveries(on: today), equals: true) }
      for text in [message, "I'm listening."] {
        scene.time.value += 20
        let request = TurnRequest(
          id: text, record: record, access: scene.access, conversation: scene.conversation,
          message: text, today: today)
        let outcome = try #require(try await scene.play(request).outcome)
        expect(outcome.updates.domain, equals: "career")
        record.take(outcome, of: request, at: scene.time.value, on: today)
      }
    }
  }

  @Test("a message that clearly names another domain switches")
  func another() async throws {
    let scene = try scene()
    scene.conversation.messages[25] = Self.closing
    try await expect(
      domain(of: scene, "I want to start running and get fit again."), equals: "fitness")
  }

  @Test("from the second session on, all messages count: he is the husband of the discovery")
  func later() async throws {
    let scene = try scene()
    scene.person.sessions = 2
    let outcome = try #require(try await scene.say("He came home late again.").outcome)
    expect(outcome.updates.domain, equals: "relationships")
  }
}
