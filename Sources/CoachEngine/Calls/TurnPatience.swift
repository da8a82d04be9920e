import LanguageModels
import PromptTemplates

/// How long a turn waits for a model.
public struct TurnPatience: Sendable, Hashable {
  /// When an attempt has failed, nothing else is under way and no other model steps in: a provider that is down
  /// is told of within this time, however often a layer would still like to try. Where the server did answer, if
  /// only with a failure, an attempt that is under way by then has the same time again.
  public var failing: Duration
  /// When nothing has failed and nothing has come: the provider is slow.
  public var silent: Duration
  /// From the beginning to the end of the whole reply; nil for as long as words keep coming.
  public var whole: Duration?

  /// Creates a patience.
  public init(
    failing: Duration = .seconds(3), silent: Duration = .seconds(60), whole: Duration? = nil
  ) {
    self.failing = failing
    self.silent = max(silent, failing)
    self.whole = whole
  }
}

extension TurnPatience {
  /// How often the watch looks whether something has failed.
  private static let step = Duration.milliseconds(200)

  /// Watches a call until its reply has begun, or is over where that is limited, too. Returns the error with which
  /// to give it up; nil when there is none.
  func watch(
    _ call: ModelCall, fallsBack: Bool, hasBegun: @Sendable () -> Bool
  ) async -> ModelError? {
    let clock = call.clock
    let begun = clock.now()
    var pause = failing
    while (try? await clock.sleep(pause)) != nil {
      let elapsed = begun.duration(to: clock.now())
      if hasBegun() {
        guard let whole else { return nil }
        guard elapsed < whole else { return Self.late("the reply is not whole after \(whole)") }
        pause = whole - elapsed
        continue
      }
      let failure = call.attempts.attempts.last { $0.failure != nil }?.failure
      // A server that has answered at all, if only with a failure, may answer the next attempt.
      let mayYetSucceed =
        failure?.status != nil && call.attempts.isUnderWay && elapsed < failing * 2
      if let failure, !fallsBack, !mayYetSucceed {
        return ModelError(
          failure.code, failure.message,
          advice: "look at the provider; the turn gave it up", status: failure.status,
          phase: failure.phase)
      }
      guard elapsed < silent else { return Self.late("nothing came within \(silent)") }
      pause = min(silent - elapsed, Self.step)
    }
    return nil
  }

  private static func late(_ message: String) -> ModelError {
    ModelError(
      .timeout, message, advice: "choose a faster model, or more patience", phase: .firstToken)
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
