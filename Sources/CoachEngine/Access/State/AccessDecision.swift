import CoachModel

/// Who answers a message, and how it counts.
public enum AccessDecision: Sendable, Hashable {
  /// The discovery prompt on the small model. Not counted, only held to the rate limit.
  case discovery
  /// The coaching prompt on the strong model, counted towards an allowance.
  case coaching(Allowance)
  /// Nobody: the person reads but cannot write.
  case blocked(AccessRefusal)
}

extension AccessPolicy {
  /// What a record allows at a time in seconds since 1970.
  ///
  /// Whether the allowance has anything left, only a ``UsageStore`` can say: it checks and counts in one
  /// step.
  public func decision(for record: AccessRecord, at unixTime: Double) -> AccessDecision {
    switch record.standing(at: unixTime, self) {
    case .discovery: .discovery
    case .discovered: .blocked(.paywall)
    case .trial(let trial):
      .coaching(
        Allowance(
          key: "trial:\(CalendarDay(unixTime: trial.startedAt))", limit: trialLimit, isTrial: true))
    case .trialOver(let end): .blocked(.trialEnded(end))
    case .subscribed(let period):
      .coaching(
        Allowance(
          key: "paid:\(CalendarDay(unixTime: period.start))", limit: paidLimit,
          resetsAt: period.resetsAt, isTrial: false))
    case .lapsed: .blocked(.lapsed)
    }
  }
}
