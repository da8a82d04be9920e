/// Ranges of the figures in a file that anyone may have written.
enum StoredRange {
  /// Counts of anything; a sum of all counts of a store fits an integer.
  static let counts = 0...1_000_000_000
  /// Seconds.
  static let seconds = 0...1e12
  /// Dollars.
  static let dollars = 0...1e12
  /// Weights, thresholds and margins.
  static let settings = -1e6...1e6
}

extension Comparable {
  /// The value, or the end of a range beyond which it lies.
  func clamped(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }

  /// The value if it is in a range; nil otherwise, also for a number that is not finite.
  func within(_ range: ClosedRange<Self>) -> Self? { range.contains(self) ? self : nil }
}
