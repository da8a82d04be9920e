#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The logarithm of the gamma function for positive arguments.
///
/// The C library's `lgamma` writes a global sign, which is a data race between threads, and its
/// last bits differ between systems. This is Stirling's series (DLMF 5.11.1) from 15 upwards, and
/// below it the recurrence Γ(x+1) = xΓ(x).
enum LogGamma {
  /// Returns ln Γ(x) for x > 0, to about 1e-15 of max(1, |ln Γ(x)|).
  static func value(_ x: Double) -> Double {
    var product = 1.0
    var shifted = x
    while shifted < 15 {
      product *= shifted
      shifted += 1
    }
    let halfLogTwoPi = 0.918_938_533_204_672_741_8
    return (shifted - 0.5) * log(shifted) - shifted + halfLogTwoPi + correction(shifted)
      - log(product)
  }

  /// Returns the remainder of Stirling's formula for x ≥ 15: Σ B₂ₖ / (2k(2k-1)x²ᵏ⁻¹).
  static func correction(_ x: Double) -> Double {
    let inverse = 1 / x
    let square = inverse * inverse
    let coefficients: [Double] = [
      -691.0 / 360_360, 1.0 / 1188, -1.0 / 1680, 1.0 / 1260, -1.0 / 360, 1.0 / 12,
    ]
    return coefficients.reduce(0) { $0 * square + $1 } * inverse
  }

  /// Returns the logarithm of the beta function, ln Γ(a)Γ(b)/Γ(a+b), for positive arguments.
  ///
  /// With a large argument the three gammas cancel almost completely, so Stirling's terms are
  /// subtracted analytically.
  static func beta(_ a: Double, _ b: Double) -> Double {
    let large = max(a, b)
    let small = min(a, b)
    guard large >= 15 else { return value(a) + value(b) - value(a + b) }
    let sum = large + small
    return value(small) + small - small * log(sum) - (large - 0.5) * log1p(small / large)
      + correction(large) - correction(sum)
  }
}
