/// The reason why a person cannot write at present.
///
/// It concerns writing only: past conversations always stay readable. A message that signals a crisis is never
/// refused, so it must be answered before access is checked.
public enum AccessRefusal: Sendable, Hashable {
  /// The reason why a trial ended.
  public enum TrialEnd: String, Sendable, Hashable, CaseIterable {
    /// Its duration is over.
    case days
    /// All its messages are used.
    case messages
    /// The person cancelled it, and what they had paid for is over; or it was refunded.
    case cancelled
  }

  /// Discovery is completed and nothing was bought.
  case paywall
  /// The trial is over, or its messages are used.
  ///
  /// The time, in seconds since 1970, is the start of the subscription that follows by itself; `nil` if none does, and for
  /// every other end than that of the messages.
  case trialEnded(TrialEnd, resetsAt: Double? = nil)
  /// All messages of the billing period are used.
  ///
  /// The time, in seconds since 1970, is the start of the next period; `nil` if a next period is not certain.
  case periodLimit(resetsAt: Double?)
  /// The subscription is over.
  case lapsed
  /// A rate limit is exceeded. The next message is accepted after this many seconds.
  case rateLimited(retryAfter: Double)

  /// A stable identifier for events and logs, such as `period_limit`.
  public var word: String {
    switch self {
    case .paywall: "paywall"
    case .trialEnded(.days, _): "trial_days_over"
    case .trialEnded(.messages, _): "trial_messages_over"
    case .trialEnded(.cancelled, _): "trial_cancelled"
    case .periodLimit: "period_limit"
    case .lapsed: "lapsed"
    case .rateLimited: "rate_limited"
    }
  }

  /// All words, each once.
  package static let words =
    ["paywall"] + TrialEnd.allCases.map { AccessRefusal.trialEnded($0).word }
    + ["period_limit", "lapsed", "rate_limited"]

  /// Creates a refusal from its ``word`` and what belongs to it; `nil` for an unknown word, or if something is missing.
  package init?(word: String, retryAfter: Double?, resetsAt: Double?) {
    switch word {
    case "paywall": self = .paywall
    case "period_limit": self = .periodLimit(resetsAt: resetsAt)
    case "lapsed": self = .lapsed
    case "rate_limited":
      guard let retryAfter else { return nil }
      self = .rateLimited(retryAfter: retryAfter)
    default:
      guard let end = TrialEnd.allCases.first(where: { Self.trialEnded($0).word == word }) else {
        return nil
      }
      self = .trialEnded(end, resetsAt: end == .messages ? resetsAt : nil)
    }
  }

  /// The start of the next count, in seconds since 1970; `nil` if none is certain, or if another count is not what is missing.
  public var resetsAt: Double? {
    switch self {
    case .periodLimit(let resetsAt), .trialEnded(_, let resetsAt): resetsAt
    case .paywall, .lapsed, .rateLimited: nil
    }
  }

  /// What the person can do to write on; `nil` if waiting is all.
  public var callToAction: CallToAction? {
    switch self {
    case .paywall, .trialEnded, .lapsed: .subscribe
    case .periodLimit, .rateLimited: nil
    }
  }
}

/// What an app can offer a person beside a refusal. The set is open: a newer server may send another one, to be ignored.
public struct CallToAction: RawRepresentable, Sendable, Hashable {
  /// The word in events, such as `subscribe`.
  public let rawValue: String

  /// Creates a call to action.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A button that leads to the subscription.
  public static let subscribe = CallToAction(rawValue: "subscribe")
}
