import CoachAccess
import CoachDuties
import CoachModel
import CoachSafety
import Documents
import LanguageModels
import PromptTemplates
import SafetyRules
import SourceFiles
import TestKit
import TestTiming
import Testing

@testable import CoachEngine

@Suite("Notices of laws in turns")
struct NoticeTurnTests {
  private static let calm = "I want my evenings back."
  private static let hour = 3600.0

  /// A law in New York: the notice at the start once a day and every three hours, and a break for minors every hour.
  static func duties() throws -> DutySet {
    let day = try #require(CalendarDay("2026-01-01"))
    var law = JurisdictionDuties(
      id: "us-ny", name: "New York", places: ["US-NY"],
      lookedUp: JurisdictionDuties.LookUp(date: day, pages: ["https://law.example"]), law: "Act",
      from: day)
    law.notices = [
      NoticeDuty(.ai, .start(atMostEvery: .days(1)), from: day, section: "1"),
      NoticeDuty(.ai, .interval(3 * hour), from: day, section: "2"),
      NoticeDuty(.break, .interval(hour), for: .minors, from: day, section: "3"),
    ]
    return DutySet([law])
  }

  struct MarkScreen: CrisisScreening {
    func assess(_ message: String, history: [Message]) -> SafetyAssessment? {
      guard message.contains("MARK") else { return nil }
      return SafetyAssessment(
        categories: [.suicidalThoughts], severity: .high,
        evidence: SafetyAssessment.Evidence(text: "MARK", range: 0..<4),
        stage: ScreeningStage(rawValue: "test"))
    }
  }

  /// A subscriber in New York.
  private func scene(
    _ replies: [ScriptedModel.Turn] = (0..<30).map { _ in .reply(["What would help?"]) },
    age: AgeGroup = .adult
  ) throws -> TurnScene {
    let scene = try TurnScene(small: [], strong: replies)
    try scene.subscribe()
    scene.person.jurisdiction = "US-NY"
    scene.person.ageGroup = age
    let duties = try Self.duties()
    scene.service.duties = { duties }
    scene.service.screen = MarkScreen()
    return scene
  }

  private func clock(_ scene: TurnScene) throws -> NoticeClock {
    try scene.usage.updateLedger(of: scene.person.id) { $0.noticeClock }
  }

  /// Lets the person have been writing for a time, without a notice.
  private func write(_ seconds: Double, in scene: TurnScene) throws {
    let (start, id) = (scene.time.value, scene.person.id)
    for time in stride(from: start, through: start + seconds, by: 600) {
      try scene.usage.updateLedger(of: id) { $0.noticeClock.noteMessage(at: time, silence: 1800) }
    }
    scene.time.value += seconds
  }

  // MARK: When

  @Test(
    "the first message of a day has the notice above the reply, and the end says when the next is due"
  )
  func first() async throws {
    let scene = try scene()
    let played = try await scene.say(Self.calm)
    expect(Array(played.kinds.prefix(3)), equals: ["started", "notice", "text"])
    let notice = TurnNotice(
      kind: .ai, jurisdiction: "us-ny", text: scene.service.copy.text(.noticeAIStart, in: "en"))
    #expect(played.notices == [notice] && played.outcome?.notices == [notice])
    let due = scene.time.value + 3 * Self.hour
    #expect(played.outcome?.nextNoticeAt == due)
    let sent = played.events.compactMap { $0.forClient }
    #expect(sent.contains(.notice(notice)))
    guard case .done(let end)? = sent.last else {
      Issue.record("\(sent)")
      return
    }
    #expect(end.nextNoticeAt == due)
    // It is no part of the conversation.
    #expect(!scene.conversation.messages.contains { $0.text.contains(notice.text) })
    let second = try await scene.say(Self.calm)
    #expect(second.notices.isEmpty && second.outcome?.nextNoticeAt == due)
  }

  @Test("the reminder comes at the second, in the person's language")
  func reminder() async throws {
    let scene = try scene()
    scene.person.language = "de"
    try await scene.say(Self.calm)
    scene.pause = 1500
    for _ in 0..<7 { try await expect(scene.say(Self.calm).notices, equals: []) }
    scene.pause = 299
    try await expect(scene.say(Self.calm).notices, equals: [])
    scene.pause = 1
    let text = scene.service.copy.text(.noticeAIReminder, in: "de")
    #expect(text.contains("KI"))
    try await expect(scene.say(Self.calm).notices.map(\.text), equals: [text])
    try await expect(scene.say(Self.calm).notices, equals: [])
  }

