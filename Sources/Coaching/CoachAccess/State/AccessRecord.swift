import Documents

/// The facts about a person's access with their times, stored by the caller.
///
/// A record does not store a stage: the stage follows from the facts and the time, see ``stage(at:policy:)``, so
/// nothing has to be saved when a trial or a period runs out. All times are in seconds since 1970.
public struct AccessRecord: Sendable, Hashable {
  /// The only trial that an account may have.
  public struct Trial: Sendable, Hashable {
    /// The time of the purchase.
    public var startedAt: Double
    /// The time at which its renewal was last switched off; `nil` if it never was. What was paid for lasts to its end.
    public var cancelledAt: Double?
    /// The time at which its renewal was last switched on again; `nil` if it never was.
    public var resumedAt: Double?
    /// The time at which what was paid for it was given back, which ends it; `nil` if it was not. What is bought later does not
    /// bring it back.
    public var endedAt: Double?

    /// Creates a trial from times in seconds since 1970.
    public init(
      startedAt: Double, cancelledAt: Double? = nil, resumedAt: Double? = nil,
      endedAt: Double? = nil
    ) {
      self.startedAt = startedAt
      self.cancelledAt = cancelledAt
      self.resumedAt = resumedAt
      self.endedAt = endedAt
    }

    /// Whether a subscription follows by itself. Of two switches at the same time, off wins.
    public var willRenew: Bool {
      guard let cancelledAt else { return true }
      return resumedAt.map { $0 > cancelledAt } ?? false
    }
  }

  /// The time at which the discovery conversation was completed; `nil` before that.
  public var discoveryCompletedAt: Double?
  /// The time at which the paywall was first seen; `nil` before that. It does not affect access.
  public var paywallShownAt: Double?
  /// How often the paywall was seen, and after which version of it something was bought. It does not affect access.
  public var paywalls = PaywallLog()
  /// The trial, even if it is over; `nil` if there never was one.
  public var trial: Trial?
  /// The subscription, even if it is over; `nil` if there never was one.
  public var subscription: Subscription?
  /// The time at which a fact was last added. Of two saved records, the one with the later time is newer.
  public var updatedAt: Double

  /// Creates a record. Without any facts it is that of a new person.
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

  /// Whether the discovery conversation was completed. It is offered only once.
  public var isDiscoveryComplete: Bool { discoveryCompletedAt != nil }
}

extension AccessRecord {
  /// Returns the newer of two saved records of the same person.
  ///
  /// That is the one with the later ``updatedAt``; if these are equal, the one with the later stage. If the stages
  /// are equal, too, the canonical JSON texts decide, so that every comparison, in any order, has the same result.
  public static func newer(
    of first: AccessRecord, _ second: AccessRecord, policy: AccessPolicy = .standard
  ) -> AccessRecord {
    if first.updatedAt != second.updatedAt {
      return first.updatedAt > second.updatedAt ? first : second
    }
    let stages = [first, second].map { $0.stage(at: $0.updatedAt, policy: policy) }
    if stages[0] != stages[1] { return stages[0] > stages[1] ? first : second }
    return first.json.text(.canonical) > second.json.text(.canonical) ? first : second
  }
}
