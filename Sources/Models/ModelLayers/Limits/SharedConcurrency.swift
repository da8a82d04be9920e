public import LanguageModels
import Synchronization

/// The concurrency limits of several models that use the same providers and keys.
///
/// A provider limits an account, not a model, so models with one key have to share one limit:
///
/// ```swift
/// let concurrency = SharedConcurrency(["local": 2])
/// var stack = ModelStack()
/// stack.concurrency = { concurrency.limit(of: $0, key: $1) }
/// let models = try [haiku, sonnet].map { stack.model($0) }
/// ```
public final class SharedConcurrency: Sendable {
  private let fixedLimits: [String: Int]
  private let layers = Mutex<[String: AdaptiveConcurrency]>([:])

  /// Creates limits from fixed numbers by provider; for other providers the limit adapts.
  public init(_ fixedLimits: [String: Int] = [:]) {
    self.fixedLimits = fixedLimits
  }

  /// Returns the layer that all models of a provider share for the calls with a key.
  public func limit(of model: ModelIdentity, key: Int) -> AdaptiveConcurrency {
    let limit = fixedLimits[model.provider]
    return layers.withLock { layers in
      let name = "\(model.provider) \(key)"
      if let known = layers[name] { return known }
      let new =
        limit.map { AdaptiveConcurrency(start: $0, maximum: $0) } ?? AdaptiveConcurrency()
      layers[name] = new
      return new
    }
  }

  /// The number of calls that may be in progress for all providers together; 0 before the first call.
  public var total: Int { layers.withLock { $0.values.reduce(0) { $0 + $1.limit } } }
}
