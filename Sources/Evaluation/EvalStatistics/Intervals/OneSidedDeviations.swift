/// The far limit of a mean whose values cannot, or do not, cross an origin.
///
/// A version that always passes can only be equalled or done worse: at a ceiling all differences
/// have one sign, and their distribution has a long tail away from zero. The same holds for scores
/// of one side close to 1. A sample that by chance misses the tail has a mean near the origin and a
/// small spread at once, so Student's interval is too short: its far end is wrong in up to 10 % of
/// samples instead of 2.5 %, and it is the end that a gate looks at. The upper limit of
/// ``WeightedBinomial`` counts one more cluster of the largest weight, which is what such a sample
/// lacks.
///
/// The largest weight is the larger of two: the largest sum of a cluster in the sample, and that of
/// an average cluster all of whose transcripts deviate as much as can be expected of one. That is
/// the largest deviation in the sample, times 20/G with fewer than 20 clusters, since few clusters
/// show little of a tail, and not beyond the bounds. The factor has no theory behind it. It was
/// chosen in the simulated worlds of `CoverageSimulationTests`, where intervals then hold from 4
/// clusters upwards.
///
/// A limitation remains. If a few persons account for nearly all failures, a sample may contain
/// none of them, and then nothing in it indicates how far the mean may lie. In a world that the
/// factor was not chosen in, intervals covered the truth in 88 % with 9 clusters, 91 % with 12 and
/// 92 % with 25; the usual clustered interval in 79, 76 and 77 %. More clusters help, more samples
/// do not.
///
/// The end towards the origin stays Student's, so that the false-alarm rate does not change.
enum OneSidedDeviations {
  /// Returns the limit of the mean on the side away from the origin, with an error of `tail`; `nil`
  /// if clusters deviate in both directions or not at all.
  static func farLimit(
    _ totals: ClusterTotals, from origin: Double, bounds: ClosedRange<Double>?, tail: Double
  ) -> Double? {
    let count = Double(totals.count)
    let size = count / Double(totals.clusters)
    let threshold = ClusterTotals.tolerance * size
    let deviations = zip(totals.sizes, totals.sums).map { $1 - $0 * origin }
    let isAbove = deviations.contains { $0 > threshold }
    let isBelow = deviations.contains { $0 < -threshold }
    guard isAbove != isBelow else { return nil }
    let weights = deviations.map(abs).filter { $0 > threshold }
    let seen = max(abs(totals.largest - origin), abs(totals.smallest - origin))
    let possible =
      bounds.map { isAbove ? $0.upperBound - origin : origin - $0.lowerBound } ?? .infinity
    let farthest = min(max(seen, possible), seen * max(1, 20 / Double(totals.clusters)))
    guard
      let limits = WeightedBinomial(
        weights, clusters: totals.clusters, tail: tail,
        largest: max(weights.max() ?? 0, farthest * size))
    else { return nil }
    return origin + (isAbove ? limits.high : -limits.high) / count
  }
}
