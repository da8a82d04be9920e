#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The standard normal distribution.
package enum NormalDistribution {
  /// Returns Φ(z), the probability of a value of at most `z`.
  package static func cumulative(_ z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }

  /// Returns the probability of a value above `z`, precise far out, where 1 - Φ(z) would be 0.
  package static func upperTail(_ z: Double) -> Double { erfc(z / 2.0.squareRoot()) / 2 }

  /// Returns the density at `z`.
  package static func density(_ z: Double) -> Double { exp(-z * z / 2) * 0.398_942_280_401_432_7 }

  /// Returns the p-quantile, which is exceeded with probability 1 - p; `nil` unless 0 < p < 1.
  package static func quantile(_ p: Double) -> Double? {
    guard p > 0, p < 1 else { return nil }
    return p < 0.5 ? upperQuantile(p).map { -$0 } : upperQuantile(1 - p)
  }

  /// Returns the value that is exceeded with probability `tail`; `nil` unless 0 < tail < 1.
  ///
  /// Starts from 26.2.23 of Abramowitz and Stegun (within 5e-4), and refines it by Halley's method.
  package static func upperQuantile(_ tail: Double) -> Double? {
    guard tail > 0, tail < 1 else { return nil }
    if tail == 0.5 { return 0 }
    if tail > 0.5 { return upperQuantile(1 - tail).map { -$0 } }
    let t = (-2 * log(tail)).squareRoot()
    var z =
      t - (2.515517 + t * (0.802853 + t * 0.010328))
      / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
    for _ in 0..<4 {
      let density = density(z)
      guard density > 0 else { break }
      let step = (upperTail(z) - tail) / density
      z += step / (1 - z * step / 2)
    }
    return z
  }
}
