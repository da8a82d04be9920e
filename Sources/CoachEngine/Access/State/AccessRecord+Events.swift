extension AccessRecord {
  /// The record after an event.
  ///
  /// Reports come twice, late and out of order: the same event again changes nothing, not even
  /// ``updatedAt``; an older period never replaces a newer one; of repeated firsts the earliest holds. A
  /// record that did change is newer than it was, also when the event is older.
  ///
  /// - Parameters:
  ///   - unixTime: When it happened, in seconds since 1970; the same when it is reported again.
  ///   - device: What is known of the device on which a trial is bought.
  /// - Throws: ``AccessError`` with `trial_used`, `trial_used_on_device`, `subscribed`, `no_trial` or
  ///   `invalid_time`; the record stays as it was.
  public func after(
    _ event: AccessEvent, at unixTime: Double, on device: DeviceHistory = DeviceHistory(),
    policy: AccessPolicy = .standard
  ) throws(AccessError) -> AccessRecord {
    guard AccessError.validTimes.contains(unixTime) else { throw .invalidTime(unixTime) }
    var record = self
    switch event {
    case .discoveryCompleted:
      record.discoveryCompletedAt = min(discoveryCompletedAt ?? unixTime, unixTime)
    case .paywallShown:
      record.paywallShownAt = min(paywallShownAt ?? unixTime, unixTime)
    case .trialStarted:
      record.trial = try startedTrial(at: unixTime, device, policy)
    case .trialCancelled:
      guard let trial else { throw .noTrial }
      record.trial?.cancelledAt = min(trial.cancelledAt ?? unixTime, unixTime)
    case .subscribed(let period), .renewed(let period):
      _ = record.hear(of: period, policy)
    case .renewalCancelled(let period):
      if record.hear(of: period, policy) {
        record.subscription?.switchRenewal(false, at: unixTime)
      }
    case .renewalResumed(let period):
      if record.hear(of: period, policy) {
        record.subscription?.switchRenewal(true, at: unixTime)
      }
    case .subscriptionEnded(let period):
      if record.hear(of: period, policy) {
        let earliest = min(record.subscription?.endedAt ?? unixTime, unixTime)
        record.subscription?.endedAt = earliest
      }
    }
    guard record != self else { return self }
    record.updatedAt = max(unixTime, updatedAt.nextUp)
    return record
  }

  /// Takes in that there is a period, and says whether it is the newest.
  private mutating func hear(of period: BillingPeriod, _ policy: AccessPolicy) -> Bool {
    guard subscription != nil else {
      subscription = Subscription(period)
      return true
    }
    return subscription?.hear(of: period, grace: policy.renewalGrace) ?? false
  }

  private func startedTrial(
    at unixTime: Double, _ device: DeviceHistory, _ policy: AccessPolicy
  ) throws(AccessError) -> Trial {
    if let trial {
      // The same purchase is reported again: by now the device's history may well hold it.
      guard trial.startedAt == unixTime else { throw .trialUsed }
      return trial
    }
    // A purchase before the subscription that is only reported after it is still part of the record.
    if subscription?.covers(unixTime, grace: policy.renewalGrace) ?? false { throw .subscribed }
    guard device.trialAccounts.isEmpty else { throw .trialUsedOnDevice }
    return Trial(startedAt: unixTime)
  }
}
