import CoachModel
import CoachSafety
import SafetyRules
import SourceFiles
import Testing
import TestKit
import TextAnalysis

@Suite("What an estimate of danger rests on")
struct DangerEstimateTests {
  private let screen = CrisisScreen.builtIn
  private let message = "we moved the sofa, and the dog sleeps on it already"

  @Test("without an embedding it rests on wording and signs")
  func local() throws {
    let estimate = try #require(screen.examine(message, history: []).estimate)
    #expect(estimate.sources == [.wording, .signs] && estimate.embeddingProblem == nil)
    #expect((0...0.2).contains(estimate.probability))
  }

  @Test("a clause of danger stands out from a long message about something else")
  func clause() throws {
    let beginning = """
      The move is on Friday, and my brother wants to bring the van at eight although the landlord only gives us the keys \
      at ten. The kitchen is packed, the books are in the wrong boxes, and the cat has found a home with the neighbours.
      """
    let end = """
      On Monday the new job begins, so I still need a shirt, a ticket for the tram and a plan for lunch. Can you help me \
      to make a list for the weekend?
      """
    func probability(_ clause: String) throws -> Double {
      let report = screen.examine("\(beginning) \(clause) \(end)", history: [])
      return try #require(report.estimate).probability
    }
    let calm = try probability("Some evenings I am looking forward to it, some evenings not.")
    let dangerous = try probability("Some evenings I cut my legs until it stops hurting inside.")
    #expect(dangerous > 10 * calm)
  }

  @Test("the embedding of the model that the screen was fitted for counts")
  func embedded() throws {
    let embedding = TextEmbedding(
      model: "multilingual-e5-small-q4", vector: Array(repeating: 0.05, count: 384))
    let report = screen.examine(message, history: [], embedding: embedding)
    let estimate = try #require(report.estimate)
    #expect(estimate.sources.last == .embedding(model: "multilingual-e5-small-q4"))
    #expect(estimate.embeddingProblem == nil)
    #expect(estimate.probability != screen.examine(message, history: []).estimate?.probability)
  }

  @Test(
    "a message that only its embedding makes dangerous is a concern with a category and evidence")
  func lifted() throws {
    var generator = SplitMix(seed: 1)
    var vector = [Float](repeating: 0, count: 384)
    var highest = 0.0
    var verdicts: Set<ScreeningVerdict> = []
    // Step by step towards danger, from a vector that says nothing.
    for _ in 0..<1000 where highest < 0.9 {
      let next = vector.map { $0 + Float.random(in: -0.03...0.03, using: &generator) }
      let report = screen.examine(
        message, history: [],
        embedding: TextEmbedding(model: "multilingual-e5-small-q4", vector: next))
      let probability = try #require(report.estimate).probability
      if probability > highest { (vector, highest) = (next, probability) }
      verdicts.insert(report.verdict)
      #expect(report.assessment == nil)
      if report.verdict == .concern {
        #expect(report.suspicion?.stage == .trainedScreen)
        #expect(report.suspicion?.evidence.text == message)
      }
    }
    #expect(verdicts.contains(.concern) && !verdicts.contains(.crisis))
  }

  @Test(
    "an embedding of another model or length is left out, and the estimate says so",
    arguments: [
      ("other-model", 384, "other-model"), ("multilingual-e5-small-q4", 12, "12 numbers"),
    ]
  )
  func unusable(model: String, length: Int, words: String) throws {
    let embedding = TextEmbedding(model: model, vector: Array(repeating: 1, count: length))
    let report = screen.examine(message, history: [], embedding: embedding)
    let estimate = try #require(report.estimate)
    #expect(estimate.sources == [.wording, .signs])
    #expect(estimate.embeddingProblem?.contains(words) == true)
    #expect(report.verdict == screen.examine(message, history: []).verdict)
  }

  @Test(
    "a number alone is nobody's age",
    arguments: ["13", "14", "about 15", "day 13", "13 minutes", "unos 13", "Tag 14", "message 13"])
  func numbers(text: String) {
    #expect(screen.examine(text, history: []).verdict == .calm)
  }

  @Test("a language that the screen does not read is recognised")
  func notRead() {
    for text in [
      "Aujourd'hui je suis allée au travail et puis je suis rentrée chez moi",
      "Сегодня я ходил на работу", "今日は仕事に行きました", "Ho dormito male e non so che cosa fare",
    ] {
      #expect(screen.examine(text, history: []).verdict == .notRead)
    }
    for text in [message, "ok", "Heute war ein ganz guter Tag im Büro", "Hoy me fue bien"] {
      #expect(screen.examine(text, history: []).verdict != .notRead)
    }
  }

  @Test("what is flagged and asked about follows from prices")
  func prices() throws {
    func rule(_ text: String) throws -> DecisionRule {
      try DecisionRule(SourceFile(path: "decision.yaml", text: text))
    }
    let even = try rule("about: x\nprevalence: 0.5\nmiss: 1\nquestion: 0.5")
    #expect(even.flagged == 0 && even.unsure == 0 && even.probability(0) == 0.5)
    let rare = try rule("about: x\nprevalence: 0.1\nmiss: 3\nquestion: 0.03")
    // Flagged from 1/4, unsure from 1/100, at one dangerous message in ten.
    #expect(abs(rare.probability(rare.flagged) - 0.25) < 1e-9)
    #expect(abs(rare.probability(rare.unsure) - 0.01) < 1e-9)
    try expect(DecisionRule(base64: rare.base64), equals: rare)
    for broken in ["about: x\nprevalence: 0\nmiss: 1\nquestion: 1", "about: x\nmiss: 2"] {
      #expect(throws: SourceError.self) { try rule(broken) }
    }
  }
}
