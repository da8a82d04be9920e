public import LanguageModels

/// Allows a call so many requests in all, whichever layers below ask again: retries, other keys and other
/// models together.
public struct AttemptLimit: ModelMiddleware {
  /// The number of requests, at least 1.
  public let count: Int

  /// Creates a limit.
  public init(_ count: Int) {
    self.count = max(1, count)
  }

  /// Sets the limit for the call.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    call.attempts.limit(to: count)
    return try await next.open(call)
  }
}
