/// The design effect: the variance of the mean of clustered transcripts relative to that of as many
/// independent ones (Kish 1965).
package struct DesignEffect: Sendable, Hashable {
  /// ρ, the share of the variance that lies between clusters.
  ///
  /// Estimated by analysis of variance; a negative estimate is reported as 0.
  package let intraclassCorrelation: Double
  /// 1 + (m - 1)ρ, where m = Σn_g²/T is the average size of the cluster that a transcript is in.
  package let value: Double

  /// Estimates the design effect; returns `nil` unless there are at least two clusters, one of them
  /// has two transcripts, and differences vary.
  package init?(_ differences: [PairedDifference]) {
    guard let totals = ClusterTotals(differences), totals.clusters > 1,
      totals.count > totals.clusters, totals.onlyValue == nil
    else { return nil }
    let count = Double(totals.count)
    let groups = Double(totals.clusters)
    let between = zip(totals.sizes, totals.sums).reduce(0) { squares, cluster in
      let distance = cluster.1 / cluster.0 - totals.mean
      return squares + cluster.0 * distance * distance
    }
    let all = differences.reduce(0) {
      $0 + ($1.value - totals.mean) * ($1.value - totals.mean)
    }
    let betweenMean = between / (groups - 1)
    let withinMean = max(0, all - between) / (count - groups)
    let sizeSquares = totals.sizes.reduce(0) { $0 + $1 * $1 }
    let size = (count - sizeSquares / count) / (groups - 1)
    let correlation = (betweenMean - withinMean) / (betweenMean + (size - 1) * withinMean)
    intraclassCorrelation = min(1, max(0, correlation))
    value = 1 + (sizeSquares / count - 1) * intraclassCorrelation
  }
}
