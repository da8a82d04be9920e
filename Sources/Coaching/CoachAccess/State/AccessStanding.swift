import CoachModel
/// An access stage with the facts that decide about a message in it.
enum AccessStanding: Hashable {
  case discovery
  case discovered
  case trial(AccessRecord.Trial)
  case trialOver(AccessRefusal.TrialEnd)
  case subscribed(CountedPeriod)
  case lapsed
}

extension AccessRecord {
  /// Evaluates the record at a time; the only place where the facts are weighed.
  func standing(at unixTime: Double, _ policy: AccessPolicy) -> AccessStanding {
    if let period = subscription?.counted(at: unixTime, grace: policy.renewalGrace) {
      return .subscribed(period)
    }
    if let trial, trial.end(at: unixTime, policy) == nil { return .trial(trial) }
    if subscription != nil { return .lapsed }
    if let end = trial?.end(at: unixTime, policy) { return .trialOver(end) }
    return isDiscoveryComplete ? .discovered : .discovery
  }
}

extension AccessRecord.Trial {
  /// Returns why the trial is over; `nil` while it lasts. The end is exclusive.
  fileprivate func end(at unixTime: Double, _ policy: AccessPolicy) -> AccessRefusal.TrialEnd? {
    let limit = startedAt + policy.trialLength
    if let cancelledAt, cancelledAt < limit { return .cancelled }
    // The negated comparison treats NaN as expired.
    return cancelledAt != nil || !(unixTime < limit) ? .days : nil
  }
}
