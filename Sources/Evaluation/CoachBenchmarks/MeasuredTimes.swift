package import Documents

/// The distribution of the times of a repeated operation, in microseconds of processor time.
///
/// Processor time excludes the time that other programs had the processor, which would otherwise dominate the slowest
/// hundredth.
package struct MeasuredTimes: Sendable, Hashable {
  /// The number of measurements.
  package var count: Int
  /// The median; `nil` without measurements.
  package var median: Double?
  /// The 99th percentile; `nil` without measurements.
  package var ninetyNinth: Double?

  /// Computes the percentiles of durations.
  package init(_ durations: [Duration]) {
    let sorted = durations.map { $0 / .microseconds(1) }.sorted()
    count = sorted.count
    median = sorted.quantile(0.5)
    ninetyNinth = sorted.quantile(0.99)
  }

  /// The times as JSON: `n`, `p50`, `p99`.
  package var json: JSONValue {
    ["n": .integer(count), "p50": median.json, "p99": ninetyNinth.json]
  }
}

extension Array where Element: Comparable {
  /// Returns the p-quantile of ascending values: the smallest element that at least a share `p` of all does not
  /// exceed.
  ///
  /// This is the inverse of the empirical distribution function (Hyndman and Fan 1996, definition 1). It is always
  /// one of the elements, so that a message's number stays an integer. Returns `nil` for an empty array.
  func quantile(_ p: Double) -> Element? {
    guard !isEmpty else { return nil }
    let place = Int((p * Double(count)).rounded(.up)) - 1
    return self[Swift.min(Swift.max(place, 0), count - 1)]
  }
}
