/// A stage with what decides about a message in it.
enum AccessStanding: Hashable {
  case discovery
  case discovered
  case trial(AccessRecord.Trial)
  case trialOver(AccessRefusal.TrialEnd)
  case subscribed(CountedPeriod)
  case lapsed
}

extension AccessRecord {
  /// Where the person stands at a time: the one place in which the facts are weighed.
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
  /// Why it is over; nil while it goes on. Its length does not hold its last second.
  fileprivate func end(at unixTime: Double, _ policy: AccessPolicy) -> AccessRefusal.TrialEnd? {
    let limit = startedAt + policy.trialLength
    if let cancelledAt, cancelledAt < limit { return .cancelled }
    // Negated, so that a time that is none gives nothing away.
    return cancelledAt != nil || !(unixTime < limit) ? .days : nil
  }
}
