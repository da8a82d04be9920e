@testable import CoachDomains
import CoachModel
import Documents
import Testing

@Suite("Explanations of routing decisions")
struct RoutingExplanationTests {
  private let router = SampleDomain.router()

  @Test("the decisive words are listed in descending order of weight")
  func words() throws {
    let found = router.explain("my rating falls in every endgame")
    #expect(found.decision == router.decide("my rating falls in every endgame"))
    #expect(
      found.decision.reason.contains("'my rating'") && found.decision.reason.contains("'endgame'"))
    let best = try #require(found.candidates.first)
    #expect(best.id == "chess")
    #expect(Set(best.words.map(\.text)).isSuperset(of: ["my rating", "endgame"]))
    #expect(best.words.count <= 5)
    #expect(best.words.map(\.weight) == best.words.map(\.weight).sorted(by: >))
    #expect(best.words.allSatisfy { $0.weight > 0 })
    let garden = try #require(found.candidates.first { $0.id == "garden" })
    #expect(!garden.words.contains { $0.text == "endgam" })
  }

  @Test("every class is a candidate, best first")
  func candidates() {
    let found = router.explain("prune the roses")
    #expect(found.candidates.first?.id == "garden")
    #expect(Set(found.candidates.map(\.id)) == ["garden", "kitchen", "chess", "none", "clinical"])
    #expect(found.candidates.map(\.score) == found.candidates.map(\.score).sorted(by: >))
  }

  @Test("the most similar example comes first")
  func nearest() throws {
    let found = router.explain("how do i stop hanging my bishop")
    let first = try #require(found.examples.first)
    #expect(first.text == "how do i stop hanging my queen" && first.id == "chess")
    #expect(!first.isNegative && first.likeness > 0.5 && first.likeness < 1)
    #expect(found.examples.count <= 5)
    #expect(found.examples.map(\.likeness) == found.examples.map(\.likeness).sorted(by: >))
    let negative = try #require(
      router.explain("the salad leaves taste of nothing").examples.first)
    #expect(negative.id == "garden" && negative.isNegative)
  }

  @Test("without decisive words, similarity decides, and in a conversation its earlier messages")
  func reasons() {
    #expect(router.decide("puzzles are easy").reason == "likeness to examples")
    #expect(router.decide("yes", current: "chess").reason == "the conversation is about it")
    let leaning = router.decide("salt", history: [Message(.user, "the soil")], current: "garden")
    #expect(leaning.reason == "it may be about kitchen, which is not sure enough to switch")
  }

  @Test("an explanation can be written as JSON")
  func json() {
    let found = router.explain("I had a panic attack last night", current: "garden")
    let json = found.json
    #expect(json["decision"] == found.decision.json)
    #expect(json["decision"]?["domain"] == "garden")
    #expect(json["decision"]?["outcome"] == "clinical")
    #expect(json["messages_read"] == 1)
    #expect(json["candidates"]?.array?.count == 5)
    #expect(json["candidates"]?.array?.first?["id"]?.string == found.candidates.first?.id)
    #expect(json["examples"]?.array?.first?["text"]?.string == found.examples.first?.text)
    let unknown = RoutingDecision(domain: nil, confidence: 0, reason: "r").json
    #expect(unknown.object?.keys == ["confidence", "needs_clarification", "reason"])
  }
}
