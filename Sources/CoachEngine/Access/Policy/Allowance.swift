/// What a person has bought: so many messages, counted under one key.
public struct Allowance: Sendable, Hashable {
  /// Names the count among the person's counts: `trial:` or `paid:` and the day on which it began, in
  /// UTC, such as `paid:2026-11-21`.
  ///
  /// A day and not a second, so that a renewal date that is corrected by seconds goes on with the same
  /// count. Two purchases on one day share theirs.
  public var key: String
  /// The most messages.
  public var limit: Int
  /// When the next count begins, in seconds since 1970; nil where none is sure to: in a trial, where
  /// renewal is switched off, and while a renewal is awaited.
  public var resetsAt: Double?
  /// Whether it is a trial's.
  public var isTrial: Bool

  /// Creates an allowance.
  public init(key: String, limit: Int, resetsAt: Double? = nil, isTrial: Bool) {
    self.key = key
    self.limit = limit
    self.resetsAt = resetsAt
    self.isTrial = isTrial
  }

  /// Why the next message is refused once all are used.
  public var exhaustion: AccessRefusal {
    isTrial ? .trialEnded(.messages) : .periodLimit(resetsAt: resetsAt)
  }
}
