import LanguageModels
import PromptTemplates

/// How long a turn waits for a model.
public struct TurnTimeouts: Sendable, Hashable {
  /// When an attempt has failed, nothing else is under way and no other model steps in: a provider that is down
  /// is told of within this time, however often a layer would still like to try. Where the server did answer, if
  /// only with a failure, an attempt that is under way by then has the same time again.
  public var failure: Duration
  /// When nothing has failed and nothing has come: the provider is slow.
  public var firstToken: Duration
  /// From the beginning to the end of the whole reply; nil for as long as words keep coming.
  public var total: Duration?

  /// Creates timeouts.
  public init(
    failure: Duration = .seconds(3), firstToken: Duration = .seconds(60), total: Duration? = nil
  ) {
    self.failure = failure
    self.firstToken = max(firstToken, failure)
    self.total = total
  }
}

extension TurnTimeouts {
  /// How often the watch looks whether something has failed.
  private static let step = Duration.milliseconds(200)

  /// Watches a call until its reply has begun, or is over where that is limited, too. Returns the error with which
  /// to give it up; nil when there is none.
  func watch(
    _ call: ModelCall, fallsBack: Bool, hasBegun: @Sendable () -> Bool
  ) async -> ModelError? {
    let clock = call.clock
    let begun = clock.now()
    var pause = failure
    while (try? await clock.sleep(pause)) != nil {
      let elapsed = begun.duration(to: clock.now())
      if hasBegun() {
        guard let total else { return nil }
        guard elapsed < total else { return Self.late("the reply is not whole after \(total)") }
        pause = total - elapsed
        continue
      }
      let last = call.attempts.attempts.last { $0.failure != nil }?.failure
      // A server that has answered at all, if only with a failure, may answer the next attempt.
      let mayYetSucceed =
        last?.status != nil && call.attempts.isUnderWay && elapsed < failure * 2
      if let last, !fallsBack, !mayYetSucceed {
        return ModelError(
          last.code, last.message, advice: "look at the provider; the turn gave it up",
          status: last.status, phase: last.phase)
      }
      guard elapsed < firstToken else { return Self.late("nothing came within \(firstToken)") }
      pause = min(firstToken - elapsed, Self.step)
    }
    return nil
  }

  private static func late(_ message: String) -> ModelError {
    ModelError(
      .timeout, message, advice: "choose a faster model, or allow more time", phase: .firstToken)
  }

  /// The result of some work, or nil when it takes longer than that. The work is then cancelled, and not waited
  /// for: it may be hanging.
  static func result<Value: Sendable>(
    within limit: Duration, _ clock: CallClock, of work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    await withCheckedContinuation { continuation in
      let first = FirstAnswer(continuation)
      let task = Task.onPreferredExecutor { await work() }
      let alarm = Task.onPreferredExecutor {
        try? await clock.sleep(limit)
        guard !Task.isCancelled else { return }
        first.give(nil)
        task.cancel()
      }
      _ = Task.onPreferredExecutor {
        first.give(await task.value)
        alarm.cancel()
      }
    }
  }
}
