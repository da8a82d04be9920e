/// The time that one payment covers.
public struct BillingPeriod: Sendable, Hashable {
  /// When it begins, in seconds since 1970.
  public let start: Double
  /// When it ends and the next one begins: the renewal date. The period does not hold this second.
  public let end: Double

  /// Creates a period; nil when it does not end after it begins, or when a time is none of the years
  /// 1970 to 9999 (milliseconds, for example).
  public init?(start: Double, end: Double) {
    guard AccessError.validTimes.contains(start), AccessError.validTimes.contains(end), start < end
    else {
      return nil
    }
    self.init(from: start, to: end)
  }

  private init(from start: Double, to end: Double) {
    self.start = start
    self.end = end
  }

  /// Both of two reports of one period: billing systems move its end back when they give days away.
  func extended(to other: BillingPeriod) -> BillingPeriod {
    BillingPeriod(from: start, to: max(end, other.end))
  }
}
