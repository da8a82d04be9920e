import CoachModel
public import LanguageModels
import SourceFiles
import Synchronization

/// An embedding model that keeps the vectors of recent texts and asks for the others in batches.
///
/// A message is embedded for the crisis screen and again for the router, and the examples of domains with every
/// message. The cache holds digests and vectors, none of the texts, in memory only. Texts that several callers ask for
/// at the same time may be embedded more than once.
public final class EmbeddingCache: EmbeddingModel {
  /// The provider and the name of the model whose vectors are kept.
  public var identity: ModelIdentity { model.identity }

  private let model: any EmbeddingModel
  private let vectors: DigestCache<[Double]>
  private let batch: Int
  /// The model's name in the last response; nil before the first, and if the server reports none.
  private let reported = Mutex<String?>(nil)

  /// Creates a cache in front of a model.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of vectors that are kept. A vector of 384 numbers takes 3 KB.
  ///   - batch: The maximum number of texts in one call.
  public init(_ model: any EmbeddingModel, capacity: Int = 10_000, batch: Int = 64) {
    self.model = model
    vectors = DigestCache(capacity: capacity)
    self.batch = max(1, batch)
  }

  /// Returns the vectors of texts. Only those that are not kept are asked for, each once.
  ///
  /// If the server reports another model than before, the kept vectors are discarded: vectors of two models cannot be
  /// compared. Throws what the model throws, and ``ModelError`` with code `decoding` if a text has no vector or the
  /// model changes again while the texts are embedded anew; the vectors of completed batches are kept.
  public func embeddings(of texts: [String]) async throws(ModelError) -> TextEmbeddings {
    if let answer = try await answer(texts) { return answer }
    if let answer = try await answer(texts) { return answer }
    throw ModelError(
      .decoding, "the embedding server changes its model from call to call",
      advice: "name a model that it always answers with")
  }

  /// Returns the vectors that are kept, without asking the model; none if it has not answered yet.
  public func kept(_ texts: [String]) -> (model: String, vectors: [String: [Double]]) {
    (
      reported.withLock { $0 } ?? identity.model,
      texts.reduce(into: [:]) { $0[$1] = vectors[ContentDigest(of: $1)] }
    )
  }

  /// Returns the vectors; nil if the server's model turned out to be another one than that of the kept vectors.
  private func answer(_ texts: [String]) async throws(ModelError) -> TextEmbeddings? {
    let digests = texts.map { ContentDigest(of: $0) }
    var found: [ContentDigest: [Double]] = [:]
    var missing: [(digest: ContentDigest, text: String)] = []
    var listed: Set<ContentDigest> = []
    for (digest, text) in zip(digests, texts) where listed.insert(digest).inserted {
      if let vector = vectors[digest] {
        found[digest] = vector
      } else {
        missing.append((digest, text))
      }
    }
    var usage: TokenUsage?
    for start in stride(from: 0, to: missing.count, by: batch) {
      let asked = missing[start..<min(start + batch, missing.count)]
      let answer = try await model.embeddings(of: asked.map(\.text))
      guard answer.vectors.count == asked.count else {
        throw ModelError(
          .decoding,
          "the embedding model returned \(answer.vectors.count) vectors for \(asked.count) texts",
          advice: "check the embedding model")
      }
      guard isSameModel(answer.model) else { return nil }
      if let spent = answer.usage { usage = (usage ?? .zero) + spent }
      for (text, vector) in zip(asked, answer.vectors) {
        found[text.digest] = vector
        vectors.keep(vector, for: text.digest)
      }
    }
    return TextEmbeddings(
      vectors: digests.compactMap { found[$0] }, model: reported.withLock { $0 }, usage: usage)
  }

  /// Notes the model that a response names, and discards the kept vectors if they are another model's.
  private func isSameModel(_ name: String?) -> Bool {
    let before = reported.withLock { reported in
      defer { reported = name ?? reported }
      return reported
    }
    guard let name, let before, name != before else { return true }
    vectors.removeAll()
    return false
  }
}