  @Test("what a prompt is told, if it asks: age, hours from the third on, and what is shown")
  func inputs() async throws {
    let file = """
      ---
      input:
        schema:
          age_group?(enum): [adult, minor, unknown]
          hours_here?: integer
          notices_shown?(array): string
      ---
      {{role "system"}}age {{age_group}}, hours {{hours_here}}, shown [{{#each notices_shown}}{{this}}.{{/each}}]

      """
    let library = try PromptLibrary(
      folder: "P", files: InMemoryFileSystem(["P/note.v1.prompt": file]))
    expectEmpty(library.diagnostics.filter { $0.severity == .error })
    let scene = try scene(age: .minor)
    scene.service.prompts = { library }
    scene.service.configuration.prompts.pinned = PromptReference(name: "note", version: "v1")
    try write(2 * Self.hour + 3599, in: scene)
    scene.pause = 0
    try await scene.say(Self.calm)
    scene.pause = 1
    try await scene.say(Self.calm)
    #expect(scene.strong.text(ofRequest: 0).contains("age minor, hours , shown [ai.break.]"))
    #expect(scene.strong.text(ofRequest: 1).contains("age minor, hours 3, shown []"))
  }

  @Test("without duties, or in a place without any, there is no notice")
  func nowhere() async throws {
    let scene = try scene()
    scene.person.jurisdiction = "US-CA"
    var played = try await scene.say(Self.calm)
    #expect(played.notices.isEmpty && played.outcome?.nextNoticeAt == nil)
    try #expect(clock(scene).session != nil)
    scene.service.duties = { DutySet() }
    try await scene.usage.forget(scene.person.id)
    played = try await scene.say(Self.calm)
    #expect(played.outcome?.message != nil)
    try #expect(clock(scene).isEmpty)
  }

  @Test(
    "where a person is",
    arguments: [
      ("US-NY", nil, "US-CA", "US-NY"), (nil, nil, "US-CA", "US-CA"), (nil, "US", "US-CA", "US-CA"),
      (nil, "DE", "US-CA", "DE"), (nil, "DE", nil, "DE"), (nil, nil, nil, nil),
      ("GB", "DE", nil, "GB"),
    ] as [(String?, String?, String?, String?)])
  func places(jurisdiction: String?, region: String?, standard: String?, place: String?) {
    var person = Person(id: "p")
    (person.jurisdiction, person.region) = (jurisdiction, region)
    var configuration = TurnConfiguration.Duties()
    configuration.defaultJurisdiction = standard
    #expect(configuration.place(of: person) == place)
  }

  @Test("deleting a person deletes their clock")
  func deleted() async throws {
    let scene = try scene()
    try await scene.say(Self.calm)
    try await scene.usage.forget(scene.person.id)
    try #expect(clock(scene).isEmpty)
    try await expect(scene.say(Self.calm).notices.map(\.kind), equals: [.ai])
  }

  // MARK: Once

  @Test("a request that is repeated has the same notices, and no other one has them")
  func repeated() async throws {
    let scene = try scene([
      .failure(.failed(.transport), after: []), .reply(["Hello."]), .reply(["Hello."]),
    ])
    let request = scene.request(Self.calm)
    let failed = try await scene.play(request)
    #expect(failed.failure != nil && failed.notices.map(\.kind) == [.ai])
    scene.time.value += 60
    let answered = try await scene.play(request)
    #expect(answered.shown == "Hello." && answered.notices == failed.notices)
    let again = try await scene.play(request)
    expect(again.kinds, equals: ["refused", "notice", "done"])
    #expect(again.notices == failed.notices)
    try await expect(scene.say(Self.calm).notices, equals: [])
  }

  @Test("of two messages at once, in two processes with one store, one has the notice")
  func concurrent() throws {
    let scene = try scene()
    let requests = (0..<8).map { _ in scene.request(Self.calm) }
    // Each service keeps nothing of its own but the store.
    let services = requests.map { _ in scene.service }
    let notices = scene.simulated.run {
      await withTaskGroup(of: Int.self) { group in
        for (service, request) in zip(services, requests) {
          group.addTask {
            var count = 0
            for await event in service.reply(to: request) {
              if case .notice = event { count += 1 }
            }
            return count
          }
        }
        return await group.reduce(0, +)
      }
    }
    #expect(notices == 1)
  }

