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
  /// The start of the next count, in seconds since 1970; `nil` if a next count is not certain: in a trial, if
  /// renewal is switched off, and while a renewal is awaited.
  public var resetsAt: Double?
  /// Whether the allowance belongs to a trial.
  public var isTrial: Bool

  /// Creates an allowance. ``AccessPolicy/decision(for:at:)`` creates those of trials and subscriptions.
  public init(key: String, limit: Int, resetsAt: Double? = nil, isTrial: Bool) {
    self.key = key
    self.limit = limit
    self.resetsAt = resetsAt
    self.isTrial = isTrial
  }

  /// The reason for refusing the next message once all messages are used.
  public var exhaustion: AccessRefusal {
    isTrial ? .trialEnded(.messages) : .periodLimit(resetsAt: resetsAt)
  }
}
