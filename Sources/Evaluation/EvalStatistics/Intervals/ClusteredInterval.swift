/// The interval of a mean: Student's with CR2's standard error and Satterthwaite's degrees of
/// freedom.
///
/// It is widened, never narrowed, in the two situations where Student's interval is known to be too
/// short for shares: if few clusters deviate from a common value (``RareDeviations``), and if all
/// deviate in one direction (``OneSidedDeviations``), from 0 for differences, and for scores from
/// the bound that the mean is near. It is clipped to the bounds, beyond which no mean can lie.
package enum ClusteredInterval {
  /// The method's name in reports, stored runs and exports.
  package static let name = "clustered"

  /// The meaning of the values.
  enum Kind: Sendable, Hashable {
    /// Differences of two sides, with 0 as the natural origin.
    case differences
    /// Scores of one side, which may be close to a bound.
    case scores

    /// Returns the value from which others may deviate in one direction only; `nil` for scores far
    /// from both bounds.
    ///
    /// Far is a quarter of the range: nearer to the middle, Student's interval is right.
    fileprivate func origin(_ mean: Double, in bounds: ClosedRange<Double>?) -> Double? {
      switch self {
      case .differences: return 0
      case .scores:
        guard let bounds, (bounds.upperBound - bounds.lowerBound).isFinite else { return nil }
        let quarter = (bounds.upperBound - bounds.lowerBound) / 4
        if mean > bounds.upperBound - quarter { return bounds.upperBound }
        return mean < bounds.lowerBound + quarter ? bounds.lowerBound : nil
      }
    }
  }

  /// Returns the mean with its interval, which has an error of `tail` on either end and is `nil`
  /// with fewer than two clusters.
  static func estimate(
    _ totals: ClusterTotals, of kind: Kind, bounds: ClosedRange<Double>?, tail: Double = 0.025,
    method: String = name
  ) -> Estimate {
    var estimate = Estimate(
      value: totals.mean, count: totals.count, clusters: totals.clusters, method: method)
    var interval = RareDeviations.interval(totals, bounds: bounds, tail: tail)
    if totals.onlyValue == nil, let mean = ClusteredMean(totals) {
      estimate.standardError = mean.standardError
      interval = mean.interval(tail: tail)?.widened(to: interval)
      if let origin = kind.origin(totals.mean, in: bounds),
        let far = OneSidedDeviations.farLimit(totals, from: origin, bounds: bounds, tail: tail)
      {
        interval = interval?.widened(to: far...far)
      }
    }
    estimate.interval = interval?.cut(at: bounds)
    return estimate
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
