@testable import EvalStatistics

extension Bootstrap {
  /// Returns the bias-corrected and accelerated interval, BCa (Efron 1987).
  ///
  /// The percentiles are moved to Φ(z₀ + (z₀ + z)/(1 - a(z₀ + z))) with z₀ = Φ⁻¹(share of draws
  /// below the observed value, ties as half). Returns `nil` if all draws lie on one side of the
  /// observed value, or if the acceleration is unknown.
  func biasCorrectedInterval(
    acceleration: Double?, level: Double = 0.95
  ) -> ClosedRange<Double>? {
    guard let acceleration, let bias = NormalDistribution.quantile(shareBelow),
      let z = NormalDistribution.upperQuantile((1 - level) / 2)
    else { return nil }
    func moved(_ z: Double) -> Double? {
      let sum = bias + z
      let denominator = 1 - acceleration * sum
      // Beyond the pole the order of the percentiles is reversed.
      guard denominator > 0 else { return nil }
      return quantile(NormalDistribution.cumulative(bias + sum / denominator))
    }
    guard let low = moved(-z), let high = moved(z), low <= high else { return nil }
    return low...high
  }

  /// Returns the acceleration a = Σu³ / [6(Σu²)^1.5] from jackknife values, u being their mean
  /// minus each of them.
  ///
  /// `values` are those that a statistic takes with one cluster left out. Returns `nil` if there
  /// are fewer than two, or they are all the same.
  static func acceleration(leavingOneOut values: [Double]) -> Double? {
    guard values.count > 1 else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    var squares = 0.0
    var cubes = 0.0
    for value in values {
      let u = mean - value
      squares += u * u
      cubes += u * u * u
    }
    guard squares > 0 else { return nil }
    return cubes / (6 * squares * squares.squareRoot())
  }

  /// Returns the acceleration of a statistic by leaving out one cluster at a time; `nil` if the
  /// statistic is undefined without one of them.
  static func acceleration(
    clusters: Int, statistic: ([Int]) -> Double?
  ) -> Double? {
    let values = (0..<clusters).compactMap { left in
      statistic((0..<clusters).filter { $0 != left })
    }
    return values.count == clusters ? acceleration(leavingOneOut: values) : nil
  }

  /// Returns the acceleration of the mean over transcripts.
  static func acceleration(ofMean totals: ClusterTotals) -> Double? {
    let total = totals.sums.reduce(0, +)
    let count = Double(totals.count)
    guard totals.clusters > 1 else { return nil }
    return acceleration(
      leavingOneOut: zip(totals.sizes, totals.sums).map { (total - $1) / (count - $0) })
  }

  /// The share of draws below the observed value, with ties counting half.
  var shareBelow: Double {
    // Draws that differ from the observed value only by rounding count as ties.
    let margin = 1e-12 * max(abs(observed), abs(replicates[0]))
    let below = count { $0 < observed - margin }
    let notAbove = count { $0 <= observed + margin }
    return Double(below + notAbove) / Double(2 * replicates.count)
  }

  /// Counts the leading draws that satisfy a condition, by binary search; the condition must hold
  /// for a prefix.
  private func count(while holds: (Double) -> Bool) -> Int {
    var low = 0
    var high = replicates.count
    while low < high {
      let middle = (low + high) / 2
      if holds(replicates[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
