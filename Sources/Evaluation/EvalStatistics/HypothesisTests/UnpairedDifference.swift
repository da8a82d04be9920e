/// The difference of two means without a transcript in common, such as of two weeks.
///
/// It varies by all that makes one transcript harder than another, which a paired difference
/// removes, so that it takes several times as many transcripts to show the same. Clusters that both
/// sides have are taken for independent.
package struct UnpairedDifference: Sendable, Hashable {
  /// How the interval and p are computed.
  package enum Method: String, Sendable, Hashable {
    /// Welch's t test (1947): the standard errors of both means, CR2's for clusters, and
    /// Satterthwaite's degrees of freedom.
    case welch
    /// The score interval and test of Miettinen and Nurminen (1985), for two shares of independent
    /// transcripts, which holds close to 0 and 1 as well.
    case score = "miettinen-nurminen"
  }

  /// The difference, second minus first, with its interval.
  package let estimate: Estimate
  /// The method of the interval and of p.
  package let method: Method
  /// The two-sided p; `nil` if neither side varies.
  package let p: Double?

  /// Compares two sides.
  ///
  /// The interval is `nil` with fewer than two clusters on a side. If on a side more than half of
  /// the clusters share one value, Welch's interval is widened to that of ``LimitTest``.
  ///
  /// - Parameters:
  ///   - first: One score per transcript.
  ///   - second: Those of the other side.
  ///   - bounds: The bounds of the scores; `nil` if there are none.
  /// - Returns: `nil` if a side has no scores, or one is not finite.
  package init?(
    first: [PairedDifference], second: [PairedDifference], within bounds: ClosedRange<Double>?
  ) {
    guard let a = ClusterTotals(first), let b = ClusterTotals(second) else { return nil }
    let difference = b.mean - a.mean
    var estimate = Estimate(
      value: difference, count: a.count + b.count, clusters: a.clusters + b.clusters,
      method: Method.welch.rawValue)
    if bounds == 0...1, let test = ScoreTest(a, b) {
      method = .score
      estimate.method = Method.score.rawValue
      estimate.interval = a.clusters > 1 && b.clusters > 1 ? test.interval(tail: 0.025) : nil
      p = test.p(0)
      self.estimate = estimate
      return
    }
    method = .welch
    let test = TTest.welch(a, b)
    p = test?.p
    if let test, let t = StudentT.upperQuantile(0.025, degreesOfFreedom: test.degreesOfFreedom) {
      estimate.standardError = test.standardError
      let margin = t * test.standardError
      estimate.interval = (difference - margin)...(difference + margin)
    }
    if let bounds {
      if estimate.interval == nil || a.commonValue != nil || b.commonValue != nil,
        let limits = LimitTest(first: first, second: second, limit: 0, within: bounds)?.estimate
          .interval
      {
        estimate.interval = limits.widened(to: estimate.interval)
      }
      let range = bounds.upperBound - bounds.lowerBound
      estimate.interval = estimate.interval?.cut(at: -range...range)
    }
    self.estimate = estimate
  }
}

/// The score test of Miettinen and Nurminen (1985) of the difference of two independent shares.
///
/// Z² = (b - a - δ)² / [V·N/(N-1)], where V is the variance with the maximum likelihood estimates of
/// both shares whose difference is δ, and N the number of all transcripts. The interval has all δ
/// that are not rejected.
struct ScoreTest: Sendable, Hashable {
  private struct Share: Sendable, Hashable {
    var passed: Double
    var count: Double

    var value: Double { passed / count }
  }

  private let first: Share
  private let second: Share

  /// Returns `nil` unless all scores are 0 or 1, and each transcript is a cluster of its own.
  init?(_ a: ClusterTotals, _ b: ClusterTotals) {
    for totals in [a, b] {
      let isBinary = totals.sums.allSatisfy {
        abs($0) <= ClusterTotals.tolerance || abs($0 - 1) <= ClusterTotals.tolerance
      }
      guard isBinary, totals.count == totals.clusters else { return nil }
    }
    first = Share(passed: a.sums.reduce(0, +).rounded(), count: Double(a.count))
    second = Share(passed: b.sums.reduce(0, +).rounded(), count: Double(b.count))
  }

  /// Returns Z for the hypothesis that the difference is δ, from -1 to 1.
  func statistic(_ delta: Double) -> Double {
    let observed = second.value - first.value
    let share = share(delta)
    let other = min(1, max(0, share + delta))
    let variance = share * (1 - share) / first.count + other * (1 - other) / second.count
    let total = first.count + second.count
    let distance = observed - delta
    if abs(distance) < 1e-12 { return 0 }
    return distance / (max(variance, 1e-300) * total / (total - 1)).squareRoot()
  }

  /// Returns the two-sided p for the hypothesis that the difference is δ; 1 if all transcripts are
  /// alike.
  func p(_ delta: Double) -> Double {
    min(1, 2 * NormalDistribution.upperTail(abs(statistic(delta))))
  }

  /// Returns the interval with an error of `tail` on either end.
  func interval(tail: Double) -> ClosedRange<Double>? {
    guard let z = NormalDistribution.upperQuantile(tail) else { return nil }
    let observed = second.value - first.value
    func limit(_ bracket: ClosedRange<Double>, z: Double) -> Double {
      // Z decreases with δ, so its negation is inverted, by bisection.
      MonotoneRoot.find(-z, in: bracket) { (-statistic($0), 0) }
    }
    let low = observed <= -1 ? -1 : limit(-1...observed, z: z)
    let high = observed >= 1 ? 1 : limit(observed...1, z: -z)
    return min(low, observed)...max(high, observed)
  }

  /// Returns the first share's maximum likelihood estimate if the second is larger by δ.
  private func share(_ delta: Double) -> Double {
    let bracket = max(0, -delta)...max(max(0, -delta), min(1, 1 - delta))
    // The slope of the log-likelihood decreases with the share.
    return MonotoneRoot.find(0, in: bracket) { share in
      func slope(_ side: Share, at p: Double) -> Double {
        (side.passed > 0 ? side.passed / p : 0)
          - (side.passed < side.count ? (side.count - side.passed) / (1 - p) : 0)
      }
      return (-slope(first, at: share) - slope(second, at: share + delta), 0)
    }
  }
}
