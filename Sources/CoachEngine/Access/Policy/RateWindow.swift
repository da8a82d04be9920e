/// How many messages one person may send within any stretch of time of a length.
public struct RateWindow: Sendable, Hashable {
  /// The most messages.
  public let count: Int
  /// The length in seconds. A message leaves the window exactly so long after it was sent.
  public let seconds: Double

  /// Creates a window. Throws ``AccessError`` with `invalid_policy` when it would let nothing pass or
  /// has no length.
  public init(count: Int, seconds: Double) throws(AccessError) {
    guard count >= 1 else {
      throw .invalidPolicy(
        "a rate window of \(count) messages lets nobody write", advice: "allow at least one")
    }
    guard seconds.isFinite, seconds > 0 else {
      throw .invalidPolicy(
        "a rate window of \(seconds) seconds has no length", advice: "give it more than 0 seconds")
    }
    self.init(of: count, in: seconds)
  }

  private init(of count: Int, in seconds: Double) {
    self.count = count
    self.seconds = seconds
  }

  /// 12 a minute: faster than anyone writes who reads the replies.
  public static let minute = RateWindow(of: 12, in: 60)
  /// 120 an hour.
  public static let hour = RateWindow(of: 120, in: 3600)
}
