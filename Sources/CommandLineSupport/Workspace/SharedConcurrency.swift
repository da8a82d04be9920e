package import LanguageModels
package import ModelMiddleware
import Synchronization

/// One measure of concurrency for each provider and key, whichever models are asked.
package final class SharedConcurrency: Sendable {
  private let limits: [String: Int]
  private let measures = Mutex<[String: AdaptiveConcurrency]>([:])

  /// Limits by provider; one without a limit finds its own.
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

  /// How many calls may be under way, all providers together; 0 before the first.
  package var total: Int { measures.withLock { $0.values.reduce(0) { $0 + $1.limit } } }
}
