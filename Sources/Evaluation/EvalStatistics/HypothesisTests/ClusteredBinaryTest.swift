/// McNemar's test for clusters: Z = ΣD_g / √ΣD_g² (Yang, Sun and Hardin 2010).
///
/// D_g is the number of transcripts of a cluster that only the second side passes, minus those that
/// only the first does. Normal for many clusters. With fewer than 25 or so, ``SignFlipTest`` on the
/// same sums is exact.
package struct ClusteredBinaryTest: Sendable, Hashable {
  /// Z, positive if the second side passes more.
  package let statistic: Double
  /// The two-sided p, from the normal distribution.
  package let p: Double

  /// Tests differences of -1, 0 or 1; returns `nil` if no cluster has a net difference.
  package init?(_ differences: [PairedDifference]) {
    guard let totals = ClusterTotals(differences) else { return nil }
    let squares = totals.sums.reduce(0) { $0 + $1 * $1 }
    guard squares > 0 else { return nil }
    statistic = totals.sums.reduce(0, +) / squares.squareRoot()
    p = 2 * NormalDistribution.upperTail(abs(statistic))
  }
}
