/// A rate limit: the number of messages that one person may send within any interval of a given length.
public struct RateWindow: Sendable, Hashable {
  /// The maximum number of messages.
  public let count: Int
  /// The length of the interval in seconds. A message leaves the window exactly this long after it was sent.
  public let seconds: Double

  /// Creates a window. Throws ``AccessError`` with `invalid_policy` if `count` is less than 1 or `seconds` is not
  /// finite and positive.
  public init(count: Int, seconds: Double) throws(AccessError) {
    guard count >= 1 else {
      throw .invalidPolicy(
        "a rate window of \(count) messages lets no one write", advice: "allow at least one")
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

  /// 12 messages a minute: faster than anyone writes who reads the replies.
  public static let minute = RateWindow(of: 12, in: 60)
  /// 120 messages an hour.
  public static let hour = RateWindow(of: 120, in: 3600)
  /// 100 replies to a crisis a day.
  static let crisisDay = RateWindow(of: 100, in: 86_400)
  /// 10 second opinions a minute.
  static let opinionMinute = RateWindow(of: 10, in: 60)
  /// 150 second opinions a day.
  static let opinionDay = RateWindow(of: 150, in: 86_400)
}
