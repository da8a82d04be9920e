import CoachAccess
import CoachDuties
import CoachModel
import CoachSafety
import LanguageModels
import PromptTemplates
import SafetyRules
import SourceFiles
import Synchronization
import TestKit
import TestTiming
import Testing

@testable import CoachEngine

@Suite("Notices that may not have been seen, and those that have to wait")
struct NoticeAttemptTests {
  private static let calm = "I want my evenings back."
  private static let hour = 3600.0

  private func scene(
    _ replies: [ScriptedModel.Turn] = (0..<30).map { _ in .reply(["What would help?"]) },
    age: AgeGroup = .adult, duties: DutySet? = nil
  ) throws -> TurnScene {
    let scene = try TurnScene(small: [], strong: replies)
    try scene.subscribe()
    scene.person.jurisdiction = "US-NY"
    scene.person.ageGroup = age
    let duties = try duties ?? NoticeTurnTests.duties()
    scene.service.duties = { duties }
    scene.service.screen = NoticeTurnTests.MarkScreen()
    return scene
  }

  private func counting(
    _ request: TurnRequest, attempt: String, in scene: TurnScene,
    store: (any UsageStore)? = nil
  ) throws -> TurnCounting {
    try TurnCounting(
      store: store ?? scene.usage, clock: scene.service.clock, request: request,
      configuration: scene.service.configuration, attempt: attempt, now: scene.time.value,
      notices: NoticeRule(
        NoticeTurnTests.duties(), for: request, by: scene.service.configuration.duties))
  }

  private func clock(_ scene: TurnScene) throws -> NoticeClock {
    try scene.usage.updateLedger(of: scene.person.id) { $0.noticeClock }
  }

  private func write(_ seconds: Double, in scene: TurnScene) throws {
    let (start, id) = (scene.time.value, scene.person.id)
    for time in stride(from: start, through: start + seconds, by: 600) {
      try scene.usage.updateLedger(of: id) { $0.noticeClock.noteMessage(at: time, silence: 1800) }
    }
    scene.time.value += seconds
  }

  // MARK: Attempts that end early

  @Test("a notice of a program that died is given with the next message", arguments: [60.0, 1200])
  func died(seconds: Double) async throws {
    let scene = try scene()
    let request = scene.request(Self.calm)
    let decision = try await counting(request, attempt: "1", in: scene).admit()
    guard case .admitted(let admission) = decision else {
      Issue.record("\(decision)")
      return
    }
    #expect(admission.notices.given.map(\.kind) == [.ai])
    try #expect(clock(scene).last(.ai) != nil)
    // The attempt neither shows anything nor ends.
    scene.time.value += seconds
    scene.service.spendingLimit = Spent()
    #expect(try await scene.play(request).notices.isEmpty)
    scene.service.spendingLimit = nil
    try await expect(scene.say(Self.calm).notices.map(\.kind), equals: [.ai])
    try await expect(scene.say(Self.calm).notices, equals: [])
  }

  @Test("an attempt that another one has replaced withdraws none of its notices")
  func replaced() async throws {
    let scene = try scene()
    let request = scene.request(Self.calm)
    let first = try counting(request, attempt: "1", in: scene)
    _ = try await first.admit()
    scene.time.value += 40
    _ = try await counting(request, attempt: "2", in: scene).admit()
    let isOurs = try await first.settle(.unanswered, withdrawing: [.ai]).get()
    #expect(!isOurs)
    try #expect(clock(scene).last(.ai)?.requestID == request.id)
  }

