extension AccessRecord {
  /// The last reported state of a subscription.
  public struct Subscription: Sendable, Hashable {
    /// The newest period that was reported.
    public var period: BillingPeriod
    /// The start of the message count, in seconds since 1970.
    ///
    /// It is the period's start, or the end of the previous period if the two are adjacent up to a delay. It is
    /// fixed when the period is first reported, so that no later report can restart the count.
    public var countedFrom: Double
    /// Whether the subscription renews at the end of the period.
    public var willRenew: Bool
    /// The time at which the person last switched renewal off or on in this period; `nil` if they did not.
    public var renewalChangedAt: Double?
    /// Whether the period was reported as bought or renewed. If it is only known from a change of its renewal, it may be the
    /// period that would follow a trial.
    public var isPaid: Bool
    /// The time at which the subscription was refunded or revoked; `nil` if it was not.
    ///
    /// It ends the subscription immediately, whatever the clock says.
    public var endedAt: Double?
    /// The previous paid period, which lasts to its end even if the renewal is reported early.
    public var previous: EarlierPeriod?

    /// A period that was followed by another one.
    public struct EarlierPeriod: Sendable, Hashable {
      /// The start of the period's message count, in seconds since 1970.
      public var countedFrom: Double
      /// The end of the period, in seconds since 1970.
      public var end: Double

      /// Creates an earlier period from two times in seconds since 1970.
      public init(countedFrom: Double, end: Double) {
        self.countedFrom = countedFrom
        self.end = end
      }
    }

    /// Creates a subscription. Without `countedFrom`, messages count from the period's start.
    public init(
      _ period: BillingPeriod, countedFrom: Double? = nil, willRenew: Bool = true,
      renewalChangedAt: Double? = nil, isPaid: Bool = true, endedAt: Double? = nil,
      previous: EarlierPeriod? = nil
    ) {
      self.period = period
      self.countedFrom = countedFrom ?? period.start
      self.willRenew = willRenew
      self.renewalChangedAt = renewalChangedAt
      self.isPaid = isPaid
      self.endedAt = endedAt
      self.previous = previous
    }

    /// The start of the newest period, in seconds since 1970.
    public var periodStart: Double { period.start }
    /// The end of the newest period, which is the renewal date, in seconds since 1970.
    public var periodEnd: Double { period.end }
  }
}

/// The paid period that a message counts towards.
struct CountedPeriod: Hashable {
  /// The start of the count.
  var start: Double
  /// The start of the next count; `nil` if a next count is not certain.
  var resetsAt: Double?
  /// The end of what is paid for; `nil` while a renewal is awaited.
  var endsAt: Double?
  /// Whether it is the first period, which follows a trial by itself and has not been reported yet.
  var isFirstAwaited = false
}

extension AccessRecord.Subscription {
  /// The maximum distance between the starts of two reports of the same period, in seconds.
  static let sameStart = 60.0

  /// Returns the period that a message counts towards; `nil` if the subscription is over.
  ///
  /// A period that has not started counts as started unless the previous one is still running, so that someone who
  /// has paid does not have to wait because clocks differ. After the end, a due renewal may not have been reported
  /// yet: during the grace time, messages count towards the period that should have started.
  func counted(at unixTime: Double, grace: Double) -> CountedPeriod? {
    if let previous, unixTime < min(previous.end, countedFrom) {
      let end = min(previous.end, countedFrom)
      return CountedPeriod(
        start: previous.countedFrom, resetsAt: endedAt == nil ? end : nil, endsAt: end)
    }
    guard endedAt == nil else { return nil }
    if unixTime < period.end {
      return CountedPeriod(
        start: countedFrom, resetsAt: willRenew ? period.end : nil, endsAt: period.end)
    }
    guard willRenew, unixTime < period.end + grace else { return nil }
    return CountedPeriod(start: period.end, resetsAt: nil)
  }

  /// Returns whether a time lies within a period that is known to be paid for.
  func covers(_ unixTime: Double, grace: Double) -> Bool {
    unixTime >= previous?.countedFrom ?? period.start && counted(at: unixTime, grace: grace) != nil
  }

  /// Records a reported period and returns whether it is the newest one. An older one changes nothing.
  ///
  /// Starts that differ by at most ``sameStart`` denote the same period: billing systems report times sometimes
  /// in whole seconds and sometimes in milliseconds, and a subscription that has ended must not restart because of
  /// that.
  mutating func hear(of other: BillingPeriod, isPayment: Bool, grace: Double) -> Bool {
    let isSame = abs(other.start - period.start) <= Self.sameStart
    guard isSame || other.start > period.start else { return false }
    if isSame {
      period = period.extended(to: other)
      isPaid = isPaid || isPayment
      return true
    }
    let isExpected = willRenew && endedAt == nil && abs(other.start - period.end) <= grace
    self = AccessRecord.Subscription(
      other, countedFrom: isExpected ? period.end : other.start, isPaid: isPayment,
      previous: endedAt == nil
        ? EarlierPeriod(countedFrom: countedFrom, end: period.end) : nil)
    return true
  }

  /// Records that renewal was switched off or on. The later switch wins; of two at the same time, off wins.
  mutating func switchRenewal(_ isOn: Bool, at unixTime: Double) {
    if let last = renewalChangedAt, unixTime < last || (unixTime == last && isOn) { return }
    willRenew = isOn
    renewalChangedAt = unixTime
  }
}
