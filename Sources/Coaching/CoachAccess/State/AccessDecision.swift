public import CoachModel

/// Which prompt answers a message, and how the message is counted.
public enum AccessDecision: Sendable, Hashable {
  /// The discovery prompt answers. The message is not counted and only subject to the rate limits.
  case discovery
  /// The coaching prompt answers. The message counts towards an allowance.
  case coaching(Allowance)
  /// No prompt answers: the person can read but not write.
  case blocked(AccessRefusal)
}

extension AccessPolicy {
  /// Returns what a record allows at a time in seconds since 1970.
  ///
  /// Whether any messages of the allowance are left is decided by a ``UsageStore``, which checks and counts in one
  /// atomic step.
  public func decision(for record: AccessRecord, at unixTime: Double) -> AccessDecision {
    switch record.standing(at: unixTime, self) {
    case .discovery: .discovery
    case .discovered: .blocked(.paywall)
    case .trial(let trial):
      .coaching(
        Allowance(
          key: "trial:\(CalendarDay(unixTime: trial.startedAt))", limit: trialLimit,
          resetsAt: trial.continuesAt, endsAt: trial.endsAt, isTrial: true))
    case .trialOver(let end): .blocked(.trialEnded(end))
    case .subscribed(let period):
      .coaching(
        Allowance(
          key: "paid:\(CalendarDay(unixTime: period.start))",
          // Nobody has more than a trial without having paid.
          limit: period.isFirstAwaited ? min(paidLimit, trialLimit) : paidLimit,
          resetsAt: period.resetsAt, endsAt: period.endsAt, isTrial: false,
          isAwaited: period.isFirstAwaited))
    case .lapsed: .blocked(.lapsed)
    }
  }
}
