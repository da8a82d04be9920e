extension AccessRecord {
  /// Returns the record after an event.
  ///
  /// Events may be reported repeatedly, late and out of order: repeating an event changes nothing, not even
  /// ``updatedAt``; an older period never replaces a newer one; of several reports of a one-time event, the
  /// earliest time is kept. If the record changes, its ``updatedAt`` increases even if the event is older.
  ///
  /// - Parameters:
  ///   - unixTime: The time of the event, in seconds since 1970; a repeated report must have the same time.
  ///   - device: The history of the device on which a trial is bought.
  /// - Throws: ``AccessError`` with `trial_used`, `trial_used_on_device`, `subscribed`, `no_trial` or
  ///   `invalid_time`.
  public func after(
    _ event: AccessChange, at unixTime: Double, on device: DeviceHistory = DeviceHistory(),
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
      record.trial = try startedTrial(at: unixTime, device: device, policy: policy)
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
    record.updatedAt = max(unixTime, min(updatedAt.nextUp, AccessError.validTimes.upperBound))
    return record
  }

  /// Records a reported period and returns whether it is the newest one.
  private mutating func hear(of period: BillingPeriod, _ policy: AccessPolicy) -> Bool {
    guard subscription != nil else {
      subscription = Subscription(period)
      return true
    }
    return subscription?.hear(of: period, grace: policy.renewalGrace) ?? false
  }

  private func startedTrial(
    at unixTime: Double, device: DeviceHistory, policy: AccessPolicy
  ) throws(AccessError) -> Trial {
    if let trial {
      // The same purchase may be reported again, and the device's history may contain it by then.
      guard trial.startedAt == unixTime else { throw .trialUsed }
      return trial
    }
    // A purchase that precedes the subscription but is reported after it is still part of the record.
    if subscription?.covers(unixTime, grace: policy.renewalGrace) ?? false { throw .subscribed }
    guard device.trialAccounts.isEmpty else { throw .trialUsedOnDevice }
    return Trial(startedAt: unixTime)
  }
}
