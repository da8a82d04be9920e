#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The regularised incomplete beta function I(x; a, b), which gives the tails of Student's t, the
/// binomial and the beta distribution.
enum IncompleteBeta {
  /// Returns I(x; a, b) for a, b > 0, from its continued fraction (DLMF 8.17.22) evaluated by
  /// Lentz's method.
  ///
  /// Small values keep their relative precision, so that they can be used as tails.
  static func value(_ x: Double, a: Double, b: Double) -> Double {
    value(x, complement: 1 - x, a: a, b: b)
  }

  /// Returns I(x; a, b) given 1 - x as well, which a caller near x = 1 knows more precisely than
  /// subtraction yields.
  static func value(_ x: Double, complement: Double, a: Double, b: Double) -> Double {
    guard x > 0 else { return 0 }
    guard complement > 0 else { return 1 }
    // The fraction converges fast only on this side of the mean.
    if x > (a + 1) / (a + b + 2) { return 1 - fraction(complement, complement: x, a: b, b: a) }
    return fraction(x, complement: complement, a: a, b: b)
  }

  private static func fraction(_ x: Double, complement: Double, a: Double, b: Double)
    -> Double
  {
    let logFront = a * log(x) + b * log(complement) - LogGamma.beta(a, b) - log(a)
    var c = 1.0
    var d = 1 / nonZero(1 - (a + b) * x / (a + 1))
    var fraction = d
    for step in 1...20_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / nonZero(1 + even * d)
      c = nonZero(1 + even / c)
      fraction *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / nonZero(1 + odd * d)
      c = nonZero(1 + odd / c)
      fraction *= d * c
      if abs(d * c - 1) < 1e-15 { break }
    }
    return exp(logFront) * fraction
  }

  private static func nonZero(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
}
