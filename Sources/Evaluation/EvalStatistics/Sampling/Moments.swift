/// The count, mean and variance of values.
package struct Moments: Sendable, Hashable {
  /// The number of values, as a `Double` for the formulas that divide by it.
  package let count: Double
  package let mean: Double
  /// The sum of squared distances from the mean.
  let squares: Double

  /// Returns `nil` if there is no value, or one is not finite.
  package init?(_ values: [Double]) {
    guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return nil }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    self.count = count
    self.mean = mean
    squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  }

  /// Computes the moments from sums; returns `nil` if there is no value, or a sum is not finite.
  package init?(count: Int, sum: Double, sumOfSquares: Double) {
    guard count > 0, sum.isFinite, sumOfSquares.isFinite else { return nil }
    self.count = Double(count)
    mean = sum / self.count
    squares = max(0, sumOfSquares - sum * mean)
  }

  /// The variance with n - 1 in the denominator; `nil` for one value.
  package var variance: Double? { count > 1 ? squares / (count - 1) : nil }
}
