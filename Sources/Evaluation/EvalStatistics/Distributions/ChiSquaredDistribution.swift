#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

package enum ChiSquaredDistribution {
  /// Returns P(X > x); `nil` unless the degrees of freedom are positive and x is a number.
  ///
  /// This is the regularised incomplete gamma function Q(ν/2, x/2): its series (DLMF 8.7.1) below
  /// the mean, its continued fraction (DLMF 8.9.2) above it.
  package static func upperTail(_ x: Double, degreesOfFreedom: Double) -> Double? {
    guard degreesOfFreedom > 0, !x.isNaN else { return nil }
    guard x > 0 else { return 1 }
    guard x.isFinite else { return 0 }
    let a = degreesOfFreedom / 2
    let half = x / 2
    let front = exp(a * log(half) - half - LogGamma.value(a))
    return half < a + 1 ? 1 - front * series(half, a: a) : front * fraction(half, a: a)
  }

  private static func series(_ x: Double, a: Double) -> Double {
    var term = 1 / a
    var sum = term
    for step in 1...20_000 {
      term *= x / (a + Double(step))
      sum += term
      if term < sum * 1e-17 { break }
    }
    return sum
  }

  private static func fraction(_ x: Double, a: Double) -> Double {
    var b = x + 1 - a
    var c = 1e300
    var d = 1 / b
    var fraction = d
    for step in 1...20_000 {
      let i = Double(step)
      let numerator = -i * (i - a)
      b += 2
      let denominator = numerator * d + b
      d = 1 / (abs(denominator) < 1e-300 ? 1e-300 : denominator)
      let next = b + numerator / c
      c = abs(next) < 1e-300 ? 1e-300 : next
      fraction *= d * c
      if abs(d * c - 1) < 1e-15 { break }
    }
    return fraction
  }
}
