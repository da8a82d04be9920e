extension AccessRecord {
  /// What was last heard of a subscription.
  public struct Subscription: Sendable, Hashable {
    /// The newest period that was reported.
    public var period: BillingPeriod
    /// Since when messages count towards it: its start, or the end of the period before where the two
    /// meet but for a delay. It is fixed when the period is first heard of, so that no later report can
    /// begin the count anew.
    public var countedFrom: Double
    /// Whether another period is to follow.
    public var willRenew: Bool
    /// When the person last switched renewal off or on in this period; nil when they did not.
    public var renewalChangedAt: Double?
    /// When it was taken back (refunded or revoked), which ends it at once, whatever the clock says;
    /// nil when it was not.
    public var endedAt: Double?
    /// The paid period before, which goes on to its end when the renewal is reported early.
    public var previous: EarlierPeriod?

    /// A period that another one has followed.
    public struct EarlierPeriod: Sendable, Hashable {
      /// Since when messages count towards it.
      public var countedFrom: Double
      /// When it ends.
      public var end: Double

      /// Creates an earlier period.
      public init(countedFrom: Double, end: Double) {
        self.countedFrom = countedFrom
        self.end = end
      }
    }

    /// Creates a subscription; without `countedFrom`, messages count from the period's start.
    public init(
      _ period: BillingPeriod, countedFrom: Double? = nil, willRenew: Bool = true,
      renewalChangedAt: Double? = nil, endedAt: Double? = nil, previous: EarlierPeriod? = nil
    ) {
      self.period = period
      self.countedFrom = countedFrom ?? period.start
      self.willRenew = willRenew
      self.renewalChangedAt = renewalChangedAt
      self.endedAt = endedAt
      self.previous = previous
    }

    /// When the newest period begins.
    public var periodStart: Double { period.start }
    /// When the newest period ends: the renewal date.
    public var periodEnd: Double { period.end }
  }
}

/// The paid period that a message counts towards.
struct CountedPeriod: Hashable {
  /// Since when messages count.
  var start: Double
  /// When the next count begins; nil when none is sure to.
  var resetsAt: Double?
}

extension AccessRecord.Subscription {
  /// How far the starts of two reports of one period may be apart, in seconds.
  static let sameStart = 60.0

  /// The period that a message counts towards; nil when the subscription is over.
  ///
  /// A period that has not begun counts as begun unless the one before goes on: who has paid is not kept
  /// waiting by clocks that differ. After the end, a renewal that is due may not have been reported yet:
  /// for the grace time, messages count towards the period that should have begun.
  func counted(at unixTime: Double, grace: Double) -> CountedPeriod? {
    if let previous, unixTime < min(previous.end, countedFrom) {
      let reset = endedAt == nil ? min(previous.end, countedFrom) : nil
      return CountedPeriod(start: previous.countedFrom, resetsAt: reset)
    }
    guard endedAt == nil else { return nil }
    if unixTime < period.end {
      return CountedPeriod(start: countedFrom, resetsAt: willRenew ? period.end : nil)
    }
    guard willRenew, unixTime < period.end + grace else { return nil }
    return CountedPeriod(start: period.end, resetsAt: nil)
  }

  /// Whether a time lies in what is known to be paid for.
  func covers(_ unixTime: Double, grace: Double) -> Bool {
    unixTime >= previous?.countedFrom ?? period.start && counted(at: unixTime, grace: grace) != nil
  }

  /// Takes in that there is a period, and says whether it is the newest. An older one changes nothing.
  ///
  /// Starts that differ by a moment are one period: billing systems give its time now in whole seconds, now with
  /// thousandths, and what was ended must not begin again for that.
  mutating func hear(of other: BillingPeriod, grace: Double) -> Bool {
    let isSame = abs(other.start - period.start) <= Self.sameStart
    guard isSame || other.start > period.start else { return false }
    if isSame {
      period = period.extended(to: other)
      return true
    }
    let isExpected = willRenew && endedAt == nil && abs(other.start - period.end) <= grace
    self = AccessRecord.Subscription(
      other, countedFrom: isExpected ? period.end : other.start,
      previous: endedAt == nil
        ? EarlierPeriod(countedFrom: countedFrom, end: period.end) : nil)
    return true
  }

  /// Takes in that renewal was switched off or on. The later switch holds; of two at the same time, off.
  mutating func switchRenewal(_ isOn: Bool, at unixTime: Double) {
    if let last = renewalChangedAt, unixTime < last || (unixTime == last && isOn) { return }
    willRenew = isOn
    renewalChangedAt = unixTime
  }
}
