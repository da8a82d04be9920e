package import LanguageModels
package import ModelMiddleware
import Synchronization

/// The concurrency limits of the calls to each provider with each key, which all models share.
package final class SharedConcurrency: Sendable {
  private let limits: [String: Int]
  private let measures = Mutex<[String: AdaptiveConcurrency]>([:])

  /// Creates limits from fixed numbers by provider; for other providers the limit adapts.
  package init(_ limits: [String: Int]) {
    self.limits = limits
  }

  package func measure(_ model: ModelIdentity, key: Int) -> AdaptiveConcurrency {
    let limit = limits[model.provider]
    return measures.withLock { measures in
      let name = "\(model.provider) \(key)"
      if let known = measures[name] { return known }
      let new =
        limit.map { AdaptiveConcurrency(start: $0, maximum: $0) } ?? AdaptiveConcurrency()
      measures[name] = new
      return new
    }
  }

  /// The number of calls that may be in progress for all providers together; 0 before the first call.
  package var total: Int { measures.withLock { $0.values.reduce(0) { $0 + $1.limit } } }
}
