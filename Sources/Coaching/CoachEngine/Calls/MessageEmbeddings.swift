import CoachDomains
package import CoachModel
public import LanguageModels
import ModelLayers

/// Where a turn gets the embeddings of messages, for the crisis screen and the router.
///
/// ```swift
/// service.embeddings = MessageEmbeddings(try resolver.embeddings("local-embeddings"))
/// ```
public struct MessageEmbeddings: Sendable {
  private let cache: EmbeddingCache
  /// The time limit for all embeddings of a turn. After it, screen and router decide without them.
  public var timeout: Duration

  /// The model, which keeps the vectors of recent texts.
  public var model: any EmbeddingModel { cache }

  /// Creates a source with a cache in front of a model.
  public init(_ model: any EmbeddingModel, timeout: Duration = .milliseconds(300)) {
    cache = EmbeddingCache(model)
    self.timeout = timeout
  }

  /// The embedding of a message, or why there is none.
  enum Answer: Sendable {
    case embedding(TextEmbedding)
    case problem(String)
  }

  /// Returns the embedding of a message, or after the time limit the reason why there is none.
  ///
  /// The vectors of `others` are kept from the same call.
  func embedding(of text: String, with others: [String] = [], clock: CallClock) async -> Answer {
    let model = model
    let answer = await TurnTimeouts.result(within: timeout, clock) {
      () async -> Result<TextEmbeddings, ModelError> in
      do throws(ModelError) {
        return .success(try await model.embeddings(of: [text] + others))
      } catch {
        return .failure(error)
      }
    }
    switch answer {
    case .success(let found)?:
      guard let embedding = TextEmbedding(first: found, by: model) else {
        return .problem("\(model.identity) returned no vector")
      }
      return .embedding(embedding)
    case .failure(let error)?: return .problem("\(model.identity): \(error.message)")
    case nil: return .problem("\(model.identity) did not answer within \(timeout)")
    }
  }

  /// Returns the vectors of exchanges that are kept.
  func kept(_ exchanges: [RoutedExchange]) -> ExchangeEmbeddings {
    let kept = cache.kept(exchanges.flatMap(\.texts))
    return ExchangeEmbeddings(
      model: kept.model, vectors: kept.vectors.mapValues { $0.map { Float($0) } })
  }
}

extension TextEmbedding {
  /// Creates the embedding of the first of some texts; `nil` if the model returned none.
  package init?(first found: TextEmbeddings, by model: any EmbeddingModel) {
    guard let vector = found.vectors.first else { return nil }
    self.init(model: found.model ?? model.identity.model, vector: vector.map { Float($0) })
  }
}
