#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Student's t distribution.
package enum StudentT {
  /// The probability of a value of at most `t`; nil unless there is at least one degree of freedom.
  ///
  /// From the regularised incomplete beta function: P = 1 - I(ν/(ν+t²); ν/2, 1/2)/2 for t ≥ 0.
  package static func cumulative(_ t: Double, degreesOfFreedom: Double) -> Double? {
    guard degreesOfFreedom >= 1 else { return nil }
    let x = degreesOfFreedom / (degreesOfFreedom + t * t)
    let tail = incompleteBeta(x, degreesOfFreedom / 2, 0.5) / 2
    return t < 0 ? tail : 1 - tail
  }

  /// The value that is exceeded with probability 1 - p; nil unless 0 < p < 1 and there is at least
  /// one degree of freedom. Found by bisection to the last bit that matters.
  package static func quantile(_ p: Double, degreesOfFreedom: Double) -> Double? {
    guard p > 0, p < 1, degreesOfFreedom >= 1 else { return nil }
    var low = -1e6
    var high = 1e6
    while high - low > 1e-12 * max(1, abs(low)) {
      let middle = (low + high) / 2
      guard middle > low, middle < high,
        let below = cumulative(middle, degreesOfFreedom: degreesOfFreedom)
      else { break }
      if below < p { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The regularised incomplete beta function, by its continued fraction (DLMF 8.17.22).
  private static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    // The fraction converges fast only on this side of the mean.
    if x > (a + 1) / (a + b + 2) { return 1 - incompleteBeta(1 - x, b, a) }
    let logFront =
      lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x) - log(a)
    var c = 1.0
    var d = 1 / nonZero(1 - (a + b) * x / (a + 1))
    var fraction = d
    for step in 1...500 {
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
