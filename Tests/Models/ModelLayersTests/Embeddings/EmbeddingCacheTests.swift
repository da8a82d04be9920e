import CoachModel
import LanguageModels
import ModelLayers
import Synchronization
import Testing

@Suite("The cache of embeddings")
struct EmbeddingCacheTests {
  /// A model whose vectors are the lengths of the texts, and which notes what it is asked.
  private final class Lengths: EmbeddingModel {
    let identity = ModelIdentity(provider: "test", model: "lengths")
    let calls = Mutex<[[String]]>([])
    let names: [String?]
    let shortens: Bool

    /// `names` are reported call after call, the last of them for all further calls.
    init(names: [String?] = [nil], shortens: Bool = false) {
      self.names = names
      self.shortens = shortens
    }

    func embeddings(of texts: [String]) async throws(ModelError) -> TextEmbeddings {
      let number = calls.withLock { calls in
        calls.append(texts)
        return calls.count - 1
      }
      guard !texts.contains("down") else {
        throw ModelError(.transport, "down", advice: "start it")
      }
      let vectors = texts.map { [Double($0.utf8.count), 1] }
      return TextEmbeddings(
        vectors: shortens ? Array(vectors.dropLast()) : vectors,
        model: names[min(number, names.count - 1)], usage: TokenUsage(input: texts.count, output: 0)
      )
    }
  }

  @Test("a text is asked for once, and the order is that of the texts")
  func once() async throws {
    let model = Lengths()
    let cache = EmbeddingCache(model)
    let first = try await cache.embeddings(of: ["a", "bb", "a"])
    #expect(first.vectors == [[1, 1], [2, 1], [1, 1]] && first.usage?.input == 2)
    let second = try await cache.embeddings(of: ["bb", "ccc"])
    #expect(second.vectors == [[2, 1], [3, 1]])
    #expect(model.calls.withLock { $0 } == [["a", "bb"], ["ccc"]])
    let none = try await cache.embeddings(of: [])
    #expect(none.vectors.isEmpty && model.calls.withLock { $0.count } == 2)
  }

  @Test("many texts are asked for in batches, and the oldest vectors make room")
  func batches() async throws {
    let model = Lengths()
    let cache = EmbeddingCache(model, capacity: 2, batch: 2)
    let texts = ["a", "bb", "ccc"]
    #expect(try await cache.embeddings(of: texts).vectors == [[1, 1], [2, 1], [3, 1]])
    _ = try await cache.embeddings(of: ["bb", "ccc", "a"])
    #expect(model.calls.withLock { $0 } == [["a", "bb"], ["ccc"], ["a"]])
  }

  @Test("what was answered before an error is kept")
  func failure() async throws {
    let model = Lengths()
    let cache = EmbeddingCache(model, batch: 1)
    await #expect(throws: ModelError.self) { try await cache.embeddings(of: ["a", "down"]) }
    _ = try await cache.embeddings(of: ["a"])
    #expect(model.calls.withLock { $0 } == [["a"], ["down"]])
  }

  @Test("vectors of another model are discarded")
  func anotherModel() async throws {
    let model = Lengths(names: ["one", "two"])
    let cache = EmbeddingCache(model)
    _ = try await cache.embeddings(of: ["a"])
    let answer = try await cache.embeddings(of: ["a", "bb"])
    #expect(answer.vectors.count == 2 && answer.model == "two")
    #expect(model.calls.withLock { $0 } == [["a"], ["bb"], ["a", "bb"]])
  }

  @Test("a server that changes its model from call to call is an error, and so is a missing vector")
  func unusable() async throws {
    let changing = EmbeddingCache(Lengths(names: ["one", "two", "three"]))
    _ = try await changing.embeddings(of: ["a"])
    let error = await #expect(throws: ModelError.self) {
      try await changing.embeddings(of: ["bb"])
    }
    #expect(error?.code == .decoding)
    let short = EmbeddingCache(Lengths(shortens: true))
    let missing = await #expect(throws: ModelError.self) { try await short.embeddings(of: ["a"]) }
    #expect(missing?.code == .decoding)
  }
}
