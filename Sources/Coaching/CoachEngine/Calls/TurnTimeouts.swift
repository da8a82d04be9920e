package import LanguageModels
import PromptTemplates
import Synchronization

/// The time limits of a turn for a model's reply, measured from the start of the call.
public struct TurnTimeouts: Sendable, Hashable {
  /// The time after which a failing call is given up, even if layers would still retry.
  ///
  /// It applies once an attempt has failed, unless the route falls back to another model, so that an unavailable
  /// provider is reported within this time. If the server has responded at all, even with a failure, an attempt in
  /// progress at that point gets the same time again.
  public var failure: Duration
  /// The time of silence after which a call without any content is given up as slow; at least ``failure``.
  ///
  /// A server that sends comments while its model thinks gets three times as long in all, since a person is waiting. In a reply
  /// to a crisis nothing but text counts.
  public var firstToken: Duration
  /// The time limit for the complete reply; `nil` for no limit.
  public var total: Duration?

  /// Creates timeouts. A `firstToken` shorter than `failure` is raised to it.
  public init(
    failure: Duration = .seconds(3), firstToken: Duration = .seconds(60), total: Duration? = nil
  ) {
    self.failure = failure
    self.firstToken = max(firstToken, failure)
    self.total = total
  }
}

extension TurnTimeouts {
  /// How many times ``firstToken`` a server may take that shows that it lives.
  private static let livelyFactor = 3

  /// The interval at which the call is checked for failures.
  private static let step = Duration.milliseconds(200)

  /// Watches a call until its reply has started, or until it is complete if ``total`` is set.
  ///
  /// Returns the error with which to give up the call; `nil` if it need not be given up.
  func watch(
    _ call: ModelCall, _ activity: LastActivity = LastActivity(), fallsBack: Bool,
    hasStarted: @Sendable () -> Bool
  ) async -> ModelError? {
    let clock = call.clock
    let started = clock.now()
    var pause = failure
    while (try? await clock.sleep(pause)) != nil {
      let elapsed = started.duration(to: clock.now())
      if hasStarted() {
        guard let total else { return nil }
        guard elapsed < total else { return Self.late("the reply is not complete after \(total)") }
        pause = total - elapsed
        continue
      }
      let last = call.attempts.attempts.last { $0.failure != nil }?.failure
      // A server that responded at all, even with a failure, may answer the next attempt.
      let mayYetSucceed =
        last?.status != nil && call.attempts.isUnderWay && elapsed < failure * 2
      if let last, !fallsBack, !mayYetSucceed {
        return ModelError(
          last.code, last.message, advice: "check the provider; the turn gave up on it",
          status: last.status, phase: last.phase)
      }
      let silence = activity.silence(at: clock.now()) ?? elapsed
      guard silence < firstToken, elapsed < firstToken * Self.livelyFactor else {
        return Self.late("nothing of a reply arrived within \(elapsed)")
      }
      pause = min(firstToken - silence, Self.step)
    }
    return nil
  }

  private static func late(_ message: String) -> ModelError {
    ModelError(
      .timeout, message, advice: "choose a faster model, or allow more time", phase: .firstToken)
  }

  /// Returns the result of some work, or `nil` if it takes longer than the limit or the caller's task is cancelled.
  ///
  /// The work is then cancelled but not awaited, since it may hang.
  package static func result<Value: Sendable>(
    within limit: Duration, _ clock: CallClock, of work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let task = Task.onPreferredExecutor { await work() }
    let first = FirstAnswer<Value>()
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
    return await withTaskCancellationHandler {
      await first.value
    } onCancel: {
      first.give(nil)
      task.cancel()
      alarm.cancel()
    }
  }
}

/// When the server of a call last sent anything.
final class LastActivity: Sendable {
  private let last = Mutex<ContinuousClock.Instant?>(nil)

  func note(at now: ContinuousClock.Instant) { last.withLock { $0 = now } }

  /// Returns how long the server has been silent; `nil` if it has sent nothing.
  func silence(at now: ContinuousClock.Instant) -> Duration? {
    last.withLock { $0.map { $0.duration(to: now) } }
  }
}
