/// The mean over transcripts in clusters, its CR2 standard error and Satterthwaite's degrees of
/// freedom (Bell and McCaffrey 2002; Imbens and Kolesár 2016), for a model of the mean alone.
///
/// With e = d - d̄, cluster g of n_g transcripts out of T, and w_g = n_g/T:
///
/// SE² = (1/T²) Σ_g (Σ_{i∈g} e_i)² / (1 - w_g)
///
/// Residuals of a large cluster are too small because it has pulled the mean towards itself; 1 -
/// w_g compensates for that, so that SE² is unbiased for independent transcripts. With equal
/// clusters this is the usual clustered variance times G/(G-1).
///
/// The degrees of freedom: SE² is Σ_g (p_g·d)² with p_g = (1_g - w_g·1)/(T√(1-w_g)). For
/// independent d of variance σ² it has mean σ² tr(M) and variance 2σ⁴ tr(M²), where M holds the
/// products p_g·p_h: w_g/T on the diagonal, and -w_g w_h/(T√((1-w_g)(1-w_h))) elsewhere. A
/// chi-squared variable with ν = tr(M)²/tr(M²) degrees of freedom has the same ratio. With b_g =
/// w_g²/(1-w_g), tr(M) = 1/T and
///
/// 1/ν = Σ w_g² + (Σ b_g)² - Σ b_g²
///
/// This is G - 1 for equal clusters, fewer for unequal ones, and never below 1.
struct ClusteredMean: Sendable, Hashable {
  /// The mean over transcripts.
  let value: Double
  /// The CR2 standard error.
  let standardError: Double
  /// Satterthwaite's degrees of freedom, between 1 and G - 1.
  let degreesOfFreedom: Double

  /// Returns `nil` with fewer than two clusters, whose spread is unknown.
  init?(_ totals: ClusterTotals) {
    guard totals.clusters > 1 else { return nil }
    let count = Double(totals.count)
    value = totals.mean
    var squares = 0.0
    var weights = 0.0
    var leverages = 0.0
    var leverageSquares = 0.0
    for (size, sum) in zip(totals.sizes, totals.sums) {
      let weight = size / count
      let residual = sum - size * totals.mean
      squares += residual * residual / (1 - weight)
      weights += weight * weight
      let leverage = weight * weight / (1 - weight)
      leverages += leverage
      leverageSquares += leverage * leverage
    }
    standardError = squares.squareRoot() / count
    degreesOfFreedom = 1 / (weights + leverages * leverages - leverageSquares)
  }

  /// Returns Student's interval around the mean, with an error of `tail` on either end.
  func interval(tail: Double) -> ClosedRange<Double>? {
    guard let t = StudentT.upperQuantile(tail, degreesOfFreedom: degreesOfFreedom) else {
      return nil
    }
    let margin = t * standardError
    return (value - margin)...(value + margin)
  }
}
