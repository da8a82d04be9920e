public import CoachModel

/// How a call ended, as reported to layers.
public struct ModelCallEnd: Sendable {
  /// The ways in which a call can end.
  public enum Outcome: Sendable {
    /// The reply reached its end.
    case finished(FinishReason)
    /// The call failed, before or after the first content.
    case failed(ModelError)
    /// The reader or a layer released the reply before its end.
    case abandoned
  }

  /// How the call ended.
  public var outcome: Outcome
  /// What the provider stated at the start of the reply.
  public var start = ModelStart()
  /// The tokens that the call consumed; nil if the provider did not report them.
  public var usage: TokenUsage?
  /// When the first content arrived; nil if none did.
  public var firstContent: ContinuousClock.Instant?
  /// When the call ended.
  public var ended: ContinuousClock.Instant
  /// All events, if a layer requested them with ``OpenedReply/whenEnded(_:keepingEvents:ending:)``; empty otherwise.
  public var events: [ModelEvent] = []

  init(_ outcome: Outcome, at ended: ContinuousClock.Instant) {
    self.outcome = outcome
    self.ended = ended
    if case .failed(let error) = outcome {
      usage = error.partial?.usage
      start = error.partial?.start ?? start
    }
  }

  /// The reason why the reply ended; nil if it did not reach its end.
  public var finish: FinishReason? {
    if case .finished(let reason) = outcome { reason } else { nil }
  }

  /// The error if the call failed; nil otherwise.
  public var failure: ModelError? {
    if case .failed(let error) = outcome { error } else { nil }
  }
}
