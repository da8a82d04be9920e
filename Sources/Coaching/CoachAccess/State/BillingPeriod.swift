/// The time interval covered by one payment.
public struct BillingPeriod: Sendable, Hashable {
  /// The start, in seconds since 1970.
  public let start: Double
  /// The exclusive end, in seconds since 1970: the renewal date, when the next period starts.
  public let end: Double

  /// Creates a period; `nil` if it does not end after it starts, or if a time is not in the years 1970 to 9999
  /// (because it is in milliseconds, for example).
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

  /// Merges two reports of the same period: billing systems move its end back when they give days away.
  func extended(to other: BillingPeriod) -> BillingPeriod {
    BillingPeriod(from: start, to: max(end, other.end))
  }
}
