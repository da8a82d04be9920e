public import JSON

/// How long something took that was done many times, in microseconds of processor time.
///
/// Time in which other programs had the processor does not count: the hundredth part that is slowest would be theirs.
public struct MeasuredTimes: Sendable, Hashable {
  /// How often it was done.
  public var count: Int
  /// Half of the times are at most this; nil where it was never done.
  public var median: Double?
  /// All but one in a hundred are at most this.
  public var ninetyNinth: Double?

  /// Sums times up.
  public init(_ durations: [Duration]) {
    let sorted = durations.map { $0 / .microseconds(1) }.sorted()
    count = sorted.count
    median = sorted.quantile(0.5)
    ninetyNinth = sorted.quantile(0.99)
  }

  /// The times as data: `n`, `p50`, `p99`.
  public var json: JSONValue {
    ["n": .integer(count), "p50": median.json, "p99": ninetyNinth.json]
  }
}

extension Array where Element: Comparable {
  /// Of ascending values the least that a share `p` of all does not exceed: the inverse of the empirical distribution
  /// (Hyndman and Fan 1996, definition 1). Nil of nothing.
  ///
  /// It is one of the values, so that a message's number stays one.
  func quantile(_ p: Double) -> Element? {
    guard !isEmpty else { return nil }
    let place = Int((p * Double(count)).rounded(.up)) - 1
    return self[Swift.min(Swift.max(place, 0), count - 1)]
  }
}
