@testable import EvalStatistics

/// The library's interval of a mean difference, and the usual ones that it is compared with.
enum IntervalMethod: String, Sendable, CaseIterable {
  /// The library's: Student's interval on clusters with CR2's standard error and Satterthwaite's
  /// degrees of freedom, widened if differences are rare or all in one direction.
  case clustered
  /// Student's interval with the clustered standard error times √(G/(G-1)) and G - 1 degrees of
  /// freedom.
  case clusteredG
  /// Student's paired interval, which assumes independent transcripts.
  case independent
  /// The middle 95 % of a bootstrap over clusters.
  case percentileBootstrap
  /// The bias-corrected and accelerated bootstrap over clusters.
  case bca
  /// All differences that the sign-flip test of whole clusters does not reject.
  case signFlipInversion

  /// Returns the 95 % interval of the mean difference, clipped to `bounds`; `nil` if there is none.
  ///
  /// If all differences are the same, the others would give an interval of no width, and take the
  /// library's. Only the two bootstraps, and the sign-flip inversion beyond 20 clusters, use `seed`
  /// and `draws`.
  func interval(
    _ differences: [PairedDifference], bounds: ClosedRange<Double>? = -1...1, seed: UInt64 = 1,
    draws: Int = Bootstrap.standardDraws
  ) -> ClosedRange<Double>? {
    guard
      let totals = self == .independent
        ? ClusterTotals.independent(differences) : ClusterTotals(differences)
    else { return nil }
    guard self != .clustered, totals.onlyValue == nil else {
      return ClusteredInterval.estimate(totals, of: .differences, bounds: bounds).interval
    }
    let interval: ClosedRange<Double>?
    switch self {
    case .clustered, .independent: interval = ClusteredMean(totals)?.interval(tail: 0.025)
    case .clusteredG: interval = ClusteredGInterval.interval(totals, tail: 0.025)
    case .percentileBootstrap:
      interval = Bootstrap(meanOf: totals, draws: draws, seed: seed)?.percentileInterval()
    case .bca:
      interval = Bootstrap(meanOf: totals, draws: draws, seed: seed)?.biasCorrectedInterval(
        acceleration: Bootstrap.acceleration(ofMean: totals))
    case .signFlipInversion:
      interval = SignFlipInversion.interval(totals, seed: seed, draws: draws)
    }
    return interval?.cut(at: bounds)
  }

  /// Whether the method's intervals can be relied on with this many transcripts and clusters.
  ///
  /// They cannot if 95 % intervals miss the truth in more than 7 % of the simulated comparisons of
  /// 10 to 800 transcripts in clusters of unequal size, or if more than 6 % of comparisons without
  /// a difference show one. This is why the library computes all intervals by ``clustered``.
  func isReliable(transcripts: Int, clusters: Int) -> Bool {
    switch self {
    case .clustered: clusters >= 2
    case .clusteredG, .independent: clusters >= 2 && clusters == transcripts
    case .percentileBootstrap: clusters >= 150
    case .bca: clusters >= 250
    case .signFlipInversion: clusters >= 6
    }
  }
}

extension ClusterTotals {
  /// Returns the same values with each a cluster of its own.
  static func independent(_ differences: [PairedDifference]) -> ClusterTotals? {
    guard differences.allSatisfy(\.value.isFinite) else { return nil }
    return ClusterTotals(differences.map { [$0.value] })
  }
}

extension Bootstrap {
  /// Bootstraps the mean over transcripts; returns `nil` with fewer than two clusters.
  init?(meanOf totals: ClusterTotals, draws: Int = standardDraws, seed: UInt64) {
    guard totals.clusters > 1, draws > 0 else { return nil }
    var random = SeededRandom(seed: seed)
    let clusters = totals.clusters
    let members = zip(totals.sums, totals.sizes).map { SIMD2($0, $1) }
    let replicates = members.withUnsafeBufferPointer { members in
      (0..<draws).map { _ in
        var total = SIMD2<Double>.zero
        for _ in 0..<clusters { total += members[random.position(below: clusters)] }
        return total.x / total.y
      }
    }
    self.init(observed: totals.mean, unsorted: replicates)
  }
}
