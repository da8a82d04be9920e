/// How far the mean may lie from an origin that values cannot, or do not, cross.
///
/// A version that always passes can only be equalled or done worse: at a ceiling all differences
/// have one sign, and their distribution a long tail away from zero. So have the scores of one side
/// close to 1. A sample that by chance misses the tail has a mean near the origin and a small
/// spread at once, so that Student's interval ends too near: its far end is wrong in up to 10 % of
/// samples instead of 2.5 %, and it is the end that a gate looks at. The upper limit of
/// ``WeightedBinomial`` counts one more cluster of the largest weight, which is what such a sample
/// lacks.
///
/// The largest weight is the larger of the largest sum of a cluster that was seen, and of an
/// average cluster all of whose transcripts deviate as much as can be expected of one: as the one
/// that deviates most, times 20/G with fewer than 20 clusters, since few show little of a tail, and
/// not beyond the bounds. The factor has no theory behind it. It was chosen in the simulated worlds
/// of `CoverageSimulationTests`, where intervals then hold from 4 clusters upwards.
///
/// A limit is left. Where a few persons account for nearly all failures, a sample may hold none of
/// them, and then nothing in it tells how far the mean may lie. In a world that the factor was not
/// chosen in, intervals covered the truth in 88 % with 9 clusters, 91 % with 12 and 92 % with 25;
/// the usual clustered interval in 79, 76 and 77 %. More clusters help, more samples do not.
///
/// The end towards the origin stays Student's, so that false alarms are neither more nor fewer.
enum OneSidedDeviations {
  /// The limit of the mean on the side away from the origin, with an error of `tail`; nil when
  /// clusters deviate in both directions or not at all.
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
