public import CoachModel

/// How a call ended, as layers hear of it.
public struct ModelCallEnd: Sendable {
  /// The ways to end.
  public enum Outcome: Sendable {
    /// The reply came to its end.
    case finished(FinishReason)
    /// It failed, before its first content or after it.
    case failed(ModelError)
    /// Its reader let go of it.
    case abandoned
  }

  /// How it ended.
  public var outcome: Outcome
  /// What the provider said when it began.
  public var start = ModelStart()
  /// What the provider said the call consumed; nil when it did not say.
  public var usage: TokenUsage?
  /// When the first content came; nil when none did.
  public var firstContent: ContinuousClock.Instant?
  /// When it ended.
  public var ended: ContinuousClock.Instant
  /// All events, if a layer asked for them with ``OpenedReply/whenEnded(_:keepingEvents:_:)``.
  public var events: [ModelEvent] = []

  init(_ outcome: Outcome, at ended: ContinuousClock.Instant) {
    self.outcome = outcome
    self.ended = ended
    if case .failed(let error) = outcome {
      usage = error.partial?.usage
      start = error.partial?.start ?? start
    }
  }

  /// Why it ended, if it came to its end.
  public var finish: FinishReason? {
    if case .finished(let reason) = outcome { reason } else { nil }
  }

  /// Why it did not come to its end, if it failed.
  public var failure: ModelError? {
    if case .failed(let error) = outcome { error } else { nil }
  }
}
