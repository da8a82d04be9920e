import CoachModel
/// An access stage with the facts that decide about a message in it.
enum AccessStanding: Hashable {
  case discovery
  case discovered
  case trial(RunningTrial)
  case trialOver(AccessRefusal.TrialEnd)
  case subscribed(CountedPeriod)
  case lapsed
}

/// A trial that lasts, with what follows it.
struct RunningTrial: Hashable {
  var startedAt: Double
  /// The exclusive end: that of its duration, or the start of a subscription that was bought in it.
  var endsAt: Double
  /// The start of the subscription that follows by itself or is paid for already; `nil` if none is certain.
  var continuesAt: Double?
}

extension AccessRecord {
  /// Evaluates the record at a time; the only place where the facts are weighed.
  func standing(at unixTime: Double, _ policy: AccessPolicy) -> AccessStanding {
    let bought = boughtSubscription(policy)
    let counted = bought?.counted(at: unixTime, grace: policy.renewalGrace)
    if let trial, !isTrialRefunded(policy), unixTime < trial.end(policy),
      counted == nil || bought?.hasBegun(at: unixTime) == false
    {
      return .trial(running(trial, before: bought, policy))
    }
    if let counted { return .subscribed(counted) }
    if let first = awaitedPeriod(at: unixTime, after: bought, policy) { return .subscribed(first) }
    if bought != nil { return .lapsed }
    guard let trial else { return isDiscoveryComplete ? .discovered : .discovery }
    let isCancelled = !trial.willRenew && (trial.cancelledAt ?? unixTime) < trial.end(policy)
    return .trialOver(isCancelled || isTrialRefunded(policy) ? .cancelled : .days)
  }

  private func running(
    _ trial: Trial, before bought: Subscription?, _ policy: AccessPolicy
  ) -> RunningTrial {
    let end = trial.end(policy)
    var running = RunningTrial(startedAt: trial.startedAt, endsAt: end)
    if let bought, bought.period.start >= trial.startedAt {
      running.continuesAt = bought.endedAt == nil ? bought.countedFrom : nil
      running.endsAt = min(end, running.continuesAt ?? end)
    } else if trial.willRenew {
      running.continuesAt = end
    }
    return running
  }

  /// The first period after a trial that renews, until the store's event comes: nobody waits for that.
  private func awaitedPeriod(
    at unixTime: Double, after bought: Subscription?, _ policy: AccessPolicy
  ) -> CountedPeriod? {
    guard let trial, trial.willRenew, !isTrialRefunded(policy),
      (bought?.period.start ?? trial.startedAt - 1) < trial.startedAt,
      unixTime < trial.end(policy) + policy.renewalGrace
    else { return nil }
    return CountedPeriod(start: trial.end(policy), isFirstAwaited: true)
  }
}
