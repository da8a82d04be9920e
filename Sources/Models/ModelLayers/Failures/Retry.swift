public import LanguageModels

/// A layer that repeats a call that failed before its first content, if the failure may be transient.
public struct Retry: ModelMiddleware {
  /// When a call is repeated, and after which wait.
  public let policy: RetryPolicy
  private let random: @Sendable () -> Double

  /// Creates a retry layer; `random` returns numbers from 0 to 1 for the jitter.
  public init(
    _ policy: RetryPolicy = RetryPolicy(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.policy = policy
    self.random = random
  }

  /// Repeats the call until content arrives, or until the policy or the call's number of attempts is exhausted.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    let started = call.clock.now()
    var failures = 0
    while true {
      do throws(ModelError) {
        return try await next.open(call)
      } catch {
        failures += 1
        guard call.attempts.remaining > call.attemptsKeptForOthers,
          let wait = policy.wait(after: failures, error, random: random()),
          started.duration(to: call.clock.now()) + wait <= policy.maximumDuration
        else { throw error }
        try await call.wait(wait)
      }
    }
  }
}
