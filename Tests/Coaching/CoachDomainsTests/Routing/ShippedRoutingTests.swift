@testable import CoachDomains
import Testing

@Suite("Routing with the shipped domains")
struct ShippedRoutingTests {
  private static let sentences = [
    ("I want to ask my boss for a pay rise but I don't dare", "career"),
    ("I got laid off last week and need a new job", "career"),
    ("Tomorrow is my job interview and I'm nervous about it", "career"),
    ("My wife and I argue about everything since the baby came", "relationships"),
    ("my best friend hasn't spoken to me since my wedding", "relationships"),
    ("How do I tell my boyfriend I want to break up?", "relationships"),
    ("I want to lose ten kilos and start running", "fitness"),
    ("How often should a beginner go to the gym each week?", "fitness"),
    ("I can't stop eating sweets in the evening and my trousers no longer fit", "fitness"),
    ("I was made team lead and my former peers ignore what I say", "leadership"),
    ("how do i give honest feedback to someone in my team", "leadership"),
    ("I find it hard to delegate tasks to my direct reports", "leadership"),
    ("I've had writer's block for months and my novel is stuck at chapter three", "creativity"),
    ("I want to paint again but the blank canvas scares me", "creativity"),
    ("I keep telling myself I'm not good enough", "mindset"),
    ("I procrastinate on everything and then hate myself for it", "mindset"),
    ("i overthink every little thing i said", "mindset"),
    ("I retired in spring and have no idea what to do with my days", "life"),
    ("Should I move back to my home town or stay abroad?", "life"),
    ("I'm drowning in debt and want to get my money in order", "money"),
    ("How do we make a budget when we fight about every bill?", "money"),
    ("debo tres meses de alquiler y me llegan cartas del banco", "money"),
    ("My mother passed away in May and I still call her number", "loss"),
    ("I had a miscarriage and everybody acts as if nothing happened", "loss"),
    ("Unser Hund ist gestorben und das Haus ist so leer", "loss"),
  ]

  @Test("a clear first message is routed without a question")
  func domains() throws {
    let router = DomainRouter(try ShippedDomains.library())
    for (message, domain) in Self.sentences {
      let decision = router.decide(message)
      #expect(decision.domain == domain && decision.outcome == nil, "\(message): \(decision)")
      #expect(!decision.needsClarification, "\(message)")
    }
  }

  @Test("off-topic messages and messages for professionals are recognised")
  func outcomes() throws {
    let router = DomainRouter(try ShippedDomains.library())
    for (message, outcome) in [
      ("what is the capital of Bolivia?", RoutingOutcome.Kind.none),
      ("Set a timer for eight minutes", .none),
      ("I had a panic attack in the supermarket and my therapist is on holiday", .clinical),
      ("I stopped taking my antidepressants and the depression is back", .clinical),
    ] {
      let decision = router.decide(message, current: "life")
      #expect(decision.outcome == outcome && decision.domain == "life", "\(message): \(decision)")
    }
  }

  @Test("a conversation changes its domain when its topic changes, and not earlier")
  func conversation() throws {
    let router = DomainRouter(try ShippedDomains.library())
    #expect(router.decide("Yes, I think so.", current: "career").domain == "career")
    #expect(router.decide("ok 👍", current: "fitness").domain == "fitness")
    let change = router.decide(
      "Something else: my wife wants a divorce and we fight every night", current: "career")
    #expect(change.domain == "relationships")
  }
}
