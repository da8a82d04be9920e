@testable import CoachDomains
import CoachModel
import SourceFiles
import Testing
import TestKit
import TextAnalysis

@Suite("The trained part of a router")
struct TrainedRouterTests {
  private static let classes = ["garden", "kitchen", "chess", "none", "clinical"]
  private static let question = Message(.assistant, "What would you like to try?")

  /// A trained part for which words say nothing, and the first number of a vector speaks for the kitchen.
  private static func trained(
    _ classes: [String] = classes, change: (inout TrainedRouter.Mixture) -> Void = { _ in }
  ) -> TrainedRouter {
    let wording = NGramClasses(
      rarities: Array(repeating: 0, count: 4),
      weights: QuantizedWeights(Array(repeating: 0, count: 4 * classes.count)),
      biases: classes.map { $0 == "chess" ? 2 : 0 })
    let scores = LinearClasses(
      weights: classes.flatMap { [$0 == "kitchen" ? 1 : 0, 0] as [Float] },
      biases: classes.map { _ in 0 })
    var mixture = TrainedRouter.Mixture()
    mixture.wording = 1
    var meaning = TrainedRouter.Mixture()
    meaning.exchange = 1
    change(&mixture)
    change(&meaning)
    return TrainedRouter(
      classes: classes, wording: wording, mixture: mixture,
      head: TrainedRouter.Head(
        model: "space", answer: scores, exchange: scores, dialog: scores, mixture: meaning))
  }

  private func router(_ trained: TrainedRouter = Self.trained()) -> DomainRouter {
    var router = SampleDomain.router()
    router.use(trained)
    return router
  }

  private func embeddings(
    of exchange: RoutedExchange, _ vector: [Float], model: String = "space"
  ) -> ExchangeEmbeddings {
    ExchangeEmbeddings(
      model: model,
      vectors: Dictionary(
        exchange.texts.map { ($0, vector) }, uniquingKeysWith: { first, _ in first }))
  }

  @Test("a first message is decided by its words alone")
  func first() {
    #expect(
      router().decide("my garden has weeds") == SampleDomain.router().decide("my garden has weeds"))
  }

  @Test("an answer is read with its question")
  func answer() {
    #expect(router().decide("the second one", history: [Self.question]).domain == "chess")
  }

  @Test("the vectors of the newest exchange decide, and the decision names their model")
  func meaning() {
    let exchange = RoutedExchange(question: Self.question.text, answer: "the second one")
    let near = router().decide(
      exchange.answer, history: [Self.question], current: nil, preferred: [],
      embeddings: embeddings(of: exchange, [8, 0]))
    #expect(near.domain == "kitchen" && near.embeddingModel == "space")
  }

  @Test(
    "without them, or with vectors of another model or length, the decision is the local one",
    arguments: [("space", [8]), ("another", [8, 0]), ("space", [])] as [(String, [Float])])
  func fallback(model: String, vector: [Float]) {
    let exchange = RoutedExchange(question: Self.question.text, answer: "the second one")
    let router = router()
    let decision = router.decide(
      exchange.answer, history: [Self.question], current: nil, preferred: [],
      embeddings: embeddings(of: exchange, vector, model: model))
    #expect(decision == router.decide(exchange.answer, history: [Self.question]))
    #expect(decision.embeddingModel == nil)
  }

  @Test("it is used with its own classes only, in any order")
  func classes() {
    #expect(router(Self.trained(Self.classes.reversed())).trained?.classes == Self.classes)
    #expect(
      router(Self.trained(Self.classes.reversed())).decide("yes", history: [Self.question]).domain
        == "chess")
    for other in [Self.classes.dropLast() + ["sport"], Self.classes + ["sport"], ["garden"]] {
      #expect(router(Self.trained(Array(other))).trained == nil)
    }
  }

  @Test("an exchange holds the question before it and the answer before that")
  func exchanges() {
    let messages = [
      Message(.user, "Hi"), Message(.assistant, "What for?"), Message(.user, "Roses"),
      Message(.assistant, "Which?"), Message(.user, "Red"),
    ]
    let found = RoutedExchange.all(in: messages)
    #expect(found.map(\.text) == ["Hi", "What for?\nRoses", "Which?\nRed"])
    #expect(found.map(\.dialog) == ["Hi", "Hi\nWhat for?\nRoses", "Roses\nWhich?\nRed"])
    #expect(
      found[0].texts.isEmpty && found[2].texts == ["Red", "Which?\nRed", "Roses\nWhich?\nRed"])
  }

  @Test("a folder's library reads it, and reports a damaged one")
  func files() throws {
    var files = SampleDomain.files
    let trained = Self.trained()
    func library(_ bytes: [UInt8]) throws -> DomainLibrary {
      var all = files.mapValues { Array($0.utf8) }
      all["D/_router.model"] = bytes
      return try DomainLibrary(folder: "D", files: InMemoryFileSystem(bytes: all))
    }
    let good = try library(trained.fileBytes)
    #expect(good.diagnostics.isEmpty && good.router.usesEmbeddings)
    let damaged = try library(Array(trained.fileBytes.dropLast()))
    #expect(damaged.diagnostics.map(\.code) == ["router.damaged"])
    #expect(damaged.domains.count == 3 && !damaged.router.usesEmbeddings)
    // A head for other classes than those of the words.
    var mixed = trained
    mixed.head = Self.trained(["garden"]).head
    try expect(library(mixed.fileBytes).diagnostics.map(\.code), equals: ["router.damaged"])
    files["D/chess.yaml"] = nil
    // A domain less: it would not know what the classes are.
    #expect(try !library(trained.fileBytes).router.usesEmbeddings)
  }
}
