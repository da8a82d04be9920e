/// Why a person cannot write now.
///
/// It is about writing only: whatever the reason, past conversations stay readable. A message that
/// signals a crisis is never refused, so it must be answered before anything here is asked.
public enum AccessRefusal: Sendable, Hashable {
  /// What ended a trial.
  public enum TrialEnd: String, Sendable, Hashable, CaseIterable {
    /// Its days are over.
    case days
    /// Its messages are used.
    case messages
    /// The person cancelled it.
    case cancelled
  }

  /// Discovery is completed and nothing was bought.
  case paywall
  /// The trial is over.
  case trialEnded(TrialEnd)
  /// The messages of the billing period are used. The time says when the next period begins; it is nil
  /// where none is sure to.
  case periodLimit(resetsAt: Double?)
  /// The subscription is over.
  case lapsed
  /// Too many messages in a short time; the next one passes after so many seconds.
  case rateLimited(retryAfter: Double)

  /// The word for it in answers and logs.
  public var word: String {
    switch self {
    case .paywall: "paywall"
    case .trialEnded(.days): "trial_days_over"
    case .trialEnded(.messages): "trial_messages_over"
    case .trialEnded(.cancelled): "trial_cancelled"
    case .periodLimit: "period_limit"
    case .lapsed: "lapsed"
    case .rateLimited: "rate_limited"
    }
  }
}