  @Test("a repeated request also has the notices that have become due since")
  func repeatedLater() async throws {
    let scene = try scene(
      [.failure(.failed(.transport), after: [])] + (0..<5).map { _ in .reply(["Hello."]) },
      age: .minor)
    let request = scene.request(Self.calm)
    try await expect(scene.play(request).notices.map(\.kind), equals: [.ai])
    try write(3 * Self.hour, in: scene)
    let played = try await scene.play(request)
    #expect(played.notices.map(\.kind) == [.ai, .break])
    #expect(
      played.notices.first?.text == scene.service.copy.text(.noticeAIReminder, in: "en"))
    try await expect(scene.say(Self.calm).notices, equals: [])
  }

  @Test("a request that is repeated in a later session has its notice, and the next has none")
  func repeatedInLaterSession() async throws {
    let day = try #require(CalendarDay("2026-01-01"))
    var law = JurisdictionDuties(
      id: "us-ny", name: "New York", places: ["US-NY"],
      lookedUp: JurisdictionDuties.LookUp(date: day, pages: ["https://law.example"]), law: "Act",
      from: day)
    law.notices = [NoticeDuty(.ai, .start(atMostEvery: nil), from: day, section: "1")]
    let scene = try scene(
      [.failure(.failed(.transport), after: [])] + (0..<5).map { _ in .reply(["Hello."]) },
      duties: DutySet([law]))
    let request = scene.request(Self.calm)
    try await expect(scene.play(request).notices.map(\.kind), equals: [.ai])
    scene.time.value += 2 * Self.hour
    try await expect(scene.play(request).notices.map(\.kind), equals: [.ai])
    try await expect(scene.say(Self.calm).notices, equals: [])
  }

  // MARK: Danger

  @Test("a reader who leaves during the reply to a crisis has the notice with the next message")
  func leaving() async throws {
    let scene = try scene()
    scene.service.models.crisis = ModelRoute(SilentModel())
    let told = Mutex(0)
    scene.service.onOutcome = { _, _ in told.withLock { $0 += 1 } }
    let (service, request) = (scene.service, scene.request("MARK"))
    await Task {
      for await event in service.reply(to: request) {
        if case .started = event { break }
      }
    }.value
    await until { told.withLock { $0 } == 1 }
    // The message is writing all the same.
    try #expect(clock(scene).session?.startedAt == scene.time.value)
    try #expect(clock(scene).given.isEmpty)
    try await expect(scene.say(Self.calm).notices.map(\.kind), equals: [.ai])
  }

  @Test("what a slow store records after the reply to a crisis has ended is withdrawn")
  func slow() async throws {
    let scene = try scene()
    let time = scene.simulated
    let store = SlowStore(store: scene.usage, time: time)
    let counting = try counting(scene.request("MARK"), attempt: "1", in: scene, store: store)
    let given = time.run {
      let given = await counting.noticesInCrisis().given
      try? await time.sleep(.seconds(60))
      return given
    }
    #expect(given?.isEmpty == true)
    try #expect(clock(scene).given.isEmpty && clock(scene).session != nil)
  }

  @Test("the end of a reply to a crisis sets back nothing that happened meanwhile")
  func meanwhile() async throws {
    let scene = try scene()
    let counting = try counting(scene.request("MARK"), attempt: "1", in: scene)
    let start = scene.time.value
    // Another device begins to write, and is given the notice.
    try scene.usage.updateLedger(of: scene.person.id) { ledger in
      ledger.advance(to: start + 10)
      ledger.noticeClock.noteMessage(at: start + 10, silence: 1800)
      ledger.noticeClock.record(
        NoticeClock.Given(
          kind: .ai, moment: .start, jurisdiction: "us-ny", at: start + 10, requestID: "other"))
    }
    let before = try clock(scene)
    scene.time.value += 20
    let given = await counting.noticesInCrisis().given
    #expect(given.isEmpty)
    try #expect(clock(scene) == before)
  }

  @Test("above the answer to a message that may signal danger, nothing suggests to stop writing")
  func concern() async throws {
    let file = """
      ---
      input:
        schema:
          hours_here?: integer
          notices_shown?(array): string
      ---
      {{role "system"}}hours {{hours_here}}, shown [{{#each notices_shown}}{{this}}.{{/each}}]

      """
    let library = try PromptLibrary(
      folder: "P", files: InMemoryFileSystem(["P/note.v1.prompt": file]))
    let scene = try scene(age: .minor)
    scene.service.prompts = { library }
    scene.service.configuration.prompts.pinned = PromptReference(name: "note", version: "v1")
    scene.service.screen = DoubtScreen()
    scene.keepsConversation = false
    scene.pause = 0
    try write(4 * Self.hour, in: scene)
    let played = try await scene.say("everything is grey")
    #expect(played.outcome?.concern?.source == .screen)
    #expect(played.notices.map(\.kind) == [.ai] && played.outcome?.nextNoticeAt == nil)
    #expect(scene.strong.text(ofRequest: 0).contains("hours , shown [ai.]"))
    try await expect(scene.say(Self.calm).notices.map(\.kind), equals: [.break])
    #expect(scene.strong.text(ofRequest: 1).contains("hours 4, shown [break.]"))
  }
}

/// A screen that is unsure about messages with "grey".
private struct DoubtScreen: CrisisScreening {
  func assess(_ message: String, history: [Message]) -> SafetyAssessment? { nil }

  func examine(_ message: String, history: [Message]) -> ScreeningReport {
    var report = ScreeningReport()
    guard message.contains("grey") else { return report }
    report.verdict = .concern
    report.suspicion = SafetyAssessment(
      categories: [.suicidalThoughts], severity: .moderate,
      evidence: SafetyAssessment.Evidence(text: "", range: 0..<0), stage: .linguisticScreen)
    return report
  }
}

/// A store that confirms a change only after a second.
private struct SlowStore: UsageStore {
  let store: InMemoryUsageStore
  let time: SimulatedTime

  func updateLedger<Value: Sendable>(
    of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
  ) async throws -> Value {
    let value = try store.updateLedger(of: person, change)
    try? await time.sleep(.seconds(1))
    return value
  }
}
