#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package enum BetaDistribution {
  /// Returns the p-quantile; `nil` unless 0 < p < 1 and both shapes are positive and finite.
  package static func quantile(_ p: Double, a: Double, b: Double) -> Double? {
    guard p > 0, p < 1, a > 0, b > 0, a.isFinite, b.isFinite else { return nil }
    let logFront = -LogGamma.beta(a, b)
    return MonotoneRoot.find(p, in: 0...1) { x in
      let density = exp(logFront + (a - 1) * log(x) + (b - 1) * log1p(-x))
      return (IncompleteBeta.value(x, a: a, b: b), density)
    }
  }
}
