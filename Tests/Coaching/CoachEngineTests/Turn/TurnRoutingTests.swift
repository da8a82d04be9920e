import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import LanguageModels
import ModelLayers
import Synchronization
import TestKit
import Testing

@Suite("The domain of a turn")
struct TurnRoutingTests {
  private struct FixedRouting: DomainRouting {
    var decision: RoutingDecision

    func decide(
      _ message: String?, history: [Message], current: String?, preferred: [String],
      among domains: [DomainConfig]
    ) async -> RoutingDecision { decision }
  }

  private func play(_ decision: RoutingDecision) async throws -> (TurnScene, Played) {
    let scene = try TurnScene(small: [], strong: [.reply(["Yes?"])])
    try scene.subscribe()
    let domains = DomainSet(try Workspace.domains(), routing: FixedRouting(decision: decision))
    scene.service.domains = { domains }
    return (scene, try await scene.say("hello"))
  }

  @Test("a confident decision selects the prompt's domain and is stored")
  func sure() async throws {
    let (scene, played) = try await play(
      RoutingDecision(domain: "fitness", confidence: 0.9, reason: "test"))
    let prompt = scene.strong.text(ofRequest: 0)
    #expect(prompt.contains(try Workspace.domain("fitness").promptSection.prefix(40)))
    #expect(!prompt.contains("which part of their life"))
    #expect(played.outcome?.updates.signals == [.domainUsed("fitness")])
    #expect(scene.conversation.domain == "fitness")
  }

  @Test("with low confidence, the coach asks one question within the most likely domain")
  func unsure() async throws {
    let (scene, played) = try await play(
      RoutingDecision(
        domain: "career", confidence: 0.4, runnerUp: "life", needsClarification: true,
        reason: "test"))
    let prompt = scene.strong.text(ofRequest: 0)
    #expect(prompt.contains("It isn't clear yet which part of their life this is about"))
    #expect(prompt.contains(try Workspace.domain("career").promptSection.prefix(40)))
    #expect(played.outcome?.trace.routing?.needsClarification == true)
    let (_, none) = try await play(
      RoutingDecision(domain: nil, confidence: 0, needsClarification: true, reason: "test"))
    #expect(none.failure == nil && none.outcome?.updates.signals == [])
  }

  @Test("the prompt is told what belongs to a doctor or a therapist")
  func clinical() async throws {
    let note = "may belong to a doctor or a therapist"
    let (scene, _) = try await play(
      RoutingDecision(domain: "fitness", outcome: .clinical, confidence: 0.9, reason: "test"))
    #expect(scene.strong.text(ofRequest: 0).contains(note))
    let (other, _) = try await play(
      RoutingDecision(
        domain: "fitness", outcome: RoutingOutcome.Kind.none, confidence: 0.9, reason: "test"))
    #expect(!other.strong.text(ofRequest: 0).contains(note))
  }

  private struct FixedStage: RoutingStage {
    func decide(
      _ message: String, history: [Message], among domains: [DomainConfig]
    ) async -> RoutingDecision? {
      RoutingDecision(domain: "mindset", confidence: 1, reason: "stage")
    }
  }

  @Test("the service's stages are asked if the routing is unsure", arguments: [true, false])
  func stages(isUnsure: Bool) async throws {
    let scene = try TurnScene(small: [], strong: [.reply(["Yes?"])])
    try scene.subscribe()
    let decision = RoutingDecision(
      domain: "career", confidence: 0.4, isUnsure: isUnsure, reason: "test")
    let domains = DomainSet(try Workspace.domains(), routing: FixedRouting(decision: decision))
    scene.service.domains = { domains }
    scene.service.routingStages = [FixedStage()]
    let played = try await scene.say("hello")
    #expect(played.outcome?.trace.routing?.domain == (isUnsure ? "mindset" : "career"))
  }

