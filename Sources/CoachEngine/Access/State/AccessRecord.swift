/// What is known of a person's access: facts with their times, which the caller stores.
///
/// It holds no stage: the stage follows from the facts and the time, see ``stage(at:policy:)``, so that
/// nothing has to be saved when a trial or a period runs out. All times are seconds since 1970.
public struct AccessRecord: Sendable, Hashable {
  /// The one trial that an account may have.
  public struct Trial: Sendable, Hashable {
    /// When it was bought.
    public var startedAt: Double
    /// When it was cancelled, which ends it at once, whatever the clock says; nil when it was not.
    public var cancelledAt: Double?

    /// Creates a trial.
    public init(startedAt: Double, cancelledAt: Double? = nil) {
      self.startedAt = startedAt
      self.cancelledAt = cancelledAt
    }
  }

  /// When the discovery conversation was completed; nil before that.
  public var discoveryCompletedAt: Double?
  /// When the paywall was first seen; nil before that. Whether a person may write does not depend on it.
  public var paywallShownAt: Double?
  /// The trial, also one that is over.
  public var trial: Trial?
  /// The subscription, also one that is over.
  public var subscription: Subscription?
  /// When a fact was last added. Of two saved records the one with the later time is the newer.
  public var updatedAt: Double

  /// Creates a record; without facts it is that of a new person.
  public init(
    discoveryCompletedAt: Double? = nil, paywallShownAt: Double? = nil, trial: Trial? = nil,
    subscription: Subscription? = nil, updatedAt: Double
  ) {
    self.discoveryCompletedAt = discoveryCompletedAt
    self.paywallShownAt = paywallShownAt
    self.trial = trial
    self.subscription = subscription
    self.updatedAt = updatedAt
  }

  /// Whether the discovery conversation was completed; it is never given twice.
  public var isDiscoveryComplete: Bool { discoveryCompletedAt != nil }
}
