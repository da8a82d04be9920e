extension AccessRecord {
  /// Returns the record after an event.
  ///
  /// Events may be reported repeatedly, late and out of order: repeating an event changes nothing, not even
  /// ``updatedAt``; an older period never replaces a newer one; of several reports of a one-time event, the
  /// earliest time is kept; of changes of the renewal, the latest counts. If the record changes, its ``updatedAt`` increases even if the event is older.
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
    case .paywallShown(let impression):
      record.paywallShownAt = min(paywallShownAt ?? unixTime, unixTime)
      record.paywalls.note(impression, at: unixTime)
    case .trialStarted:
      record.trial = try startedTrial(at: unixTime, device: device, policy: policy)
    case .trialCancelled:
      guard let trial else { throw .noTrial }
      record.trial?.cancelledAt = max(trial.cancelledAt ?? unixTime, unixTime)
    case .subscribed(let period), .renewed(let period):
      _ = record.hear(of: period, isPayment: true, policy)
    case .renewalCancelled(let period):
      record.switchRenewal(false, of: period, at: unixTime, policy)
    case .renewalResumed(let period):
      record.switchRenewal(true, of: period, at: unixTime, policy)
    case .subscriptionEnded(let period):
      if let trial, trial.isPeriod(from: period.start, to: period.end, policy) {
        record.trial?.endedAt = min(trial.endedAt ?? unixTime, unixTime)
      }
      if record.hear(of: period, isPayment: false, policy) {
        let earliest = min(record.subscription?.endedAt ?? unixTime, unixTime)
        record.subscription?.endedAt = earliest
      }
    }
    guard record != self else { return self }
    if isTrialRefunded(policy), record.trial?.endedAt == nil {
      // The subscription, which tells of it so far, may be another one now.
      record.trial?.endedAt = subscription?.endedAt
    }
    if event.isPurchase {
      record.paywalls.notePurchase(at: unixTime, since: conversionTime(of: event, policy))
    }
    record.updatedAt = max(unixTime, min(updatedAt.nextUp, AccessError.validTimes.upperBound))
    return record
  }

  /// Returns when the trial ends whose renewal a purchase is, so that no paywall seen in the trial led to it; `nil` if it is
  /// none.
  private func conversionTime(of event: AccessChange, _ policy: AccessPolicy) -> Double? {
    guard case .subscribed(let period) = event, let trial, trial.willRenew,
      (-Subscription.sameStart...policy.renewalGrace)
        .contains(period.start - trial.end(policy))
    else { return nil }
    return trial.end(policy)
  }

  private mutating func switchRenewal(
    _ isOn: Bool, of period: BillingPeriod, at unixTime: Double, _ policy: AccessPolicy
  ) {
    switchTrialRenewal(isOn, of: period, at: unixTime, policy)
    guard hear(of: period, isPayment: false, policy) else { return }
    subscription?.switchRenewal(isOn, at: unixTime)
  }

  private func startedTrial(
    at unixTime: Double, device: DeviceHistory, policy: AccessPolicy
  ) throws(AccessError) -> Trial {
    if let trial {
      // The same purchase may be reported again, and the device's history may contain it by then.
      guard trial.startedAt == unixTime else { throw .trialUsed }
      return trial
    }
    var record = self
    record.trial = Trial(startedAt: unixTime)
    // A purchase that precedes the subscription but is reported after it is still part of the record.
    if record.boughtSubscription(policy)?.covers(unixTime, grace: policy.renewalGrace) ?? false {
      throw .subscribed
    }
    guard device.trialAccounts.isEmpty else { throw .trialUsedOnDevice }
    // Its renewal may have been switched off before its start was reported.
    if let subscription, let changedAt = subscription.renewalChangedAt {
      record.switchTrialRenewal(
        subscription.willRenew, of: subscription.period, at: changedAt, policy)
    }
    return record.trial ?? Trial(startedAt: unixTime)
  }
}

extension AccessChange {
  /// Whether the person decided to buy something. A renewal is no decision.
  package var isPurchase: Bool {
    switch self {
    case .trialStarted, .subscribed: true
    default: false
    }
  }
}
