/// Where a person stands on the way from the first conversation to a subscription.
///
/// In the order of that way: what is declared later is further. It is worked out, never stored.
public enum AccessStage: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Nothing was bought and the discovery conversation is not completed: it goes on, free.
  case discovery
  /// Discovery is completed and nothing was bought: the person reads but cannot write.
  ///
  /// The word is that of the flow. It says nothing about whether the paywall was really seen; that is
  /// ``AccessRecord/paywallShownAt``.
  case paywallShown = "paywall_shown"
  /// A trial is under way.
  case trialActive = "trial_active"
  /// The trial ran out or was cancelled.
  case trialExpired = "trial_expired"
  /// A subscription is paid for, or its renewal is due and may be reported any moment.
  case subscribed
  /// There was a subscription: the person reads but cannot write.
  case lapsed

  /// Whether a stage comes before another.
  public static func < (left: AccessStage, right: AccessStage) -> Bool {
    left.place < right.place
  }

  private var place: Int {
    switch self {
    case .discovery: 0
    case .paywallShown: 1
    case .trialActive: 2
    case .trialExpired: 3
    case .subscribed: 4
    case .lapsed: 5
    }
  }
}

extension AccessRecord {
  /// The stage at a time in seconds since 1970.
  ///
  /// What is paid wins over a trial, and a trial over discovery, also when discovery was never completed.
  /// Of several things that are over, the subscription names the stage: who once paid is asked to come
  /// back, not to buy.
  public func stage(at unixTime: Double, policy: AccessPolicy = .standard) -> AccessStage {
    switch standing(at: unixTime, policy) {
    case .discovery: .discovery
    case .discovered: .paywallShown
    case .trial: .trialActive
    case .trialOver: .trialExpired
    case .subscribed: .subscribed
    case .lapsed: .lapsed
    }
  }
}
