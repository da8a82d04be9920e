/// The interval of a mean: Student's with CR2's standard error and Satterthwaite's degrees of
/// freedom.
///
/// It is widened, never narrowed, to ``BoundedMean`` in the two situations where Student's interval
/// is known to be too short for shares.
///
/// - If more than half of the clusters share one value, the few that differ say little about how much
///   those would that a sample has missed.
/// - If all deviate in one direction, from 0 for differences, and for scores from the bound that the
///   mean is near, the distribution has a long tail that a sample may have missed. Only the end away
///   from the origin is widened, so that the false-alarm rate does not change.
///
/// What was missed may lie at the bounds of the metric if the shared value is no difference, or a
/// score at a bound, and if nothing differs. Otherwise it is taken to deviate by at most the largest
/// deviation in the sample, times 20/G with fewer than 20 clusters. The factor has no theory behind
/// it; intervals hold with it in the simulated worlds of `CoverageSimulationTests`.
///
/// The interval is clipped to the bounds, beyond which no mean can lie.
///
/// This interval describes: it covers the truth in about 95 % of comparisons. A gate decides by
/// ``BoundedMean`` alone, whose limits hold for every distribution, and which is monotone.
package enum ClusteredInterval {
  /// The method's name in reports, stored runs and exports.
  package static let name = "clustered"

  /// The meaning of the values.
  enum Kind: Sendable, Hashable {
    /// Differences of two sides, with 0 as the natural origin.
    case differences
    /// Scores of one side, which may be close to a bound.
    case scores

    /// Whether a shared value is one of many: neither no difference nor a score at a bound.
    fileprivate func isOrdinary(_ value: Double, in bounds: ClosedRange<Double>) -> Bool {
      switch self {
      case .differences: abs(value) > ClusterTotals.tolerance
      case .scores:
        min(value - bounds.lowerBound, bounds.upperBound - value) > ClusterTotals.tolerance
      }
    }

    /// Returns the value from which others may deviate in one direction only; `nil` for scores far
    /// from both bounds.
    ///
    /// Far is a quarter of the range: nearer to the middle, Student's interval is right.
    fileprivate func origin(_ mean: Double, in bounds: ClosedRange<Double>) -> Double? {
      switch self {
      case .differences: return 0
      case .scores:
        guard (bounds.upperBound - bounds.lowerBound).isFinite else { return nil }
        let quarter = (bounds.upperBound - bounds.lowerBound) / 4
        if mean > bounds.upperBound - quarter { return bounds.upperBound }
        return mean < bounds.lowerBound + quarter ? bounds.lowerBound : nil
      }
    }
  }

  /// Returns the mean with its interval, which has an error of `tail` on either end.
  ///
  /// The interval is `nil` with fewer than two clusters, and if all values are the same and there
  /// are no bounds.
  static func estimate(
    _ totals: ClusterTotals, of kind: Kind, bounds: ClosedRange<Double>?, tail: Double = 0.025
  ) -> Estimate {
    var estimate = Estimate(
      value: totals.mean, count: totals.count, clusters: totals.clusters, method: name)
    guard let mean = ClusteredMean(totals) else { return estimate }
    let widening = bounds.flatMap { Self.widening(totals, of: kind, bounds: $0, tail: tail) }
    if totals.onlyValue == nil {
      estimate.standardError = mean.standardError
      estimate.interval = mean.interval(tail: tail)?.widened(to: widening)
    } else {
      estimate.interval = widening
    }
    estimate.interval = estimate.interval?.cut(at: bounds)
    return estimate
  }

  /// Returns what Student's interval is widened to, which may be a single limit; `nil` if it holds as
  /// it is.
  private static func widening(
    _ totals: ClusterTotals, of kind: Kind, bounds: ClosedRange<Double>, tail: Double
  ) -> ClosedRange<Double>? {
    let few = max(1, 20 / Double(totals.clusters))
    func farthest(from value: Double) -> Double {
      max(abs(totals.largest - value), abs(totals.smallest - value)) * few
    }
    if let common = totals.commonValue {
      let distance = farthest(from: common)
      let isOrdinary = kind.isOrdinary(common, in: bounds)
      let reach =
        isOrdinary && distance > ClusterTotals.tolerance
        ? max(bounds.lowerBound, common - distance)...min(bounds.upperBound, common + distance)
        : bounds
      return BoundedMean.interval(totals, bounds: reach, tail: tail)
    }
    guard let origin = kind.origin(totals.mean, in: bounds),
      let direction = totals.direction(from: origin)
    else { return nil }
    let distance = farthest(from: origin)
    let limit =
      switch direction {
      case .below:
        BoundedMean.lowerLimit(
          totals, lowest: max(bounds.lowerBound, origin - distance), tail: tail)
      case .above:
        BoundedMean.upperLimit(
          totals, highest: min(bounds.upperBound, origin + distance), tail: tail)
      }
    return limit.map { $0...$0 }
  }
}

extension ClusterTotals {
  /// The value that all transcripts of more than half of the clusters have; `nil` if there is none.
  var commonValue: Double? {
    let constants = constants.compactMap { $0 }.sorted()
    guard constants.count * 2 > clusters else { return nil }
    // If more than half of all clusters have it, the median of the constant ones does.
    let candidate = constants[constants.count / 2]
    let holders = constants.count { abs($0 - candidate) <= Self.tolerance }
    return holders * 2 > clusters ? candidate : nil
  }

  fileprivate enum Direction { case below, above }

  /// Returns in which direction clusters deviate from the origin; `nil` if in both or in none.
  fileprivate func direction(from origin: Double) -> Direction? {
    let threshold = Self.tolerance * Double(count) / Double(clusters)
    let deviations = zip(sizes, sums).map { $1 - $0 * origin }
    let isAbove = deviations.contains { $0 > threshold }
    let isBelow = deviations.contains { $0 < -threshold }
    guard isAbove != isBelow else { return nil }
    return isAbove ? .above : .below
  }
}

extension ClosedRange<Double> {
  /// Returns the smallest interval that contains both.
  func widened(to other: ClosedRange<Double>?) -> ClosedRange<Double> {
    guard let other else { return self }
    let low = lowerBound < other.lowerBound ? lowerBound : other.lowerBound
    let high = upperBound > other.upperBound ? upperBound : other.upperBound
    return low...high
  }

  /// Returns the part of the interval that lies within the bounds.
  func cut(at bounds: ClosedRange<Double>?) -> ClosedRange<Double> {
    bounds.map { clamped(to: $0) } ?? self
  }
}
