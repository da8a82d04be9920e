import CoachAccess
import CoachEngine
import CoachModel
import CoachSignals
import Documents
import Journeys
import LanguageModels
import ModelLayers
import PromptTemplates
import SourceFiles
import Synchronization
import TestKit
import TestTiming
import Testing

@Suite("Turns at the end of what may be spent")
struct SpendingTurnTests {
  private static let message = "I want my evenings back."
  private static let crisis = "I want to kill myself tonight."

  /// A limit that says what it is told, and to whom it was asked.
  private final class PlannedLimit: SpendingLimiting {
    struct Failure: Error, CustomStringConvertible { let description = "the disk is full" }

    private let state: Mutex<(cap: ReachedCap?, asked: [String?])>
    private let fails: Bool

    init(_ cap: ReachedCap?, fails: Bool = false) {
      state = Mutex((cap, []))
      self.fails = fails
    }

    var asked: [String?] { state.withLock { $0.asked } }

    func lift() { state.withLock { $0.cap = nil } }

    func reachedCap(for person: String?, at now: Double) async throws -> ReachedCap? {
      if fails { throw Failure() }
      return state.withLock { state in
        state.asked.append(person)
        return state.cap
      }
    }
  }

  private static let cap = ReachedCap(
    cap: .personDay, dollars: 2, spent: 2.5, resumesOn: CalendarDay("2026-11-22"))

  private func scene(_ limit: PlannedLimit) throws -> TurnScene {
    let scene = try TurnScene(strong: Array(repeating: "What would help?", count: 3))
    try scene.subscribe()
    scene.person.region = "US"
    scene.service.spendingLimit = limit
    return scene
  }

  @Test("a turn is refused before the model, uncounted, and may be repeated when there is money")
  func refused() async throws {
    let limit = PlannedLimit(Self.cap)
    let scene = try scene(limit)
    let request = scene.request(Self.message)
    let played = try await scene.play(request)
    #expect(played.kinds == ["refused", "done"] && scene.strong.requests.isEmpty)
    let refusal = try #require(played.refusal)
    #expect(refusal.reason == .spendingCap(resumesAt: 1_795_305_600))
    let text = scene.service.copy.text(
      .refusalSpendingCap, in: "en", with: CopyValues(date: Self.cap.resumesOn))
    #expect(refusal.text.hasPrefix(text) && text.contains("From November 22"))
    #expect(refusal.text.contains("in danger"))
    #expect(played.outcome?.route == .refused && played.outcome?.trace.reachedCap == Self.cap)
    #expect(scene.used == 0 && limit.asked == ["noor"])
    // Which cap it is, and what it allows, is not the person's.
    let sent = played.events.compactMap { $0.forClient }.map { $0.json.text() }
    #expect(!sent.joined().contains("person_day"))
    limit.lift()
    let again = try await scene.play(request)
    #expect(again.shown == "What would help?" && scene.used == 1)
  }

  @Test("every language has the text, and without a day it leaves the sentence out")
  func languages() {
    let copy = MessageCatalog.builtIn
    for (language, day) in [
      ("en", "November 22"), ("es", "22 de noviembre"), ("de", "22. November"),
    ] {
      let text = copy.text(
        .refusalSpendingCap, in: language, with: CopyValues(date: CalendarDay("2026-11-22")))
      let without = copy.text(.refusalSpendingCap, in: language)
      #expect(text.contains(day) && text.hasPrefix(without) && text != without, "\(text)")
    }
  }

  @Test("a crisis is answered whatever was spent")
  func crisis() async throws {
    let limit = PlannedLimit(Self.cap)
    let scene = try scene(limit)
    let played = try await scene.say(Self.crisis)
    #expect(played.outcome?.isCrisis == true && played.refusal == nil)
    #expect(scene.strong.requests.count == 1 && limit.asked == [])
  }

  @Test("nothing is spent if nobody knows what was, and the turn can be repeated")
  func unknown() async throws {
    let scene = try scene(PlannedLimit(nil, fails: true))
    let played = try await scene.say(Self.message)
    #expect(played.failure?.code == .unknown && scene.strong.requests.isEmpty)
    #expect(played.failure?.detail.contains("the disk is full") == true && scene.used == 0)
  }

  @Test("a call of which the provider does not say what it consumed counts with an estimate")
  func estimated() async throws {
    let words = "A few words that came before the line broke."
    let scene = try TurnScene(
      small: [],
      strong: [
        .failure(.failed(.truncated), after: [words]), .failure(.failed(.overloaded), after: []),
        .failure(.failed(.cancelled), after: []), .reply([words]),
      ])
    try scene.subscribe()
    scene.service.prices = PriceTable([
      PriceEntry(
        provider: "scripted", model: "strong", price: TokenPrice(input: 0, output: 1_000_000))
    ])
    // A dollar for each token of the reply, so far as it was read.
    let tokens = Double(TokenEstimator().count(words))
    for expected in [tokens, 0, 0, tokens] {
      let call = try #require(try await scene.say("hello").outcome?.trace.calls.first)
      #expect(call.usage == nil && call.isEstimated && call.cost == expected)
    }
    // The prompt counts where the provider may have read it, and not where it refused.
    let price = PriceEntry(
      provider: "scripted", model: "strong", price: TokenPrice(input: 1_000_000, output: 0))
    for (code, isBilled) in [(ModelError.Code.overloaded, false), (.cancelled, true)] {
      let other = try TurnScene(small: [], strong: [.failure(.failed(code), after: [])])
      try other.subscribe()
      other.service.prices = PriceTable([price])
      let call = try #require(try await other.say("hello").outcome?.trace.calls.first)
      #expect((try #require(call.cost) > 100) == isBilled, "\(code)")
    }
  }

  @Test("without a price, a call without a reported usage has no cost")
  func unpriced() async throws {
    let scene = try TurnScene(strong: ["What would help?"])
    try scene.subscribe()
    scene.service.prices = .empty
    let call = try #require(try await scene.say("hello").outcome?.trace.calls.first)
    #expect(call.cost == nil && !call.isEstimated)
  }

  @Test("the tasks of a journey wait, and lose nothing of what the person did")
  func journey() async throws {
    let limit = PlannedLimit(nil)
    let scene = try scene(limit)
    let library = try JourneyLibrary(
      folder: "\(ProjectFolder.path)/Journeys", prompts: try Workspace.library())
    scene.service.spendingLimit = PlannedLimit(Self.cap)
    let runner = JourneyRunner(try library.journey("trainer"), service: scene.service)
    let moment = JourneyMoment(
      now: scene.time.value, today: CalendarDay(unixTime: scene.time.value), id: "id")
    // The welcome has fixed words, which stand without a model.
    let step = await runner.advance(
      JourneyState(journey: "trainer", updatedAt: 0), for: scene.person, at: moment)
    #expect(
      step.outputs == [.text(scene.service.copy.text(.productTrainerWelcome, in: "en"))])
    #expect(step.calls.isEmpty && scene.small.requests.isEmpty)
  }
}
