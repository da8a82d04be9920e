@testable import CoachDomains
import CoachModel
import Testing

@Suite("Domain router: conversations")
struct RoutedConversationTests {
  private static let gardenTalk = [
    "my garden has weeds", "the soil is clay", "when do i prune the roses",
  ]
  private let router = SampleDomain.router()

  private func history(_ texts: [String]) -> [Message] {
    texts.flatMap {
      [Message(.user, $0), Message(.assistant, "Tell me more about chess and sauce.")]
    }
  }

  /// The decision after some messages about the garden.
  private func decide(_ message: String, after others: [String] = []) -> RoutingDecision {
    router.decide(
      message, history: history(Self.gardenTalk + others), current: "garden")
  }

  @Test(
    "an incidental word does not switch the domain",
    arguments: [
      "the pot", "the board", "there is a chess set in the shed", "I made a move", "salt",
      "I read about it in the kitchen",
    ])
  func passing(message: String) {
    let decision = decide(message)
    #expect(decision.domain == "garden" && decision.outcome == nil)
    #expect(!decision.needsClarification)
  }

  @Test(
    "an explicit change of topic switches the domain at once",
    arguments: [
      ("I lost at chess again, checkmate in four moves", "chess"),
      ("I want to learn to cook, my sauce always burns in the oven", "kitchen"),
    ])
  func change(message: String, domain: String) {
    let decision = decide(message)
    #expect(decision.domain == domain && decision.runnerUp == "garden")
    #expect(decision.confidence >= TrainedRouter.Mixture().leavingBelief)
    #expect(!decision.isUnsure)
  }

  @Test(
    "two messages that lean the same way switch the domain together",
    arguments: [
      ("my opponent", "the clock", "chess"), ("the clock", "my opponent moves fast", "chess"),
      ("salt", "i burn garlic", "kitchen"), ("i burn garlic", "salt", "kitchen"),
    ])
  func leaning(first: String, second: String, domain: String) {
    let alone = decide(first)
    #expect(alone.domain == "garden" && alone.isUnsure && alone.runnerUp == domain)
    #expect(decide(second).domain == "garden")
    let together = decide(second, after: [first])
    #expect(together.domain == domain && !together.isUnsure)
    // A message without content between the two does not separate them.
    #expect(decide(second, after: [first, "ok"]).domain == domain)
  }

  @Test(
    "answers without content keep the domain, however many there are",
    arguments: ["ok", "yes", "hm", "👍", "no, not yet", "…", ""])
  func contentless(message: String) {
    #expect(decide(message).domain == "garden")
    #expect(!decide(message).isUnsure)
    let later = decide(message, after: Array(repeating: message, count: 20))
    #expect(later.domain == "garden" && !later.isUnsure)
    #expect(later.confidence <= decide(message).confidence)
  }

  @Test("an outcome between two messages does not affect the topic")
  func outcomes() {
    for between in ["tell me a joke", "I had a panic attack last night"] {
      let outcome = decide(between)
      #expect(outcome.domain == "garden" && outcome.outcome != nil)
      let after = decide("and the soil?", after: [between])
      #expect(after.domain == "garden" && after.outcome == nil)
      #expect(decide("yes", after: [between]).domain == "garden")
    }
  }

  @Test("only the person's messages are read")
  func roles() {
    let coach = (0..<8).map { _ in Message(.assistant, "checkmate, chess, knight, endgame") }
    #expect(router.decide("zxqv", history: coach) == router.decide("zxqv"))
    #expect(router.explain("zxqv", history: coach).messages == 1)
  }

  @Test("only the last messages are read, up to the maximum")
  func window() {
    for count in 0...20 {
      let found = router.explain("zxqv", history: history(Array(repeating: "hm", count: count)))
      #expect(found.messages == min(count + 1, DomainRouter.messages))
    }
    // Older messages do not count.
    let old = Array(repeating: "I lost at chess again", count: 5)
    let recent = Array(repeating: "zxqv", count: DomainRouter.messages - 1)
    #expect(
      router.decide("zxqv", history: history(old + recent))
        == router.decide("zxqv", history: history(recent)))
  }

  @Test("the domain of the conversation counts before any message is read")
  func home() {
    for domain in ["garden", "kitchen", "chess"] {
      let decision = router.decide("zxqv", current: domain)
      #expect(decision.domain == domain && !decision.isUnsure && !decision.needsClarification)
      #expect(decision.confidence > 0.5)
    }
    // An ambiguous message belongs to the conversation's domain.
    #expect(router.decide("the pot", current: "kitchen").domain == "kitchen")
    #expect(router.decide("the pot", current: "garden").domain == "garden")
  }

  @Test("a previous domain that no longer exists is ignored")
  func gone() {
    #expect(
      router.decide("the soil is clay", current: "astronomy") == router.decide("the soil is clay"))
    // The name of an outcome is not a current domain.
    #expect(router.decide("zxqv", current: "none") == router.decide("zxqv"))
  }

  @Test("beliefs add up to 1 after every message")
  func belief() {
    for texts in [[""], ["zxqv", "salt"], Self.gardenTalk + ["my opponent", "tell me a joke"]] {
      let readings = texts.map { router.model.read($0).scores.map { 3.5 * $0 } }
      let filter = TopicFilter(classes: router.model.classes, changes: 0.2, homeFactor: 3)
      for home in [nil, 0, 2] {
        let belief = filter.belief(readings, home: home, preferred: ["kitchen"])
        let sum: Double = belief.domains.reduce(0, +)
        #expect(abs(sum - 1) < 1e-9)
        #expect(belief.domains.allSatisfy { (0...1).contains($0) })
        #expect(belief.outcomes.values.allSatisfy { (0...1).contains($0) })
        #expect(belief.order.count == 3)
        let ordered = belief.order.map { belief.domains[$0] }
        #expect(ordered == ordered.sorted(by: >))
        #expect(belief.domains.suffix(2) == [0, 0])
      }
    }
  }

  @Test("a conversation that is routed decision by decision changes its domain once")
  func followed() {
    var (current, said, seen): (String?, [Message], [String]) = (nil, [], [])
    for text in Self.gardenTalk + [
      "yes", "the pot", "ok", "I lost every endgame at chess this week", "my rating fell", "yes",
      "the board", "the clock kills me",
    ] {
      let decision = router.decide(text, history: said, current: current)
      said.append(Message(.user, text))
      current = decision.domain
      if let current, seen.last != current { seen.append(current) }
    }
    #expect(seen == ["garden", "chess"])
  }
}
