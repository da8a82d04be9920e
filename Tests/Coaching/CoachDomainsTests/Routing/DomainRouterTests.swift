@testable import CoachDomains
import CoachModel
import SourceFiles
import Testing
import TestKit

@Suite("Domain router: single messages, with invented domains")
struct DomainRouterTests {
  private let router = SampleDomain.router()

  @Test(
    "a clear message is decided immediately",
    arguments: [
      ("the roses in my garden have no leaves", "garden"),
      ("My sauce burns in the oven.", "kitchen"), ("a knight sacrifice in the endgame", "chess"),
      ("WEEDS WEEDS WEEDS", "garden"), ("I'd love to learn cooking", "kitchen"),
    ])
  func clear(message: String, domain: String) {
    let decision = router.decide(message)
    #expect(decision.domain == domain && decision.outcome == nil)
    #expect(!decision.needsClarification && !decision.isUnsure)
    #expect(decision.confidence > 0.9 && decision.confidence <= 1)
    #expect(decision.runnerUp != nil && decision.runnerUp != domain)
    #expect(!decision.reason.isEmpty)
  }

  @Test("two domains are enough")
  func two() {
    let router = SampleDomain.router([.garden, .chess], outcomes: false)
    #expect(router.decide("when do i prune the roses").domain == "garden")
    #expect(router.decide("checkmate in two").domain == "chess")
    #expect(router.decide("checkmate in two").runnerUp == "garden")
  }

  @Test("an unclear message leads to a question within the most likely domain")
  func unsure() {
    var thresholds = RoutingThresholds()
    thresholds.usual = 0.8
    let router = SampleDomain.router(thresholds: thresholds)
    let decision = router.decide("the board and the clock")
    #expect(decision.domain == "chess" && decision.runnerUp == "kitchen")
    #expect(decision.needsClarification && decision.isUnsure)
    #expect(decision.confidence > 0.5 && decision.confidence < 0.8)
    #expect(decision.reason == "unsure between chess and kitchen")
    // A class's own threshold takes precedence over the default.
    thresholds.byClass["chess"] = 0.5
    let sure = SampleDomain.router(thresholds: thresholds).decide("the board and the clock")
    #expect(sure.domain == "chess" && !sure.needsClarification && !sure.isUnsure)
  }

  @Test("a message without content has no certain class")
  func nothing() {
    for message in ["", "zxqv", "🪗", "…"] {
      let decision = router.decide(message)
      #expect(decision.needsClarification && decision.isUnsure)
      #expect(abs(decision.confidence - 1.0 / 3) < 1e-9)
      #expect(decision.reason == "nothing in it names a domain")
    }
  }

  @Test("a message without content has no certain class among two domains either")
  func nothingAmongTwo() {
    let router = SampleDomain.router([.garden, .chess])
    #expect(router.decide("zxqv").needsClarification)
  }

