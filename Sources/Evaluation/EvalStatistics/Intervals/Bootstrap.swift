/// The bootstrap of any statistic over clusters (Efron 1979): G whole clusters are repeatedly drawn
/// with replacement, and the statistic is computed for each draw.
package struct Bootstrap: Sendable, Hashable {
  /// The statistic of the original clusters.
  package let observed: Double
  /// The statistic of each draw, ascending.
  package let replicates: [Double]

  /// The default number of draws.
  package static let standardDraws = 10_000

  /// Draws with a seed and computes the statistic of each draw.
  ///
  /// Returns `nil` with fewer than two clusters, or if the statistic is undefined for the original
  /// clusters or for more than one draw in twenty. The few draws for which it is undefined are left
  /// out.
  ///
  /// `statistic` gets the positions of the clusters that were drawn, some of them more than once.
  package init?(
    clusters: Int, draws: Int = standardDraws, seed: UInt64, statistic: ([Int]) -> Double?
  ) {
    guard clusters > 1, draws > 0, let observed = statistic(Array(0..<clusters)),
      observed.isFinite
    else { return nil }
    var random = SeededRandom(seed: seed)
    var replicates: [Double] = []
    replicates.reserveCapacity(draws)
    var drawn = Array(repeating: 0, count: clusters)
    for _ in 0..<draws {
      for position in drawn.indices { drawn[position] = random.position(below: clusters) }
      if let value = statistic(drawn), value.isFinite { replicates.append(value) }
    }
    guard replicates.count * 20 >= draws * 19 else { return nil }
    self.init(observed: observed, unsorted: replicates)
  }

  /// Takes draws that were computed elsewhere, in any order.
  init(observed: Double, unsorted: [Double]) {
    self.observed = observed
    replicates = unsorted.sorted()
  }

  /// Returns the p-quantile of the draws, interpolated linearly between neighbours.
  func quantile(_ p: Double) -> Double {
    let index = min(max(p, 0), 1) * Double(replicates.count - 1)
    let below = Int(index)
    let above = min(below + 1, replicates.count - 1)
    return replicates[below] + (index - Double(below)) * (replicates[above] - replicates[below])
  }
}

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

extension Bootstrap {
  /// Returns the percentile interval: the middle share `level` of the draws (Efron 1979).
  ///
  /// Too narrow with few clusters, by about √((G-1)/G) and by the ratio of the normal to Student's
  /// quantile.
  package func percentileInterval(level: Double = 0.95) -> ClosedRange<Double> {
    let tail = (1 - level) / 2
    return quantile(tail)...quantile(1 - tail)
  }
}
