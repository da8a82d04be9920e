/// The interval of a mean if most clusters have the same value and few deviate from it.
///
/// If failures are rare, nearly all differences are exactly 0. Student's interval then rests on the
/// few that are not: with one of thirty it is as narrow as that one is small, and the next sample
/// may contain four. What is uncertain is how many clusters deviate, which is a binomial question:
/// if more than half of the clusters are entirely at one value, the sums of deviations above it and
/// below it get their limits from ``WeightedBinomial``, and the two are combined by MOVER (Zou and
/// Donner 2008): the distance from the estimate to the limit is the root of the sum of the two
/// squared distances.
///
/// The largest weight is that of the largest deviation observed on either side. If none was
/// observed, it is the distance to the bound, since nothing is known about the size of what was not
/// observed: the interval then reaches the share u = 1 - .025^(1/G) of the way to either bound.
enum RareDeviations {
  /// Returns the interval with an error of `tail` on either end.
  ///
  /// Returns `nil` unless more than half of at least two clusters share one value, and if nothing
  /// deviates and no bounds are given.
  static func interval(
    _ totals: ClusterTotals, bounds: ClosedRange<Double>?, tail: Double
  ) -> ClosedRange<Double>? {
    guard totals.clusters > 1, let base = commonValue(totals) else { return nil }
    let count = Double(totals.count)
    let size = count / Double(totals.clusters)
    let threshold = ClusterTotals.tolerance * size
    let deviations = zip(totals.sizes, totals.sums).map { $1 - $0 * base }
    let seen = deviations.lazy.map(abs).max().flatMap { $0 > threshold ? $0 : nil }
    guard
      let largestAbove = seen ?? bounds.map({ size * max(0, $0.upperBound - base) }),
      let largestBelow = seen ?? bounds.map({ size * max(0, base - $0.lowerBound) }),
      let above = WeightedBinomial(
        deviations.filter { $0 > threshold }, clusters: totals.clusters, tail: tail,
        largest: largestAbove),
      let below = WeightedBinomial(
        deviations.filter { $0 < -threshold }.map { -$0 }, clusters: totals.clusters, tail: tail,
        largest: largestBelow)
    else { return nil }
    let down = hypotenuse(above.total - above.low, below.high - below.total)
    let up = hypotenuse(above.high - above.total, below.total - below.low)
    return (totals.mean - down / count)...(totals.mean + up / count)
  }

  /// Returns the value that all transcripts of more than half of the clusters have; `nil` if there
  /// is none.
  private static func commonValue(_ totals: ClusterTotals) -> Double? {
    let constants = totals.constants.compactMap { $0 }.sorted()
    guard constants.count * 2 > totals.clusters else { return nil }
    // If more than half of all clusters have it, the median of the constant ones does.
    let candidate = constants[constants.count / 2]
    let holders = constants.count { abs($0 - candidate) <= ClusterTotals.tolerance }
    return holders * 2 > totals.clusters ? candidate : nil
  }

  private static func hypotenuse(_ a: Double, _ b: Double) -> Double {
    (a * a + b * b).squareRoot()
  }
}
