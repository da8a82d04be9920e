public import CoachDomains
public import CoachModel
import Synchronization

/// Compares a message with the domains' examples in a model's space, where words that mean alike lie close together.
///
/// The examples are embedded once, with the first message that needs them; examples that are new since are added. The
/// nearest ones vote, each with its likeness, and negatives vote against their domain.
public final class EmbeddingStage: RoutingStage {
  /// Gives a vector for each text, all of one length.
  public typealias Embedding = @Sendable ([String]) async throws -> [[Double]]

  /// How many texts are embedded in one call.
  static let batch = 96
  /// How many of the nearest examples vote.
  static let voters = 7

  private let embedding: Embedding
  private let minimumShare: Double
  private let vectors = Mutex<[String: [Double]]>([:])

  /// Creates the stage. `minimumShare` is the share of the votes from which a domain is believed.
  public init(minimumShare: Double = 0.6, embedding: @escaping Embedding) {
    self.minimumShare = minimumShare
    self.embedding = embedding
  }

  /// The domain whose examples lie nearest; nil where they are divided, or nothing could be embedded.
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
    // Examples that are gone are forgotten.
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
