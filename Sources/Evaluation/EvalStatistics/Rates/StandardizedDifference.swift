#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Cohen's d for paired differences, d_z: the mean difference in standard deviations of the
/// differences.
///
/// A dimensionless effect size, for comparing metrics; the mean difference itself says more.
/// Assumes independent transcripts.
package struct StandardizedDifference: Sendable, Hashable {
  /// d_z = mean/sd, with n - 1 in the denominator of the sd.
  package let value: Double
  /// Hedges' g_z: d_z times J(n - 1), which removes the upward bias in small samples (Hedges 1981).
  package let corrected: Double

  /// Returns `nil` with fewer than three differences, or if they do not vary by more than rounding.
  package init?(_ differences: [Double]) {
    guard let moments = Moments(differences), moments.count > 2, let variance = moments.variance,
      variance > ClusterTotals.tolerance * ClusterTotals.tolerance
    else { return nil }
    value = moments.mean / variance.squareRoot()
    corrected = value * Self.correction(degreesOfFreedom: moments.count - 1)
  }

  /// Returns J(ν) = Γ(ν/2) / (√(ν/2) Γ((ν-1)/2)), for ν > 1.
  static func correction(degreesOfFreedom: Double) -> Double {
    let half = degreesOfFreedom / 2
    return exp(LogGamma.value(half) - LogGamma.value(half - 0.5)) / half.squareRoot()
  }
}
