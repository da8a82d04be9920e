/// A person's stage between the first conversation and a subscription.
///
/// Stages are ordered as declared. They are derived from an ``AccessRecord`` and the time, never stored.
public enum AccessStage: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Nothing was bought, and the free discovery conversation is not completed.
  case discovery
  /// Discovery is completed and nothing was bought: the person can read but not write.
  ///
  /// The name does not imply that the paywall was displayed; ``AccessRecord/paywallShownAt`` says that.
  case paywallShown = "paywall_shown"
  /// A trial is running.
  case trialActive = "trial_active"
  /// The trial is over, and no subscription follows or has been reported within the grace.
  case trialExpired = "trial_expired"
  /// A subscription is paid for, or its renewal is due and may be reported at any moment, as after a trial that renews.
  case subscribed
  /// The subscription has ended: the person can read but not write.
  case lapsed

  /// Returns whether the first stage comes before the second.
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
  /// Returns the stage at a time in seconds since 1970.
  ///
  /// A subscription that has begun takes precedence over a trial, and a trial over discovery, even if discovery was never
  /// completed. If everything has ended, a former subscription decides: someone who once paid is asked to come
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
