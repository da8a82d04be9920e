import CoachEngine
import CoachModel
import CoachSafety
import LanguageModels
import SourceFiles
import Synchronization
import TestKit
import TestTiming
import Testing

@Suite("The embedding of a message may be late, missing or unusable")
struct MessageEmbeddingTests {
  /// An embedding model that answers at once with one vector, or never, or with an error.
  private final class Vectors: EmbeddingModel {
    enum Behavior: Sendable {
      case vector([Double])
      case failure
      case silence
    }

    let identity = ModelIdentity(provider: "test", model: "asked")
    let behavior: Behavior
    let reported: String?
    let asked = Mutex<[String]>([])

    init(_ behavior: Behavior, reported: String? = "multilingual-e5-small-q4") {
      self.behavior = behavior
      self.reported = reported
    }

    func embeddings(of texts: [String]) async throws(ModelError) -> TextEmbeddings {
      asked.withLock { $0 += texts }
      switch behavior {
      case .vector(let vector):
        return TextEmbeddings(vectors: texts.map { _ in vector }, model: reported)
      case .failure: throw ModelError(.transport, "it is down", advice: "start it")
      case .silence:
        try? await untilCancelled()
        throw ModelError(.cancelled, "cancelled", advice: "")
      }
    }
  }

  private let message = "we moved the sofa, and the dog sleeps on it already"

  private func outcome(_ model: Vectors) async throws -> (TurnOutcome, TurnScene) {
    let scene = try TurnScene(small: [], strong: [.reply(["Tell me about the dog."])])
    try scene.subscribe()
    scene.service.embeddings = MessageEmbeddings(model)
    let outcome = try #require(try await scene.say(message).outcome)
    #expect(outcome.failure == nil && outcome.route == .coaching)
    return (outcome, scene)
  }

  @Test("in time, it is among the sources of the decision")
  func used() async throws {
    let model = Vectors(.vector(Array(repeating: 0.05, count: 384)))
    let (outcome, scene) = try await outcome(model)
    let screening = try #require(outcome.trace.screening)
    #expect(screening.sources == ["wording", "signs", "embedding:multilingual-e5-small-q4"])
    #expect(screening.embeddingProblem == nil && outcome.trace.problems.isEmpty)
    // The vector is kept.
    _ = try await scene.say(message)
    #expect(model.asked.withLock { $0 } == [message])
  }

  @Test("a server that is down, another model and another dimension fall back, and say so")
  func fallback() async throws {
    let cases: [(Vectors, String)] = [
      (Vectors(.failure), "it is down"),
      (Vectors(.vector(Array(repeating: 1, count: 384)), reported: "another"), "another"),
      (Vectors(.vector([1, 2])), "2 numbers"), (Vectors(.vector([]), reported: nil), "asked"),
    ]
    for (model, words) in cases {
      let (outcome, _) = try await outcome(model)
      let screening = try #require(outcome.trace.screening)
      #expect(screening.sources == ["wording", "signs"])
      #expect(screening.embeddingProblem?.contains(words) == true)
      #expect(outcome.trace.problems.count == 1)
      #expect(screening.verdict == .calm)
    }
  }

  @Test("a slow server is not waited for beyond the time limit")
  func slow() async throws {
    let (outcome, scene) = try await outcome(Vectors(.silence))
    let screening = try #require(outcome.trace.screening)
    #expect(screening.embeddingProblem?.contains("did not answer within") == true)
    #expect(scene.simulated.elapsed == scene.service.embeddings?.timeout)
  }
}
