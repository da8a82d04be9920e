import CoachDomains
import CoachEngine
import Synchronization
import Testing
import TestKit

@Suite("Routing a message by its nearest examples")
struct EmbeddingStageTests {
  /// An invented space: each text has its vector, and requested texts are recorded.
  private final class Space: Sendable {
    struct Failure: Error {}

    private let state: Mutex<(vectors: [String: [Double]], calls: [[String]], fails: Bool)>

    init(_ vectors: [String: [Double]]) {
      state = Mutex((vectors, [], false))
    }

    var calls: [[String]] { state.withLock { $0.calls } }
    var fails: Bool {
      get { state.withLock { $0.fails } }
      set { state.withLock { $0.fails = newValue } }
    }

    func embed(_ texts: [String]) async throws -> [[Double]] {
      try state.withLock { state in
        state.calls.append(texts)
        if state.fails { throw Failure() }
        return texts.map { state.vectors[$0] ?? [0, 0] }
      }
    }

    var stage: EmbeddingStage { EmbeddingStage { try await self.embed($0) } }
  }

  private func domain(
    _ id: String, _ examples: [String], negatives: [String] = []
  ) throws -> DomainConfig {
    var domain = try Workspace.domain(id)
    domain.routing = RoutingSignals(keywords: [], examples: examples, negatives: negatives)
    return domain
  }

  private let space = Space([
    "job one": [1, 0], "job two": [0.9, 0.1], "home one": [0, 1], "home two": [0.1, 0.9],
    "work": [0.95, 0.05], "flat": [0.05, 0.95], "both": [1, 1],
  ])

  private func domains() throws -> [DomainConfig] {
    [
      try domain("career", ["job one", "job two"]), try domain("life", ["home one", "home two"]),
    ]
  }

  @Test("the nearest examples win")
  func nearest() async throws {
    let stage = space.stage
    let work = await stage.decide("work", history: [], among: try domains())
    #expect(work?.domain == "career" && work?.runnerUp == "life" && work?.outcome == nil)
    #expect((work?.confidence ?? 0) > 0.6 && (work?.confidence ?? 2) <= 1)
    await expect(stage.decide("flat", history: [], among: try domains())?.domain, equals: "life")
  }

  @Test("if they disagree, the result is uncertain; the product sets the threshold")
  func divided() async throws {
    let domains = try domains()
    await expect(space.stage.decide("both", history: [], among: domains), equals: nil)
    let (space, strict) = (space, 0.99)
    let careful = EmbeddingStage(minimumShare: strict) { try await space.embed($0) }
    await expect(careful.decide("work", history: [], among: domains), equals: nil)
    let bold = EmbeddingStage(minimumShare: 0.4) { try await space.embed($0) }
    #expect(await bold.decide("both", history: [], among: domains) != nil)
  }

  @Test("only the nearest few count, however many examples there are")
  func voters() async throws {
    // Many distant examples together outweigh the near ones.
    var vectors = ["message": [1.0, 0]]
    let near = (0..<7).map { "near \($0)" }
    let far = (0..<100).map { "far \($0)" }
    for text in near { vectors[text] = [1, 0.1] }
    for text in far { vectors[text] = [0.3, 1] }
    let domains = [try domain("career", near), try domain("life", far)]
    let decision = await Space(vectors).stage.decide("message", history: [], among: domains)
    #expect(decision?.domain == "career" && decision?.confidence == 1)
  }

  @Test("a message that resembles a negative does not belong to its domain")
  func negatives() async throws {
    let domains = [
      try domain("career", ["job one"], negatives: ["job two"]), try domain("life", ["home two"]),
    ]
    // Near a positive and a negative of one domain: the two votes cancel out.
    let decision = await space.stage.decide("work", history: [], among: domains)
    #expect(decision?.domain != "career")
  }

  @Test("a vector in the opposite direction is not near")
  func opposite() async throws {
    let space = Space(["message": [1, 0], "near": [1, 0.5], "opposite": [-1, 0]])
    let domains = [try domain("career", ["near"]), try domain("life", [], negatives: ["opposite"])]
    await expect(
      space.stage.decide("message", history: [], among: domains)?.domain, equals: "career")
  }

  @Test("examples are embedded once, the message each time")
  func cache() async throws {
    let (stage, domains) = (space.stage, try domains())
    for message in ["work", "flat", "work"] {
      _ = await stage.decide(message, history: [], among: domains)
    }
    #expect(
      space.calls == [
        ["job one", "job two", "home one", "home two"], ["work"], ["flat"], ["work"],
      ])
  }

  @Test("new examples are added, and removed ones are forgotten")
  func changes() async throws {
    let stage = space.stage
    let life = try domain("life", ["home one", "home two"])
    _ = await stage.decide("work", history: [], among: try domains())
    _ = await stage.decide(
      "work", history: [], among: [try domain("career", ["job one", "flat"]), life])
    _ = await stage.decide("work", history: [], among: try domains())
    #expect(
      space.calls.filter { $0 != ["work"] } == [
        ["job one", "job two", "home one", "home two"], ["flat"], ["job two"],
      ])
  }

  @Test("many examples are embedded in several calls, each text once")
  func batches() async throws {
    let texts = (0..<200).map { "text \($0)" }
    _ = await space.stage.decide("work", history: [], among: [try domain("career", texts)])
    let batches = space.calls.dropLast()
    #expect(batches.count > 1 && batches.allSatisfy { $0.count <= 96 })
    #expect(Array(batches.joined()) == texts)
  }

  @Test("a failed embedding decides nothing, and is retried for the next message")
  func failure() async throws {
    let (stage, domains) = (space.stage, try domains())
    space.fails = true
    await expect(stage.decide("work", history: [], among: domains), equals: nil)
    space.fails = false
    await expect(stage.decide("work", history: [], among: domains)?.domain, equals: "career")
    space.fails = true
    await expect(stage.decide("work", history: [], among: domains), equals: nil)
  }

  @Test("missing vectors, vectors of another length and zero vectors decide nothing")
  func strange() async throws {
    let domains = try domains()
    let answers: [EmbeddingStage.Embedding] = [
      { _ in [] }, { texts in texts.map { _ in [] } }, { texts in texts.map { _ in [0, 0] } },
      { texts in texts.map { Array(repeating: 1, count: $0.count) } },
    ]
    for embedding in answers {
      let stage = EmbeddingStage(embedding: embedding)
      await expect(stage.decide("a very long message", history: [], among: domains), equals: nil)
    }
  }

  @Test("without examples, nothing is embedded")
  func noExamples() async throws {
    let domains = [try domain("career", [])]
    await expect(space.stage.decide("work", history: [], among: domains), equals: nil)
    await expect(space.stage.decide("work", history: [], among: []), equals: nil)
    #expect(space.calls.isEmpty)
  }
}
