public import LanguageModels

/// A layer that limits the number of requests of a call, across all layers below: retries, other keys and
/// other models together.
public struct AttemptLimit: ModelMiddleware {
  /// The maximum number of requests, at least 1.
  public let count: Int

  /// Creates a limit; values below 1 count as 1.
  public init(_ count: Int) {
    self.count = max(1, count)
  }

  /// Sets the limit for the call and opens the reply.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    call.attempts.limit(to: count)
    return try await next.open(call)
  }
}
