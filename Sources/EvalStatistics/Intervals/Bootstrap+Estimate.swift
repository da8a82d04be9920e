extension Bootstrap {
  /// Returns a statistic with its percentile interval over clusters; `nil` if the statistic is
  /// undefined.
  ///
  /// The interval is `nil` with fewer than two clusters, if the statistic is undefined for more
  /// than one draw in twenty, and if all draws are equal: an interval of no width would claim false
  /// certainty. With fewer than 30 clusters it is somewhat too short.
  static func estimate(
    clusters: Int, count: Int, seed: UInt64, draws: Int = standardDraws,
    statistic: ([Int]) -> Double?
  ) -> Estimate? {
    guard clusters > 0, let value = statistic(Array(0..<clusters)), value.isFinite else {
      return nil
    }
    let bootstrap = Bootstrap(clusters: clusters, draws: draws, seed: seed, statistic: statistic)
    let interval = bootstrap?.percentileInterval()
    let varies = bootstrap.map { $0.replicates.first != $0.replicates.last } ?? false
    return Estimate(
      value: value, interval: varies ? interval : nil, count: count, clusters: clusters,
      method: "cluster bootstrap")
  }
}
