#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A spending function: how much of the false-alarm probability α each look at accumulating data
/// may use (Lan and DeMets 1983).
///
/// Testing repeatedly at 5 % eventually finds a difference where there is none. A spending function
/// says how much of α has been spent at a fraction t of the planned transcripts, whatever the
/// number of looks.
package enum AlphaSpending: Sendable, Hashable, CaseIterable {
  /// 4 - 4Φ(z_{α/4}/√t): next to nothing early, so that the last look is nearly that of a
  /// comparison without interim looks.
  ///
  /// Two-sided, half of it on either side.
  case obrienFleming
  /// α·ln(1 + (e - 1)t): about the same at each look.
  case pocock

  /// Returns the α spent at fraction t: 0 for t ≤ 0 and α for t ≥ 1; `nil` unless 0 < α < 1.
  package func spent(at fraction: Double, alpha: Double) -> Double? {
    guard alpha > 0, alpha < 1, let z = NormalDistribution.upperQuantile(alpha / 4) else {
      return nil
    }
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return alpha }
    switch self {
    case .obrienFleming: return 4 * NormalDistribution.upperTail(z / fraction.squareRoot())
    case .pocock: return alpha * log(1 + (exp(1) - 1) * fraction)
    }
  }
}
