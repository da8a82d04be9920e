/// Confidence limits for a sum over clusters of weights that most clusters do not have: Clopper and
/// Pearson's limits for a count, extended to weights.
///
/// Weights R_g > 0 on some of G clusters have the effective count x = (ΣR)²/ΣR² and the effective
/// weight ΣR²/ΣR; for equal weights these are their number and the weight itself. The lower limit
/// is that weight times G times the beta quantile (x, G+1-x). For the upper limit one more cluster
/// of the largest weight is counted, as Fay and Feuer (1997) do for weighted Poisson counts; the
/// continuous count is that of Korn and Graubard (1998) for surveys. With equal weights both are
/// Clopper and Pearson's (1934).
struct WeightedBinomial: Sendable, Hashable {
  /// The sum of the weights.
  let total: Double
  /// The lower limit of the expected sum; 0 if there are no weights.
  let low: Double
  /// The upper limit of the expected sum.
  let high: Double

  /// Computes the limits; `nil` only if a quantile cannot be computed.
  ///
  /// `tail` is the error allowed on either end; `largest` the largest weight that a cluster could
  /// have.
  init?(_ weights: [Double], clusters: Int, tail: Double, largest: Double) {
    total = weights.reduce(0, +)
    let squares = weights.reduce(0) { $0 + $1 * $1 }
    let trials = Double(clusters)
    func limit(_ sum: Double, squares: Double, p: Double) -> Double? {
      // The effective count cannot exceed the number of clusters, even if every one has the largest
      // weight.
      let effective = min(sum * sum / squares, trials + 0.5)
      return BetaDistribution.quantile(p, a: effective, b: trials + 1 - effective).map {
        squares / sum * trials * $0
      }
    }
    guard let low = total > 0 ? limit(total, squares: squares, p: tail) : 0,
      let high = largest > 0
        ? limit(total + largest, squares: squares + largest * largest, p: 1 - tail) : total
    else { return nil }
    self.low = min(low, total)
    self.high = max(high, total)
  }
}
