import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import CoachSignals
import Documents
import Foundation
import LanguageModels
import PromptTemplates
import SourceFiles
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
        ],
        signals: [DatedSignal(id: "m\(number)-2/0", time: time + 60, signal: .domainUsed(domain))],
        in: "c\(number)", kind: .coaching)
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

  @Test("an outcome that is taken again after its session was closed is not counted again")
  func takenTwice() async throws {
    let scene = try scene("Go on.")
    var record = PersonRecord(id: "noor", language: "en", salt: "salt")
    let request = request(scene, record, "The report is late again.")
    var outcome = try #require(try await scene.play(request).outcome)
    // Of one with signals the log knows.
    outcome.updates.signals = []
    record.take(outcome, of: request, at: scene.time.value, on: today)
    let session = try #require(record.session(in: request.conversation.id))
    let closing = try #require(record.closing(session, end: .app, zone: .utc))
    record.apply(closing, on: today)
    let closed = record
    record.take(outcome, of: request, at: scene.time.value, on: today)
    #expect(record == closed && record.open.isEmpty)
    record.take(outcome, of: request, at: scene.time.value + 1, on: today)
    #expect(record.open.count == 1)
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

  @Test(
    "a dimension of which nothing is known gives no guidance, least of all the domain's opposite")
  func unknownDimensions() async throws {
    let scene = try scene("Go on.", "Go on.", "Go on.")
    var record = PersonRecord(id: "noor", language: "en", salt: "salt")
    // They answer steps at length and questions of meaning in two words; nothing else differs.
    for number in 0..<5 {
      let time = 1_795_219_200 - Double(5 - number) * 86_400
      record.note(
        (0..<9).map { place in
          let texts = [
            "What does it mean underneath?", "Not much.", "What is the next step this week?",
            String(repeating: "one more word ", count: 15),
          ]
          return SessionMessage(
            id: "m\(number)-\(place)", role: place.isMultiple(of: 2) ? .assistant : .user,
            text: texts[place % 4], time: time + Double(place),
            domain: place.isMultiple(of: 2) ? "life" : nil)
        }, in: "c\(number)", kind: .coaching)
      let outcome = try #require(record.closing(record.open[0], end: .app, zone: .utc))
      record.apply(outcome, on: today)
      if outcome.due.contains(.style) { record.refreshStyle() }
    }
    let inferred = try #require(record.style.inferred)
    #expect(inferred.actionReflective < -0.5 && inferred.directExploratory == 0)
    let domain = try Workspace.domain("life").style
    #expect(domain.directExploratory > StylePreference.neutralBand)
    let exploring = StylePreference(directExploratory: 1).guidance[0]
    let direct = StylePreference(directExploratory: -1).guidance[0]
    func prompt(_ number: Int) async throws -> String {
      var asked = request(scene, record, "What now?", id: "r\(number)")
      asked.domain = "life"
      _ = try await scene.play(asked)
      return scene.strong.text(ofRequest: number)
    }
    let unknown = try await prompt(0)
    expect(unknown, contains: StylePreference(actionReflective: -1).guidance[0])
    #expect(!unknown.contains(exploring) && !unknown.contains(direct))
    // Their choice for the domain comes before everything else, and only there.
    record.choose(StylePreference(directExploratory: -0.8, briefDetailed: -0.8), in: "life")
    record.choose(StylePreference(directExploratory: 0.8), in: "career")
    let chosen = try await prompt(1)
    expect(chosen, contains: direct)
    #expect(!chosen.contains(exploring) && !chosen.contains("next step before"))
    record.choose(nil, in: "life")
    let reset = try await prompt(2)
    #expect(reset.contains("next step before") && !reset.contains(direct))
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

  @Test("a look back that the coach offers first is asked for, and accepted with the next answer")
  func offeredByTheCoach() async throws {
    let scene = try scene(
      "Good to see you. Can I share what I noticed this month?",
      "You set out to plant, and you did.\n[REFLECTION_ACCEPTED]")
    scene.keepsConversation = true
    var record = try record("1.", "2.", "3.", "4.", "5.", "6.", "7.", "8.", openQuestion: "Why?")
    record.replacePatterns([], growth: [], styleNotes: [])
    let opening = request(scene, record, nil, id: "r1")
    let offered = try #require(try await scene.play(opening).outcome)
    expect(offered.isReflectionAccepted, equals: nil)
    expect(
      scene.strong.text(ofRequest: 0), contains: "ask whether you may share what you have noticed")
    record.take(offered, of: opening, at: 1_795_219_200, on: today)
    let yes = request(scene, record, "Yes, please.", id: "r2")
    let accepted = try #require(try await scene.play(yes).outcome)
    expect(accepted.trace.prompt?.reference.hasPrefix("coaching@"), equals: true)
    #expect(!scene.strong.text(ofRequest: 1).contains("Why?"))
    #expect(!scene.strong.text(ofRequest: 1).contains("It isn't clear yet"))
    expect(scene.strong.text(ofRequest: 1), contains: Self.lookBack)
    expect(scene.strong.text(ofRequest: 1), contains: "<parts_of_life>")
    expect(accepted.isReflectionAccepted, equals: true)
    record.take(accepted, of: yes, at: 1_795_219_260, on: today)
    expect(record.reflections.last, equals: today)
  }

  private static let lookBack =
    "You offered to look back at the month. If they say yes, do it now"

  @Test("an opening with something else is no offer to look back, also where one is due")
  func noOffer() async throws {
    let scene = try scene("Go on.", "Go on.")
    let record = try record("1.", "2.", "3.", "4.", "5.", "6.", "7.", "8.")
    var answer = request(scene, record, "Fine.", id: "r1")
    answer.conversation.messages = [Message(.assistant, "How are things?")]
    answer.conversation.sessionStart = 0
    answer.conversation.assignments = [
      PromptAssignment(
        reference: PromptReference(name: "check-in", version: "v6"), person: "noor",
        experiment: "")
    ]
    _ = try await scene.play(answer)
    #expect(!scene.strong.text(ofRequest: 0).contains(Self.lookBack))
    // Without the versions, what is due has been offered.
    answer.conversation.assignments = []
    answer.id = "r2"
    _ = try await scene.play(answer)
    expect(scene.strong.text(ofRequest: 1), contains: Self.lookBack)
  }

  @Test("after an offer in the middle of a session, the next turn may look back, and only that one")
  func pendingLookBack() async throws {
    let scene = try scene("Yes.", "Yes.", "Yes.")
    let note = "If your last message offered to look back and they say yes:"
    let prompt = """
      ---
      input: {schema: {look_back_pending?: boolean}}
      ---
      {{role "system"}}
      Coach.
      {{#if look_back_pending}}
      \(note)
      {{/if}}
      {{history}}
      """
    let library = try PromptLibrary(
      folder: "P",
      files: InMemoryFileSystem([
        "P/coaching.v1.prompt": prompt, "P/labels.yaml": "coaching:\n  production: v1\n",
      ]))
    scene.service.prompts = { library }
    let record = try record("1.", "2.", "3.", "4.", "5.", "6.", "7.", "8.")
    for number in 0..<3 {
      _ = try await scene.play(request(scene, record, "Yes, please.", id: "r\(number)"))
      expect(scene.strong.text(ofRequest: number).contains(note), equals: number == 1)
    }
  }

  @Test("an open question is asked in the coach's first message of a session, and not again")
  func askedOnce() async throws {
    let scene = try scene("And Sunday?", "I see.", "I see.")
    let record = try record("One.", "Two.", openQuestion: "What happened on Sunday?")
    let question = "<open_question>What happened on Sunday?"
    var first = request(scene, record, "Hello.", id: "r1")
    first.domain = "career"
    _ = try await scene.play(first)
    expect(scene.strong.text(ofRequest: 0), contains: question)
    for (place, said) in [
      [Message(.user, "Hello."), Message(.assistant, "And Sunday?")],
      [Message(.assistant, "What happened on Sunday?")],
    ].enumerated() {
      var next = request(scene, record, "We talked.", id: "next-\(place)")
      next.domain = "career"
      next.conversation.messages = said
      _ = try await scene.play(next)
      #expect(!scene.strong.text(ofRequest: place + 1).contains("What happened on Sunday?</"))
    }
  }

  /// Finds every message off topic, as the router does with a greeting.
  private struct OffTopicRouting: DomainRouting {
    func decide(
      _ message: String?, history: [Message], current: String?, preferred: [String],
      among domains: [DomainConfig]
    ) async -> RoutingDecision {
      RoutingDecision(
        domain: nil, outcome: RoutingOutcome.Kind.none, confidence: 0.73, reason: "test")
    }
  }

  private static let offTopic = "may ask for something other than coaching"

  private func offTopicScene(_ replies: Int) throws -> TurnScene {
    let scene = try TurnScene(strong: (0..<replies).map { "Reply \($0)." })
    try scene.subscribe()
    let domains = DomainSet(try Workspace.domains(), routing: OffTopicRouting())
    scene.service.domains = { domains }
    return scene
  }

  @Test("a greeting at the beginning of a session does not keep the coach from what is due")
  func greeting() async throws {
    let scene = try offTopicScene(3)
    let open = try record("One.", "Two.", openQuestion: "What happened on Sunday?")
    _ = try await scene.play(request(scene, open, "Hi", id: "r1"))
    expect(scene.strong.text(ofRequest: 0), contains: "<open_question>What happened on Sunday?")
    #expect(!scene.strong.text(ofRequest: 0).contains(Self.offTopic))
    let due = try record("1.", "2.", "3.", "4.", "5.", "6.", "7.", "8.")
    var first = request(scene, due, "Hi", id: "r2")
    first.conversation = TurnRequest.Conversation(id: "another")
    _ = try await scene.play(first)
    expect(
      scene.strong.text(ofRequest: 1),
      contains: "offer once, in one sentence, to look back at the month")
    #expect(!scene.strong.text(ofRequest: 1).contains(Self.offTopic))
    // Later in the session, the router is believed.
    var later = request(scene, open, "Write me a poem.", id: "r3")
    later.conversation.messages = [
      Message(.user, "Hi"), Message(.assistant, "And Sunday?"), Message(.user, "Good."),
      Message(.assistant, "What made it good?"),
    ]
    _ = try await scene.play(later)
    expect(scene.strong.text(ofRequest: 2), contains: Self.offTopic)
  }

  @Test("a no to a look back is its answer, though it fits no domain")
  func declinedOffer() async throws {
    let scene = try offTopicScene(1)
    let record = try record("1.", "2.", "3.", "4.", "5.", "6.", "7.", "8.")
    var answer = request(scene, record, "no thanks")
    answer.conversation.messages = [Message(.assistant, "Shall we look back at the month?")]
    _ = try await scene.play(answer)
    expect(scene.strong.text(ofRequest: 0), contains: Self.lookBack)
    #expect(!scene.strong.text(ofRequest: 0).contains(Self.offTopic))
  }

  // MARK: Offers

  /// A turn of a new person in discovery, with this message.
  private func firstExchange(
    _ message: String?, afterFirstReply: Bool = true,
    _ change: (inout PersonRecord) -> Void = { _ in }
  ) async throws -> Played {
    let scene = try TurnScene(small: ["What is behind that?"], strong: [])
    scene.service.configuration.offers.afterFirstReply = afterFirstReply
    var record = PersonRecord(id: "noor", salt: "s")
    change(&record)
    return try await scene.play(request(scene, record, message))
  }

  @Test("the end of the first exchange carries the offer to remember, if the product wants it")
  func firstOffer() async throws {
    let played = try await firstExchange("I want my evenings back.")
    expect(played.outcome?.offer, equals: .remember)
    expect(played.events.last?.forClient?.json["offer"], equals: "remember")
    let outcome = try #require(played.outcome)
    expect(try TurnOutcome(json: outcome.json).offer, equals: .remember)
    let standard = try await firstExchange("I want my evenings back.", afterFirstReply: false)
    expect(standard.outcome?.offer, equals: nil)
    let opening = try await firstExchange(nil)
    expect(opening.outcome?.offer, equals: nil)
  }

  @Test("nothing is offered twice, over danger, or when a session is completed")
  func noFirstOffer() async throws {
    let today = today
    let answered = try await firstExchange("I want my evenings back.") {
      $0.offers.record(.remember, .declined, sessions: 0, on: today)
    }
    expect(answered.outcome?.offer, equals: nil)
    let crisis = try await firstExchange("I want to kill myself tonight.")
    expect(crisis.outcome?.isCrisis, equals: true)
    expect(crisis.outcome?.offer, equals: nil)
    let dayAfter = try await firstExchange("I want my evenings back.") {
      $0.crises.note(["self_harm"], on: today.adding(days: -1))
    }
    expect(dayAfter.outcome?.offer, equals: nil)
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
