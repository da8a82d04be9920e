/// What is reported in terms of billing periods may be about the trial: stores that sell a trial as the first, shorter period of a
/// subscription report it as they report periods, and name the trial's period or the one that would follow it.
///
/// Reports are kept as they come and weighed when the record is read, so that their order does not matter.
extension AccessRecord {
  /// Returns the subscription beyond the trial; `nil` if none was bought.
  func boughtSubscription(_ policy: AccessPolicy) -> Subscription? {
    guard var subscription, let trial else { return subscription }
    if let previous = subscription.previous,
      trial.isPeriod(from: previous.countedFrom, to: previous.end, policy)
    {
      subscription.previous = nil
    }
    guard subscription.isOnlyReported(of: trial, policy) else { return subscription }
    guard let previous = subscription.previous,
      let period = BillingPeriod(start: previous.countedFrom, end: previous.end)
    else { return nil }
    return Subscription(period, willRenew: false)
  }

  /// Returns when a trial ends, in seconds since 1970, that becomes a subscription by itself; `nil` if there is none, its
  /// renewal was switched off, or a subscription was bought in it that runs at once. A period that follows the trial may be
  /// reported early.
  package func renewingTrialEnd(_ policy: AccessPolicy) -> Double? {
    guard let trial, trial.willRenew else { return nil }
    let end = trial.end(policy)
    if let bought = boughtSubscription(policy), bought.countedFrom < end { return nil }
    return stage(at: end - 1, policy: policy) == .trialActive ? end : nil
  }

  /// Whether what was paid for the trial was given back, which ends it.
  func isTrialRefunded(_ policy: AccessPolicy) -> Bool {
    guard let trial else { return false }
    if trial.endedAt != nil { return true }
    // A refund may have been reported before the trial's start.
    guard let subscription, subscription.endedAt != nil else { return false }
    return trial.isPeriod(from: subscription.period.start, to: subscription.period.end, policy)
  }

  /// Records a reported period and returns whether it is the newest one.
  mutating func hear(of period: BillingPeriod, isPayment: Bool, _ policy: AccessPolicy) -> Bool {
    guard let known = subscription else {
      subscription = followingTrial(period, isPayment: isPayment, policy)
      return true
    }
    let isSame = abs(period.start - known.period.start) <= Subscription.sameStart
    guard let trial, !isSame, known.isOnlyReported(of: trial, policy) else {
      let isNewest =
        subscription?.hear(of: period, isPayment: isPayment, grace: policy.renewalGrace) ?? false
      if isNewest, !isSame, let trial, known.period.start < trial.startedAt {
        // Between the two was the trial.
        let following = followingTrial(period, isPayment: isPayment, policy)
        subscription?.countedFrom = following.countedFrom
      }
      return isNewest
    }
    // A period that is only expected does not hide one that is paid for, and a refund outlasts changes of the renewal.
    let isOfTrial = trial.isPeriod(from: period.start, to: period.end, policy)
    guard isPayment && !isOfTrial || period.start > known.period.start && known.endedAt == nil
    else { return false }
    let bought = boughtSubscription(policy)
    subscription = followingTrial(period, isPayment: isPayment, policy)
    subscription?.previous = bought.map {
      Subscription.EarlierPeriod(countedFrom: $0.countedFrom, end: $0.period.end)
    }
    return true
  }

  /// Records in the trial that renewal was switched off or on, if that was in its time or is about its period.
  mutating func switchTrialRenewal(
    _ isOn: Bool, of period: BillingPeriod, at unixTime: Double, _ policy: AccessPolicy
  ) {
    guard var trial,
      trial.isPeriod(from: period.start, to: period.end, policy)
        || trial.hasBegun(at: unixTime) && unixTime < trial.end(policy)
    else { return }
    let switched: WritableKeyPath<Trial, Double?> = isOn ? \.resumedAt : \.cancelledAt
    trial[keyPath: switched] = max(trial[keyPath: switched] ?? unixTime, unixTime)
    self.trial = trial
  }

  /// A first period; one that begins when the trial ends, or a little later, is counted from there, as it was while it was awaited.
  private func followingTrial(
    _ period: BillingPeriod, isPayment: Bool, _ policy: AccessPolicy
  ) -> Subscription {
    guard let end = trial?.end(policy),
      (-Subscription.sameStart...policy.renewalGrace).contains(period.start - end)
    else { return Subscription(period, isPaid: isPayment) }
    return Subscription(period, countedFrom: end, isPaid: isPayment)
  }
}

extension AccessRecord.Trial {
  /// The exclusive end, in seconds since 1970.
  func end(_ policy: AccessPolicy) -> Double { startedAt + policy.trialLength }

  /// Returns whether a time is in the trial or after it, up to the difference of clocks.
  func hasBegun(at unixTime: Double) -> Bool {
    unixTime >= startedAt - AccessRecord.Subscription.sameStart
  }

  /// Returns whether a billing period is that of the trial: it begins with it, and is not a longer one.
  func isPeriod(from start: Double, to end: Double, _ policy: AccessPolicy) -> Bool {
    abs(start - startedAt) <= AccessRecord.Subscription.sameStart
      && end <= self.end(policy) + policy.renewalGrace + AccessRecord.Subscription.sameStart
  }
}

extension AccessRecord.Subscription {
  /// Returns whether nothing was bought beyond a trial: the period is the trial's, or is only known from a change of its renewal
  /// while the trial lasted.
  fileprivate func isOnlyReported(
    of trial: AccessRecord.Trial, _ policy: AccessPolicy
  ) -> Bool {
    if trial.isPeriod(from: period.start, to: period.end, policy) { return true }
    guard !isPaid, let renewalChangedAt else { return false }
    return trial.hasBegun(at: renewalChangedAt) && renewalChangedAt < trial.end(policy)
  }

  /// Returns whether a period has begun that is paid for.
  func hasBegun(at unixTime: Double) -> Bool {
    if unixTime >= countedFrom { return true }
    return previous.map { $0.countedFrom <= unixTime && unixTime < $0.end } ?? false
  }
}
