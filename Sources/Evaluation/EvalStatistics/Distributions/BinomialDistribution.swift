#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The binomial distribution: the number of successes in independent trials.
package enum BinomialDistribution {
  /// Returns P(X = successes); `nil` unless 0 ≤ successes ≤ trials and 0 ≤ p ≤ 1.
  package static func probability(of successes: Int, trials: Int, p: Double) -> Double? {
    guard trials >= 0, (0...trials).contains(successes), (0...1).contains(p) else { return nil }
    if p == 0 { return successes == 0 ? 1 : 0 }
    if p == 1 { return successes == trials ? 1 : 0 }
    let k = Double(successes)
    let n = Double(trials)
    // 1/C(n, k) = (n+1)·B(k+1, n-k+1).
    let logWays = -LogGamma.beta(k + 1, n - k + 1) - log(n + 1)
    return exp(logWays + k * log(p) + (n - k) * log1p(-p))
  }

  /// Returns P(X ≤ successes); `nil` unless trials ≥ 0 and 0 ≤ p ≤ 1.
  package static func lowerTail(_ successes: Int, trials: Int, p: Double) -> Double? {
    guard trials >= 0, (0...1).contains(p) else { return nil }
    if successes < 0 { return 0 }
    if successes >= trials { return 1 }
    return IncompleteBeta.value(
      1 - p, complement: p, a: Double(trials - successes), b: Double(successes) + 1)
  }

  /// Returns P(X ≥ successes); `nil` unless trials ≥ 0 and 0 ≤ p ≤ 1.
  package static func upperTail(_ successes: Int, trials: Int, p: Double) -> Double? {
    lowerTail(trials - successes, trials: trials, p: 1 - p)
  }
}