  @Test("a message that is refused is no writing, and one that a cap stops loses no notice")
  func refused() async throws {
    let scene = try scene()
    let access = scene.access
    scene.access = try AccessRecord(updatedAt: 0).after(.discoveryCompleted, at: 1)
    let refused = try await scene.say(Self.calm)
    #expect(refused.refusal != nil && refused.notices.isEmpty)
    try #expect(clock(scene).isEmpty)
    scene.access = access
    scene.service.spendingLimit = Spent()
    let stopped = try await scene.say(Self.calm)
    #expect(stopped.refusal != nil && stopped.notices.isEmpty)
    scene.service.spendingLimit = nil
    try await expect(scene.say(Self.calm).notices.map(\.kind), equals: [.ai])
  }

  @Test("a prompt that cannot be assembled loses no notice")
  func unprepared() async throws {
    let scene = try scene()
    let prompt = scene.service.configuration.prompts.coaching
    scene.service.configuration.prompts.coaching.name = "nothing"
    let failed = try await scene.say(Self.calm)
    #expect(failed.failure != nil && failed.notices.isEmpty)
    scene.service.configuration.prompts.coaching = prompt
    try await expect(scene.say(Self.calm).notices.map(\.kind), equals: [.ai])
  }

  // MARK: Crisis

  @Test("in a crisis the notice at the start comes below the help, and a break waits for calm")
  func crisis() async throws {
    let scene = try scene(age: .minor)
    try write(Self.hour, in: scene)
    scene.pause = 0
    let played = try await scene.say("MARK")
    expect(played.kinds, equals: ["crisis_detected", "started", "text", "notice", "done"])
    #expect(played.notices.map(\.kind) == [.ai] && played.outcome?.nextNoticeAt == nil)
    try await expect(scene.say(Self.calm).notices.map(\.kind), equals: [.break])
    // The messages in a crisis are writing, too.
    scene.pause = 1500
    try await scene.say("MARK")
    try await scene.say("MARK")
    scene.pause = 600
    try await expect(scene.say(Self.calm).notices.map(\.kind), equals: [.break])
  }

  @Test("a crisis that a second opinion finds shows no more than any other")
  func opinion() async throws {
    let scene = try scene(age: .minor)
    scene.service.screen = try SecondOpinionTests.screen()
    let answer: JSONValue = [
      "evidence": "so hint", "categories": ["self_harm"], "severity": "high", "confidence": 0.8,
    ]
    scene.service.secondOpinion = CrisisSecondOpinion(
      ModelRoute(NotingModel([.reply([answer.text()])], name: "opinion")))
    try write(Self.hour, in: scene)
    (scene.pause, scene.keepsConversation) = (0, false)
    let played = try await scene.say("Ähm, so hint now")
    #expect(played.outcome?.route == .crisis && played.kinds.first == "crisis_detected")
    expect(Array(played.kinds.suffix(3)), equals: ["text", "notice", "done"])
    #expect(played.notices.map(\.kind) == [.ai])
    try await expect(scene.say(Self.calm).notices.map(\.kind), equals: [.break])
  }

  @Test("a store that hangs holds up no help, and loses no notice")
  func hanging() async throws {
    let scene = try scene()
    scene.service.usage = HangingStore()
    let played = try await scene.say("MARK")
    expect(played.kinds, equals: ["crisis_detected", "started", "text", "done"])
    scene.service.usage = scene.usage
    try await expect(scene.say(Self.calm).notices.map(\.kind), equals: [.ai])
  }
}

extension Played {
  /// The notices in order.
  var notices: [TurnNotice] {
    events.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
  }
}

struct Spent: SpendingLimiting {
  func reachedCap(for person: String?, at now: Double) async throws -> ReachedCap? {
    ReachedCap(cap: .personDay, dollars: 2, spent: 2.5, resumesOn: CalendarDay("2026-11-22"))
  }
}

private struct HangingStore: UsageStore {
  func updateLedger<Value: Sendable>(
    of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
  ) async throws -> Value {
    while true { try await untilCancelled() }
  }
}