  @Test("the call of a stage is in the trace, whether or not it decided", arguments: [0.9, 0.1])
  func stageCalls(confidence: Double) async throws {
    let scene = try TurnScene(small: [], strong: [.reply(["Yes?"])])
    try scene.subscribe()
    let decision = RoutingDecision(
      domain: "career", confidence: 0.4, isUnsure: true, reason: "test")
    let domains = DomainSet(try Workspace.domains(), routing: FixedRouting(decision: decision))
    scene.service.domains = { domains }
    let router = NotingModel(
      [.reply([#"{"domain": "mindset", "confidence": \#(confidence)}"#])], name: "router")
    scene.service.routingStages = [
      ClassificationStage(prompts: scene.service.prompts, route: ModelRoute(router))
    ]
    scene.service.prices = PriceTable([
      PriceEntry(provider: "scripted", model: "router", price: TokenPrice(input: 1, output: 1))
    ])
    let trace = try #require(try await scene.say("hello").outcome?.trace)
    #expect(trace.routing?.domain == (confidence > 0.5 ? "mindset" : "career"))
    let calls = trace.calls.filter { $0.purpose.hasPrefix("domain-classification@") }
    #expect(calls.count == 1 && calls.first?.model.model == "router")
    // The prices are those of the service.
    #expect(calls.first?.cost ?? 0 > 0 && router.requests.count == 1)
  }

  @Test("a known domain is used: the conversation's, then discovery's")
  func known() async throws {
    let domains = try Workspace.domains()
    let routing = KnownDomainRouting()
    func decide(_ current: String?, _ preferred: [String]) async -> RoutingDecision {
      await routing.decide(
        "x", history: [], current: current, preferred: preferred, among: domains)
    }
    await expect(decide("career", ["life"]).domain, equals: "career")
    await expect(decide("gone", ["life"]).domain, equals: "life")
    await expect(decide(nil, ["life"]).needsClarification, equals: false)
    let several = await decide(nil, ["mindset", "life"])
    #expect(several.domain == "mindset" && several.runnerUp == "life")
    #expect(several.needsClarification && several.confidence == 0.5)
    await expect(decide(nil, []).domain, equals: nil)
    // It asks only once.
    let later = await routing.decide(
      "x", history: [Message(.user, "y")], current: nil, preferred: ["Mindset", "life"],
      among: domains)
    #expect(later.domain == "mindset" && !later.needsClarification)
  }

  @Test("a domain named in the request is used without routing")
  func named() async throws {
    let scene = try TurnScene(small: [], strong: [.reply(["Yes?"])])
    try scene.subscribe()
    var request = scene.request("hello")
    request.domain = "leadership"
    let played = try await scene.play(request)
    #expect(played.outcome?.trace.routing?.domain == "leadership")
    #expect(played.outcome?.trace.routing?.confidence == 1)
  }

  /// Keeps the conversation's domain and notes what it was asked.
  private final class NotingRouting: DomainRouting {
    let asked = Mutex<[(current: String?, preferred: [String])]>([])

    func decide(
      _ message: String?, history: [Message], current: String?, preferred: [String],
      among domains: [DomainConfig]
    ) async -> RoutingDecision {
      asked.withLock { $0.append((current, preferred)) }
      return RoutingDecision(domain: current ?? "life", confidence: 0.9, reason: "test")
    }
  }

  @Test(
    "a persona's domain is where a conversation begins, and is preferred; one that does not exist is ignored"
  )
  func persona() async throws {
    for (own, expected) in [("fitness", "fitness"), ("juggling", "life")] {
      let scene = try TurnScene(small: [], strong: [.reply(["Yes?"]), .reply(["Yes?"])])
      try scene.subscribe()
      let routing = NotingRouting()
      let domains = DomainSet(try Workspace.domains(), routing: routing)
      scene.service.domains = { domains }
      var request = scene.request("hello")
      request.persona = Persona(
        name: "Juno", domain: own, tone: "calm", methodology: "asks", personality: "kind")
      let outcome = await scene.service.outcome(of: request)
      expect(outcome?.updates.domain, equals: expected)
      // Where the conversation is going decides from then on.
      var later = scene.request("go on")
      later.persona = request.persona
      later.conversation.domain = "career"
      let next = await scene.service.outcome(of: later)
      expect(next?.updates.domain, equals: "career")
      let preferred = routing.asked.withLock { $0.map(\.preferred) }
      expect(preferred, equals: Array(repeating: own == "fitness" ? ["fitness"] : [], count: 2))
    }
  }

  /// The text of the event `limits`; `nil` if it has none.
  private func notice(_ played: Played) -> String? {
    played.events.compactMap { event in
      if case .limits(_, let text) = event { text } else { nil }
    }.last
  }

  @Test(
    "the count of a trial is in every answer's event, and in its text from ten messages left on",
    arguments: [(0, nil), (88, nil), (89, "10"), (98, "one")] as [(Int, String?)])
  func countdown(used: Int, left: String?) async throws {
    let scene = try TurnScene(strong: ["Yes."])
    scene.access = try scene.access.after(.trialStarted, at: scene.time.value)
    let key = try #require(scene.allowanceKey)
    try scene.usage.updateLedger(of: scene.person.id) { $0.setUsage(used, in: key) }
    let played = try await scene.say("hello")
    #expect(played.kinds.contains("limits") && played.outcome?.limits?.showsCount == true)
    #expect(played.outcome?.limits?.used == used + 1)
    #expect(notice(played)?.contains("Day 1 of 3") == (left == nil ? nil : true))
    #expect(left.map { notice(played)?.contains($0) == true } ?? true)
  }

  @Test("below an answer about something for a doctor nobody reads how many messages are left")
  func clinicalCount() async throws {
    for (outcome, isTold) in [(RoutingOutcome.Kind.clinical, false), (.none, true)] {
      let scene = try TurnScene(strong: ["Yes."])
      scene.access = try scene.access.after(.trialStarted, at: scene.time.value)
      let key = try #require(scene.allowanceKey)
      try scene.usage.updateLedger(of: scene.person.id) { $0.setUsage(97, in: key) }
      let decision = RoutingDecision(
        domain: "fitness", outcome: outcome, confidence: 0.9, reason: "test")
      let domains = DomainSet(try Workspace.domains(), routing: FixedRouting(decision: decision))
      scene.service.domains = { domains }
      let played = try await scene.say("hello")
      #expect((notice(played) != nil) == isTold && played.kinds.contains("limits"))
      #expect(played.outcome?.limits?.remaining == 2)
    }
  }

  @Test("on the last day of a trial, its notice says so")
  func lastDay() async throws {
    let scene = try TurnScene(small: [], strong: (0..<3).map { _ in .reply(["Yes."]) })
    scene.access = try scene.access.after(.trialStarted, at: scene.time.value)
    try await expect(notice(scene.say("hello")), equals: nil)
    scene.time.value += 2 * 86_400
    let last = try await notice(scene.say("hello again"))
    // The trial renews: who pays by doing nothing is told so.
    expect(last ?? "", contains: "Your subscription continues automatically. It begins on")
    #expect(last?.contains("$") == false)
    scene.access = try scene.access.after(.trialCancelled, at: scene.time.value)
    let ending = try await notice(scene.say("and once more"))
    #expect(ending?.contains("automatically") == false && ending?.contains("97") == true)
  }
}
