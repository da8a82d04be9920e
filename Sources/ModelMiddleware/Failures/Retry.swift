public import LanguageModels

/// Asks a model again when it failed before its first content in a way that may pass.
public struct Retry: ModelMiddleware {
  /// When, and after what wait.
  public let policy: RetryPolicy
  private let random: @Sendable () -> Double

  /// Creates a retry; `random` gives numbers from 0 to 1 for the jitter.
  public init(
    _ policy: RetryPolicy = RetryPolicy(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.policy = policy
    self.random = random
  }

  /// Asks until content comes or the policy, or the call's number of attempts, ends it.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    let begun = call.clock.now()
    var failures = 0
    while true {
      do throws(ModelError) {
        return try await next.open(call)
      } catch {
        failures += 1
        guard call.attempts.remaining > call.attemptsKeptForOthers,
          let wait = policy.wait(after: failures, error, random: random()),
          begun.duration(to: call.clock.now()) + wait <= policy.maximumDuration
        else { throw error }
        try await call.wait(wait)
      }
    }
  }
}
