@testable import CoachBenchmarks
import CoachDomains
import CoachModel
import Documents
import SourceFiles
import Testing
import TestKit

@Suite("Fitting a router to conversations")
struct RouterFitTests {
  private static func domain(_ id: String, _ things: [String]) -> String {
    let examples = things.flatMap { thing in
      ["the \(thing) in my \(id)", "a new \(thing)", "my \(thing) again"]
    }
    return """
      id: \(id)
      name: \(id)
      description: d
      tone: t
      methodology: m
      personality: p
      prompt_section: |
        One.
      routing:
        keywords: [\(id)]
        hints: []
        examples: [\(examples.joined(separator: ", "))]
        negatives: []
      guardrails: [g]
      style: {direct_exploratory: 0, brief_detailed: 0.25, action_reflective: 1, challenging_supportive: -1}
      starters: [s]

      """
  }

  private static let files = [
    "D/garden.yaml": domain("garden", ["roses", "weeds", "soil", "beans", "hedge"]),
    "D/kitchen.yaml": domain("kitchen", ["soup", "sauce", "salt", "oven", "bread"]),
  ]

  /// Conversations in which the question alone says what the answer is about.
  private static let table: String = (0..<4).map { number in
    let (id, question) = number % 2 == 0 ? ("garden", "Which shovel?") : ("kitchen", "Which ladle?")
    return #"{"id": "t-\#(number)", "writer": "w-\#(number / 2)", "turns": ["#
      + #"{"role": "user", "text": "about my \#(id)", "label": "\#(id)"}, "#
      + #"{"role": "coach", "text": "\#(question)"}, "#
      + #"{"role": "user", "text": "the second one please", "label": "\#(id)"}]}"#
  }.joined(separator: "\n")

  private func library() throws -> DomainLibrary {
    try DomainLibrary(folder: "D", files: InMemoryFileSystem(Self.files))
  }

  private func sessions() throws -> LabelledTable {
    try LabelledTable("t.jsonl", files: InMemoryFileSystem(["t.jsonl": Self.table]))
  }

  private func fit(_ embeddings: ExchangeEmbeddings?) async throws -> DomainRouter {
    let library = try library()
    let conversations = RoutedExchanges(try sessions(), classes: library.router.classes)
    var fit = RouterFit(library, conversations, embeddings: embeddings)
    fit.buckets = 1 << 6
    fit.vectorCost = 1
    var router = library.router
    router.use(await fit.router())
    return router
  }

  private func decision(
    _ router: DomainRouter, after question: String, embeddings: ExchangeEmbeddings? = nil
  ) -> RoutingDecision {
    router.decide(
      "the second one please", history: [Message(.assistant, question)], current: nil,
      preferred: [], embeddings: embeddings)
  }

  @Test("an answer is in the domain of its question")
  func words() async throws {
    let router = try await fit(nil)
    #expect(!router.usesEmbeddings)
    #expect(decision(router, after: "Which shovel?").domain == "garden")
    #expect(decision(router, after: "Which ladle?").domain == "kitchen")
  }

  @Test("vectors decide where they are known, and the same data gives the same router")
  func vectors() async throws {
    let library = try library()
    let conversations = RoutedExchanges(try sessions(), classes: library.router.classes)
    var vectors: [String: [Float]] = [:]
    for text in RouterFit.texts(library, conversations) {
      let isGarden = ["garden", "roses", "weeds", "soil", "beans", "hedge", "shovel"].contains {
        text.contains($0)
      }
      vectors[text] = isGarden ? [1, 0.1] : [0.1, 1]
    }
    let embeddings = ExchangeEmbeddings(model: "space", vectors: vectors)
    let router = try await fit(embeddings)
    #expect(router.usesEmbeddings)
    let found = decision(router, after: "Which ladle?", embeddings: embeddings)
    #expect(found.domain == "kitchen" && found.embeddingModel == "space")
    #expect(try await fit(embeddings).trained == router.trained)
  }

  @Test("turns without a label of the classes teach nothing, and writers stay together")
  func exchanges() throws {
    let found = RoutedExchanges(try sessions(), classes: ["garden"])
    #expect(found.turns.count == 2)
    let all = RoutedExchanges(try sessions(), classes: ["garden", "kitchen"])
    #expect(Folds.ofWriters(all.writers, count: 4) == [0, 0, 1, 1])
    #expect(all.turns[0][1].exchange.before == "about my garden")
  }
}

@Suite("Keeping vectors in a file")
struct VectorFileTests {
  @Test("vectors survive being written and read, and damage costs what comes after it")
  func bytes() {
    var file = VectorFile()
    file["one"] = [1, 2]
    file["two"] = [3]
    let read = VectorFile(file.bytes)
    #expect(read.count == 2 && read["one"] == [1, 2] && read["two"] == [3] && read["three"] == nil)
    #expect(VectorFile(Array(file.bytes.dropLast())).count == 1)
    #expect(VectorFile(Array("no vectors".utf8)).count == 0)
  }
}
