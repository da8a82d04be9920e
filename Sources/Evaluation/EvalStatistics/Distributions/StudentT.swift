#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Student's t distribution, for any positive number of degrees of freedom, including fractions.
///
/// Satterthwaite's approximation yields fractions. For the mean of clusters they lie between 1 and
/// G - 1 (``ClusteredMean``); for Welch's test they are at least the smaller group's n - 1. Values
/// below 1 never come from these but are supported too: the tails are then heavier than Cauchy's.
package enum StudentT {
  /// Returns the probability of a value of at most `t`; `nil` unless the degrees of freedom are
  /// positive.
  package static func cumulative(_ t: Double, degreesOfFreedom: Double) -> Double? {
    guard let tail = upperTail(abs(t), degreesOfFreedom: degreesOfFreedom) else { return nil }
    return t < 0 ? tail : 1 - tail
  }

  /// Returns the probability of a value above `t`, precise far out; `nil` unless the degrees of
  /// freedom are positive.
  ///
  /// From the regularised incomplete beta function: P = I(ν/(ν+t²); ν/2, 1/2)/2 for t ≥ 0.
  package static func upperTail(_ t: Double, degreesOfFreedom: Double) -> Double? {
    guard degreesOfFreedom > 0, !t.isNaN else { return nil }
    if t < 0 { return upperTail(-t, degreesOfFreedom: degreesOfFreedom).map { 1 - $0 } }
    guard degreesOfFreedom.isFinite else { return NormalDistribution.upperTail(t) }
    let square = t * t
    guard square.isFinite else { return 0 }
    let sum = degreesOfFreedom + square
    return IncompleteBeta.value(
      degreesOfFreedom / sum, complement: square / sum, a: degreesOfFreedom / 2, b: 0.5) / 2
  }

  /// Returns the two-sided p of a statistic; `nil` unless the degrees of freedom are positive.
  package static func twoSidedP(_ t: Double, degreesOfFreedom: Double) -> Double? {
    upperTail(abs(t), degreesOfFreedom: degreesOfFreedom).map { 2 * $0 }
  }

  /// Returns the p-quantile, which is exceeded with probability 1 - p; `nil` unless 0 < p < 1 and
  /// the degrees of freedom are positive.
  package static func quantile(_ p: Double, degreesOfFreedom: Double) -> Double? {
    guard p > 0, p < 1 else { return nil }
    return p < 0.5
      ? upperQuantile(p, degreesOfFreedom: degreesOfFreedom).map { -$0 }
      : upperQuantile(1 - p, degreesOfFreedom: degreesOfFreedom)
  }

  /// Returns the value that is exceeded with probability `tail`; `nil` unless 0 < tail < 1, the
  /// degrees of freedom are positive, and the value can be represented.
  package static func upperQuantile(_ tail: Double, degreesOfFreedom: Double) -> Double? {
    guard tail > 0, tail < 1, degreesOfFreedom > 0 else { return nil }
    if tail == 0.5 { return 0 }
    if tail > 0.5 {
      return upperQuantile(1 - tail, degreesOfFreedom: degreesOfFreedom).map { -$0 }
    }
    guard degreesOfFreedom.isFinite else { return NormalDistribution.upperQuantile(tail) }
    func tailAt(_ t: Double) -> Double { upperTail(t, degreesOfFreedom: degreesOfFreedom) ?? 0 }
    var high = 2.0
    while tailAt(high) > tail {
      high *= 2
      guard high < 1e150 else { return nil }
    }
    let low = high > 2 ? high / 2 : 0
    let half = (degreesOfFreedom + 1) / 2
    let logFront =
      -LogGamma.beta(degreesOfFreedom / 2, 0.5) - log(degreesOfFreedom) / 2
    // The tail decays like a power, so Newton's method works on its logarithm.
    return MonotoneRoot.find(-log(tail), in: low...high) { t in
      let value = tailAt(t)
      let density = exp(logFront - half * log1p(t * t / degreesOfFreedom))
      return (-log(value), density / value)
    }
  }
}
