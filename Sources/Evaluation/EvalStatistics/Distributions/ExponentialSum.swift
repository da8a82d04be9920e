#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The probability that a sum of weighted, independent, standard exponential variables is at most 0.
///
/// Exponential variables divided by their sum have the Dirichlet distribution with all parameters
/// 1, so this is also the probability that a mean with such random weights is at most 0.
struct ExponentialSum: Sendable, Hashable {
  /// Variables with the same weight.
  struct Term: Sendable, Hashable {
    /// The weight of each.
    var weight: Double
    /// By how much the weight decreases if the limit is raised by 1, for the derivative.
    var slope: Double
    /// The number of variables; a fraction of one is a gamma variable with that shape.
    var count: Double
  }

  let terms: [Term]

  /// Returns ln P(Σ weight·E ≤ 0) and its derivative by the limit that the slopes refer to.
  ///
  /// Inverts the moment generating function M(t) = Π 1/(1 - weight·t) through the saddle point s < 0
  /// of M(t)/t (Daniels 1987). The path is a hyperbola that follows the steepest descent to the third
  /// order near the saddle point, and ends at 22.5° from the vertical: the integrand decreases before
  /// it oscillates, so that a small probability keeps its relative precision. With the imaginary part
  /// w·sinh v it decreases double-exponentially in v, and the trapezoidal rule is exact to about 13
  /// digits.
  func logProbability() -> (value: Double, derivative: Double) {
    guard terms.contains(where: { $0.weight > 0 }) else { return (0, 0) }
    guard let lowest = terms.map(\.weight).min(), lowest < 0 else { return (-.infinity, 0) }
    let saddle = saddlePoint(above: 1 / lowest)
    var logMoment = 0.0
    var second = 1 / (saddle * saddle)
    var third = -2 / (saddle * saddle * saddle)
    // At t each factor of M is that at s, times 1/(1 - tilt·(t - s)).
    let factors = terms.map { term in
      let base = 1 - term.weight * saddle
      let tilt = term.weight / base
      logMoment -= term.count * log(base)
      second += term.count * tilt * tilt
      third += 2 * term.count * tilt * tilt * tilt
      return Factor(tilt: tilt, slope: term.count * term.slope / base, count: term.count)
    }
    let width = 1 / second.squareRoot()
    // The real part is r·u²·c/(1 + √(1 + r²u²)), thus u²·third/(6·second) near the saddle point.
    let bend = third / (3 * second) / Self.steepest
    var density = 0.0
    var derivative = 0.0
    for step in 0..<Self.maximumSteps {
      let v = Double(step) * Self.step
      let u = width * sinh(v)
      let root = (1 + bend * bend * u * u).squareRoot()
      let offset = Complex(
        real: Self.steepest * bend * u * u / (1 + root), imaginary: u)
      guard let (moment, slopes) = Self.product(factors, at: offset) else { break }
      let scale = width * cosh(v) * (step == 0 ? 0.5 : 1)
      let path = Complex(real: Self.steepest * bend * u / root * scale, imaginary: scale)
      let place = Complex(real: saddle + offset.real, imaginary: offset.imaginary)
      let moved = moment * path
      let gained = moved * place.inverse
      density -= gained.imaginary
      derivative += (moved * slopes).imaginary
      if gained.magnitude < Self.negligible * density { break }
    }
    density *= Self.step
    derivative *= Self.step
    guard density > 0 else { return (-.infinity, 0) }
    return (min(0, logMoment + log(density / .pi)), derivative / density)
  }

  private struct Factor {
    var tilt: Double
    var slope: Double
    var count: Double
  }

  private struct Complex {
    var real: Double
    var imaginary: Double

    var square: Double { real * real + imaginary * imaginary }
    var magnitude: Double { square.squareRoot() }
    var inverse: Complex { Complex(real: real / square, imaginary: -imaginary / square) }

    static func * (a: Complex, b: Complex) -> Complex {
      Complex(
        real: a.real * b.real - a.imaginary * b.imaginary,
        imaginary: a.real * b.imaginary + a.imaginary * b.real)
    }

    /// Returns the power of a number that is not negative real; `exponent` is not negative.
    func power(_ exponent: Double) -> Complex {
      if exponent == 1 { return self }
      var result = Complex(real: 1, imaginary: 0)
      let fraction = exponent - exponent.rounded(.down)
      if fraction > 0 {
        let size = exp(fraction * log(magnitude))
        let angle = fraction * atan2(imaginary, real)
        result = Complex(real: size * cos(angle), imaginary: size * sin(angle))
      }
      var square = self
      var count = Int(exponent)
      while count > 0 {
        if count & 1 == 1 { result = result * square }
        count >>= 1
        if count > 0 { square = square * square }
      }
      return result
    }
  }

  /// The tangent of 22.5°.
  private static let steepest = 0.414_213_562_373_095
  private static let step = 1.0 / 12
  private static let maximumSteps = 240
  private static let negligible = 1e-15

  /// Returns Π 1/(1 - tilt·z), and the sum of the slopes divided by the same factors; `nil` if the
  /// product is too small to represent.
  private static func product(_ factors: [Factor], at z: Complex) -> (Complex, Complex)? {
    var product = Complex(real: 1, imaginary: 0)
    var slopes = Complex(real: 0, imaginary: 0)
    for factor in factors {
      let own = Complex(real: 1 - factor.tilt * z.real, imaginary: -factor.tilt * z.imaginary)
      let inverse = own.inverse
      slopes.real += factor.slope * inverse.real
      slopes.imaginary += factor.slope * inverse.imaginary
      product = product * own.power(factor.count)
    }
    guard product.square.isFinite, product.square > 0 else { return nil }
    return (product.inverse, slopes)
  }

  /// Returns the minimum of ln M(t) - ln(-t) between `pole` and 0, where the function is convex.
  private func saddlePoint(above pole: Double) -> Double {
    MonotoneRoot.find(0, in: pole...0) { t in
      var slope = -1 / t
      var curvature = 1 / (t * t)
      for term in terms {
        let tilt = term.weight / (1 - term.weight * t)
        slope += term.count * tilt
        curvature += term.count * tilt * tilt
      }
      return (slope, curvature)
    }
  }
}