  @Test("a conversation starts with at most two questions")
  func questions() {
    let message = Message(.user, "hm")
    #expect(router.decide("hm").needsClarification)
    #expect(
      router.decide("hm", history: [message, Message(.assistant, "What is it about?")])
        .needsClarification)
    for count in 2...9 {
      let history = (0..<count).flatMap { _ in [message, Message(.assistant, "What is it about?")] }
      let decision = router.decide("hm", history: history)
      #expect(!decision.needsClarification && decision.isUnsure)
      #expect(decision.domain != nil)
    }
  }

  @Test("an off-topic message is recognised, and has no domain if none is known yet")
  func none() {
    for message in ["tell me a joke", "what is the capital of chile", "hello there"] {
      let decision = router.decide(message)
      #expect(decision.outcome == RoutingOutcome.Kind.none && decision.domain == nil)
      #expect(!decision.needsClarification)
      #expect(router.decide(message, current: "chess").domain == "chess")
      #expect(router.decide(message, current: "chess").outcome == RoutingOutcome.Kind.none)
    }
  }

  @Test("a message that needs a professional is recognised, and the conversation keeps its domain")
  func clinical() {
    for message in ["I had a panic attack last night", "my therapist says it is depression"] {
      #expect(router.decide(message).outcome == .clinical)
      #expect(router.decide(message).domain == nil)
      let decision = router.decide(message, current: "kitchen")
      #expect(decision.outcome == .clinical && decision.domain == "kitchen")
    }
  }

  @Test("without outcomes, a message is routed among the domains only")
  func noOutcomes() {
    let router = SampleDomain.router(outcomes: false)
    for message in ["tell me a joke", "I had a panic attack last night", "prune the roses"] {
      let decision = router.decide(message)
      #expect(decision.outcome == nil)
      #expect(["garden", "kitchen", "chess"].contains(decision.domain ?? "nil"))
    }
  }

  @Test("preferred domains matter for vague messages and not for clear ones")
  func preferred() {
    #expect(router.decide("zxqv", preferred: ["Kitchen"]).domain == "kitchen")
    #expect(!router.decide("zxqv", preferred: ["Kitchen"]).needsClarification)
    #expect(
      router.decide("the roses in my garden", preferred: ["kitchen", "chess"]).domain == "garden")
    let several = router.decide("zxqv", preferred: ["kitchen", "chess"])
    #expect(["kitchen", "chess"].contains(several.domain ?? "nil"))
    // Preferring all domains, or unknown ones, is the same as preferring none.
    #expect(
      router.decide("zxqv", preferred: ["garden", "kitchen", "chess"]) == router.decide("zxqv"))
    #expect(router.decide("zxqv", preferred: ["astronomy"]) == router.decide("zxqv"))
  }

  @Test("before the first message, the router keeps the known domain")
  func beforeTheFirst() async {
    let domains = SampleDomain.library.map(\.config)
    func decide(_ current: String?, _ preferred: [String]) async -> RoutingDecision {
      await router.decide(
        nil, history: [], current: current, preferred: preferred, among: domains)
    }
    await expect(decide("chess", ["garden"]).domain, equals: "chess")
    await expect(decide(nil, ["Garden"]).domain, equals: "garden")
    await expect(decide(nil, ["Garden"]).needsClarification, equals: false)
    #expect(await decide(nil, ["garden", "chess"]).needsClarification)
    let unknown = await decide(nil, [])
    #expect(unknown.domain == nil && unknown.needsClarification)
    // With a message, the message is read.
    let read = await router.decide(
      "checkmate in two", history: [], current: nil, preferred: [], among: domains)
    #expect(read == router.decide("checkmate in two"))
  }

  @Test("without domains, there is nothing to decide")
  func noDomains() {
    for router in [DomainRouter(domains: []), SampleDomain.router([])] {
      let decision = router.decide(
        "tell me a joke", history: [Message(.user, "x")], current: "gone")
      #expect(decision.domain == nil && decision.confidence == 0 && decision.needsClarification)
      #expect(decision.reason == "there are no domains")
    }
  }

  @Test("with one domain, every message that is not an outcome belongs to it")
  func oneDomain() {
    let router = SampleDomain.router([.garden])
    #expect(router.decide("zxqv").domain == "garden")
    #expect(router.decide("zxqv").runnerUp == nil)
    #expect(router.decide("tell me a joke").outcome == RoutingOutcome.Kind.none)
  }

  @Test("the digest depends on the words only")
  func digest() {
    #expect(router.digest == SampleDomain.router().digest)
    var named = SampleDomain.garden
    named.name = "Another name"
    #expect(SampleDomain.router([named, .kitchen, .chess]).digest == router.digest)
    var seen: Set<ContentDigest> = [router.digest, SampleDomain.router(outcomes: false).digest]
    for edit in [
      { $0.keywords.append("x") }, { $0.hints.append("x") }, { $0.examples.append("x") },
      { $0.negatives.append("x") },
    ] as [(inout RoutingSignals) -> Void] {
      var garden = SampleDomain.garden
      edit(&garden.signals)
      seen.insert(SampleDomain.router([garden, .kitchen, .chess]).digest)
    }
    #expect(seen.count == 6)
  }
}
