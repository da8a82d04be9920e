@testable import EvalStatistics

/// Student's interval with the clustered standard error times √(G/(G-1)) and G - 1 degrees of
/// freedom, as most software computes it.
///
/// SE = (1/T) √[Σ_g (Σ_{i∈g} (d_i - d̄))² · G/(G-1)]
///
/// With equal clusters this is the library's interval. With unequal ones it has too many degrees of
/// freedom, and a large cluster's residuals are too small.
enum ClusteredGInterval {
  /// Returns the standard error; `nil` with fewer than two clusters.
  static func standardError(_ totals: ClusterTotals) -> Double? {
    guard totals.clusters > 1 else { return nil }
    let clusters = Double(totals.clusters)
    let squares = zip(totals.sizes, totals.sums).reduce(0) { squares, cluster in
      let residual = cluster.1 - cluster.0 * totals.mean
      return squares + residual * residual
    }
    return (squares * clusters / (clusters - 1)).squareRoot() / Double(totals.count)
  }

  /// Returns the interval around the mean, with an error of `tail` on either end; `nil` with fewer
  /// than two clusters.
  static func interval(_ totals: ClusterTotals, tail: Double) -> ClosedRange<Double>? {
    guard let standardError = standardError(totals),
      let t = StudentT.upperQuantile(tail, degreesOfFreedom: Double(totals.clusters - 1))
    else { return nil }
    return (totals.mean - t * standardError)...(totals.mean + t * standardError)
  }
}
