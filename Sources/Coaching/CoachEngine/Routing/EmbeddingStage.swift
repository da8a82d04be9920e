public import CoachDomains
public import CoachModel
public import LanguageModels
import ModelLayers
import Synchronization

/// A routing stage that compares a message with the domains' examples in an embedding space.
///
/// The examples are embedded once, with the first message that needs them; new examples are added later. The
/// nearest examples vote, weighted by similarity, and negatives vote against their domain.
public final class EmbeddingStage: RoutingStage {
  /// Returns a vector for each text; all vectors have the same length.
  public typealias Embedding = @Sendable ([String]) async throws -> [[Double]]

  /// The maximum number of texts in one embedding call.
  static let batch = 96
  /// The number of nearest examples that vote.
  static let voters = 7

  private let embedding: Embedding
  private let minimumShare: Double
  private let vectors = Mutex<[String: [Double]]>([:])

  /// Creates the stage. `minimumShare` is the minimum share of the votes, from 0 to 1, for a domain to be chosen.
  public init(minimumShare: Double = 0.6, embedding: @escaping Embedding) {
    self.minimumShare = minimumShare
    self.embedding = embedding
  }

  /// Creates the stage with an embedding model. `minimumShare` is that of the other initializer.
  public convenience init(_ model: any EmbeddingModel, minimumShare: Double = 0.6) {
    // Keeps what was embedded before a turn's time was up, so that the next turns get further.
    let cache = EmbeddingCache(model)
    self.init(minimumShare: minimumShare) { texts in
      try await cache.embeddings(of: texts).vectors
    }
  }

  /// Returns the domain whose examples are nearest; `nil` if the vote is divided or the embedding failed.
  public func decide(
    _ message: String, history: [Message], among domains: [DomainConfig]
  ) async -> RoutingDecision? {
    let examples = domains.flatMap { domain in
      domain.routing.examples.map { (id: domain.id, text: $0, sign: 1.0) }
        + domain.routing.negatives.map { (id: domain.id, text: $0, sign: -1.0) }
    }
    guard !examples.isEmpty, let known = try? await vectors(of: examples.map(\.text)),
      let own = try? await embedding([message]).first
    else { return nil }
    var neighbours: [(id: String, sign: Double, likeness: Double)] = []
    for example in examples {
      guard let vector = known[example.text] else { continue }
      let likeness = Self.cosine(vector, own)
      if likeness > 0 { neighbours.append((example.id, example.sign, likeness)) }
    }
    let nearest = neighbours.sorted { $0.likeness > $1.likeness }.prefix(Self.voters)
    var votes: [String: Double] = [:]
    for neighbour in nearest {
      votes[neighbour.id, default: 0] += neighbour.sign * neighbour.likeness
    }
    let total = nearest.reduce(0) { $0 + $1.likeness }
    let order = votes.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    guard let best = order.first, total > 0, best.value / total >= minimumShare else { return nil }
    return RoutingDecision(
      domain: best.key, confidence: best.value / total, runnerUp: order.dropFirst().first?.key,
      reason: "\(nearest.count { $0.id == best.key }) of the \(nearest.count) nearest examples")
  }

  private func vectors(of texts: [String]) async throws -> [String: [Double]] {
    var known = vectors.withLock { $0 }
    var missing = texts.filter { known[$0] == nil }[...]
    while !missing.isEmpty {
      let batch = Array(missing.prefix(Self.batch))
      missing = missing.dropFirst(Self.batch)
      for (text, vector) in zip(batch, try await embedding(batch)) { known[text] = vector }
    }
    // Vectors of removed examples must not accumulate.
    let wanted = Set(texts)
    known = known.filter { wanted.contains($0.key) }
    let current = known
    vectors.withLock { $0 = current }
    return known
  }

  private static func cosine(_ left: [Double], _ right: [Double]) -> Double {
    guard left.count == right.count else { return 0 }
    var (product, first, second) = (0.0, 0.0, 0.0)
    for index in left.indices {
      product += left[index] * right[index]
      first += left[index] * left[index]
      second += right[index] * right[index]
    }
    let length = (first * second).squareRoot()
    return length > 0 ? product / length : 0
  }
}
