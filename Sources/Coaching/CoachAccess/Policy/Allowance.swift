public import CoachModel
/// A number of messages that a person has bought, counted under one key.
public struct Allowance: Sendable, Hashable {
  /// The name of the count among the person's counts: `trial:` or `paid:` and the day on which it began, in UTC,
  /// such as `paid:2026-11-21`.
  ///
  /// The key contains a day rather than a second, so that a renewal date that is corrected by seconds continues the
  /// same count. Two purchases on one day share a count.
  public var key: String
  /// The maximum number of messages.
  public var limit: Int
  /// The start of the next count, in seconds since 1970; `nil` if a next count is not certain: if renewal is switched off, and
  /// while a renewal is awaited. For a trial it is the start of the subscription that follows.
  public var resetsAt: Double?
  /// The end of the trial or of the paid period, in seconds since 1970; `nil` while a renewal is awaited.
  public var endsAt: Double?
  /// Whether the allowance belongs to a trial.
  public var isTrial: Bool
  /// Whether it is that of the first period after a trial, whose payment has not been reported yet. Its messages count towards
  /// that period; until the report comes there are as many as in a trial, so that a payment that fails costs no more than one.
  public var isAwaited: Bool

  /// Creates an allowance. ``AccessPolicy/decision(for:at:)`` creates those of trials and subscriptions.
  public init(
    key: String, limit: Int, resetsAt: Double? = nil, endsAt: Double? = nil, isTrial: Bool,
    isAwaited: Bool = false
  ) {
    self.key = key
    self.limit = limit
    self.resetsAt = resetsAt
    self.endsAt = endsAt
    self.isTrial = isTrial
    self.isAwaited = isAwaited
  }

  /// The reason for refusing the next message once all messages are used.
  public var exhaustion: AccessRefusal {
    isTrial ? .trialEnded(.messages, resetsAt: resetsAt) : .periodLimit(resetsAt: resetsAt)
  }
}
