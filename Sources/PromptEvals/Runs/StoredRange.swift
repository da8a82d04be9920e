/// Ranges of the figures in a file that anyone may have written.
enum StoredRange {
  /// The largest count that is believed; a sum of all counts of a store fits an integer.
  static let maximumCount = 1_000_000_000
  /// Seconds.
  static let seconds = 0...1e12
  /// Dollars.
  static let dollars = 0...1e12
  /// Weights, thresholds and margins.
  static let settings = -1e6...1e6

  /// Returns a count from 0 to ``maximumCount``; nil for any other number.
  static func count(_ number: Int?) -> Int? {
    number.flatMap { (0...maximumCount).contains($0) ? $0 : nil }
  }
}

extension Double {
  /// The number if it is in a range; nil otherwise, also if it is not finite.
  func within(_ range: ClosedRange<Double>) -> Double? { range.contains(self) ? self : nil }
}
