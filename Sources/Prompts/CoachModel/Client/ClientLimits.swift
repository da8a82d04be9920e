package import Documents

/// The state of a person's allowance, for the person.
public struct ClientLimits: Sendable, Hashable {
  /// How prominently the count is shown.
  public var tier: UsageTier
  /// The number of messages used.
  public var used: Int
  /// The total number of messages.
  public var limit: Int
  /// The start of the next count, in seconds since 1970; `nil` if a next count is not certain.
  public var resetsAt: Double?
  /// Whether the count is that of a trial.
  public var isTrial: Bool
  /// The day of the trial; `nil` outside one.
  public var trialDay: TrialDay?
  /// The end of the trial or of the paid period, in seconds since 1970; `nil` if it is unknown.
  public var endsAt: Double?

  /// Creates the state of an allowance.
  public init(
    tier: UsageTier, used: Int, limit: Int, resetsAt: Double? = nil, isTrial: Bool = false,
    trialDay: TrialDay? = nil, endsAt: Double? = nil
  ) {
    self.tier = tier
    self.used = used
    self.limit = limit
    self.resetsAt = resetsAt
    self.isTrial = isTrial
    self.trialDay = trialDay
    self.endsAt = endsAt
  }

  /// The number of messages left; never negative.
  public var remaining: Int { max(0, limit - used) }

  /// Whether the count is shown: in a trial always, in a subscription unless the tier is ``UsageTier/silent``.
  public var showsCount: Bool { isTrial || tier != .silent }

  /// Whether a paid period follows by itself; `nil` if it is unknown, as while a renewal is awaited.
  public var willRenew: Bool? { endsAt.map { _ in resetsAt != nil } }

  /// The form, which a newer server may extend.
  package static let members = JSONObjectForm<ClientLimits>(
    "limits for an app", .required("tier", \.tier, .choice(orElse: .silent)),
    .required("used", \.used, .integer()), .required("limit", \.limit, .integer()),
    .optional("resets_at", \.resetsAt, .finite), .required("is_trial", \.isTrial, .bool),
    .optional("trial_day", \.trialDay, TrialDay.members.form),
    .optional("ends_at", \.endsAt, .finite), .derived("remaining", \.remaining, .integer()),
    .derived("shows_count", \.showsCount, .bool),
    .derived("will_renew", \.willRenew, .bool)
  ) {
    ClientLimits(
      tier: $0.tier, used: $0.used, limit: $0.limit, resetsAt: $0.resetsAt, isTrial: $0.isTrial,
      trialDay: $0.trialDay, endsAt: $0.endsAt)
  }
}

/// A day of a trial: "day 2 of 3".
public struct TrialDay: Sendable, Hashable {
  /// The day, from 1. Days of a trial begin at the hour at which it was bought.
  public let day: Int
  /// The number of days.
  public let days: Int
  /// Whether no day comes after it.
  public var isLast: Bool { day >= days }

  package init(day: Int, days: Int) {
    self.day = day
    self.days = days
  }

  package static let members = JSONObjectForm<TrialDay>(
    "a day of a trial", .required("day", \.day, .integer(from: 1)),
    .required("days", \.days, .integer(from: 1))
  ) { TrialDay(day: $0.day, days: $0.days) }
}
