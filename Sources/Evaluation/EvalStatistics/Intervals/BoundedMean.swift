#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Limits of the mean of bounded values, whatever their distribution: Gaffke's (2005), see also
/// Learned-Miller and Thomas (2019, arXiv:1905.06208).
///
/// The lower limit with an error of α is the α-quantile of Σ D_i·x_i. The weights D are uniformly
/// distributed over all weights that sum to 1, that is, Dirichlet with all parameters 1. The x_i are
/// the n values and one more at the lower bound: the value that a sample may have missed. It has
/// three properties that a decision needs and that Student's interval lacks.
///
/// - It is monotone: no weight is negative, so a larger value never lowers the limit. Student's
///   interval becomes wider by a single good value.
/// - It keeps its level with few values that differ, or none: for values that are 0 or 1 it is
///   Clopper and Pearson's exact limit, thus 1 - α^(1/n) below the bound if all n are the same. A
///   proof is known for values of two kinds only; no distribution is known for which the limit is
///   wrong more often than α, and `GateLevelSimulationTests` searches for one.
/// - It is deterministic: the quantile is computed from ``ExponentialSum``, not drawn.
///
/// The price is caution, since any sample may have missed a value at the bound. With 20 clusters a
/// mean of differences near 0 is known to ±17 points at best, with 100 to ±4.
///
/// Clusters are weighted as wholes, and the mean is that over their transcripts: Σ D_g·S_g / Σ
/// D_g·n_g. The cluster that was missed has the size m = Σn_g²/T, that of the cluster that an average
/// transcript is in; for equal clusters this is their size.
package enum BoundedMean {
  /// The method's name in reports, stored runs and exports.
  package static let name = "gaffke"

  /// Returns the lower limit with an error of `tail`; `lowest` is the smallest possible value.
  ///
  /// With `scale` it is the limit if there were that many times as many clusters of the same kinds,
  /// for planning. Returns `nil` if a value lies outside of the bound.
  static func lowerLimit(
    _ totals: ClusterTotals, lowest: Double, tail: Double, scale: Double = 1
  ) -> Double? {
    guard tail > 0, tail < 1, lowest.isFinite, totals.smallest >= lowest - ClusterTotals.tolerance
    else { return nil }
    let clusters = groups(totals)
    let means = clusters.map { $0.sum / $0.size }
    guard let highest = means.max(), highest - lowest > ClusterTotals.tolerance else {
      return lowest
    }
    let missed = totals.typicalSize
    let limit = MonotoneRoot.find(log(tail), in: lowest...highest) { limit in
      let terms = clusters.map { cluster in
        ExponentialSum.Term(
          weight: cluster.sum - limit * cluster.size, slope: cluster.size,
          count: scale * Double(cluster.count))
      }
      let unseen = ExponentialSum.Term(
        weight: (lowest - limit) * missed, slope: missed, count: 1)
      return ExponentialSum(terms: terms + [unseen]).logProbability()
    }
    return min(limit, totals.mean)
  }

  /// Returns the upper limit, likewise; `highest` is the largest possible value.
  static func upperLimit(
    _ totals: ClusterTotals, highest: Double, tail: Double, scale: Double = 1
  ) -> Double? {
    lowerLimit(totals.negated, lowest: -highest, tail: tail, scale: scale).map { -$0 }
  }

  /// Returns both limits, each with an error of `tail`; `nil` if a value lies outside of the bounds.
  static func interval(
    _ totals: ClusterTotals, bounds: ClosedRange<Double>, tail: Double
  ) -> ClosedRange<Double>? {
    guard let low = lowerLimit(totals, lowest: bounds.lowerBound, tail: tail),
      let high = upperLimit(totals, highest: bounds.upperBound, tail: tail)
    else { return nil }
    return low...max(low, high)
  }

  /// Returns the mean with both limits, each with an error of `tail`; the interval is `nil` with
  /// fewer than two clusters, which show nothing about how much clusters differ.
  static func estimate(
    _ totals: ClusterTotals, bounds: ClosedRange<Double>, tail: Double = 0.025
  ) -> Estimate {
    Estimate(
      value: totals.mean,
      interval: totals.clusters > 1 ? interval(totals, bounds: bounds, tail: tail) : nil,
      standardError: totals.onlyValue == nil ? ClusteredMean(totals)?.standardError : nil,
      count: totals.count, clusters: totals.clusters, method: name)
  }

  /// A cluster's size and sum, with the number of clusters that have the same.
  private struct Group {
    var size: Double
    var sum: Double
    var count: Int
  }

  /// Clusters with equal sums, but for rounding, are counted once.
  private static func groups(_ totals: ClusterTotals) -> [Group] {
    let sorted = zip(totals.sizes, totals.sums).sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    var groups: [Group] = []
    for (size, sum) in sorted {
      if let last = groups.last, last.size == size, sum - last.sum <= 1e-12 {
        groups[groups.count - 1].count += 1
      } else {
        groups.append(Group(size: size, sum: sum, count: 1))
      }
    }
    return groups
  }
}

extension ClusterTotals {
  /// Σn_g²/T, the size of the cluster that an average transcript is in.
  fileprivate var typicalSize: Double { sizes.reduce(0) { $0 + $1 * $1 } / Double(count) }
}
