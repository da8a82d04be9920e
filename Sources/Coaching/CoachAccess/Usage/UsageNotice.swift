public import CoachModel
/// The state of a person's allowance, as far as it may be shown to them.
public struct UsageNotice: Sendable, Hashable {
  /// The key of the count, as in ``Allowance/key``.
  public let key: String
  /// How prominently the count is shown.
  public let tier: UsageTier
  /// The number of messages used, including the current one.
  public let used: Int
  /// The total number of messages.
  public let limit: Int
  /// The start of the next count, in seconds since 1970; `nil` if a next count is not certain.
  public let resetsAt: Double?
  /// The end of the trial or of the paid period, in seconds since 1970; `nil` while a renewal is awaited.
  public let endsAt: Double?
  /// Whether the count is that of a trial.
  public let isTrial: Bool
  /// The day of the trial; `nil` outside one.
  public let trialDay: TrialDay?

  /// Creates the notice for a message that was counted. `used` includes that message.
  public init(
    _ allowance: Allowance, used: Int, trialDay: TrialDay? = nil, policy: AccessPolicy = .standard
  ) {
    key = allowance.key
    let tier = UsageTier(used: used, limit: allowance.limit, policy: policy)
    // Until the payment is reported, the limit is not that of the period, and no warning would be true.
    self.tier = allowance.isAwaited && tier != .exhausted ? .silent : tier
    self.used = used
    limit = allowance.limit
    resetsAt = allowance.resetsAt
    endsAt = allowance.endsAt
    isTrial = allowance.isTrial
    self.trialDay = allowance.isTrial ? trialDay : nil
  }

  init(
    key: String, tier: UsageTier, used: Int, limit: Int, resetsAt: Double?, endsAt: Double?,
    isTrial: Bool, trialDay: TrialDay?
  ) {
    self.trialDay = trialDay
    self.key = key
    self.tier = tier
    self.used = used
    self.limit = limit
    self.resetsAt = resetsAt
    self.endsAt = endsAt
    self.isTrial = isTrial
  }

  /// The number of messages left; never negative.
  public var remaining: Int { forPerson.remaining }

  /// Whether the count is shown: in a trial always, in a subscription unless the tier is ``UsageTier/silent``.
  public var showsCount: Bool { forPerson.showsCount }

  /// Whether a paid period follows by itself; `nil` while a renewal is awaited.
  public var willRenew: Bool? { forPerson.willRenew }

  /// What an app gets of it.
  public var forPerson: ClientLimits {
    ClientLimits(
      tier: tier, used: used, limit: limit, resetsAt: resetsAt, isTrial: isTrial,
      trialDay: trialDay, endsAt: endsAt)
  }
}
