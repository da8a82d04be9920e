/// Clopper and Pearson's exact interval (1934) of a single share, which covers the truth at least
/// at its level, usually more often.
///
/// For guarantees that must not be broken by an approximation.
package enum ClopperPearsonInterval {
  /// Returns the interval; `nil` unless 0 ≤ successes ≤ trials, there is a trial, and 0 < level <
  /// 1.
  package static func interval(successes: Int, trials: Int, level: Double = 0.95)
    -> ClosedRange<Double>?
  {
    guard trials > 0, (0...trials).contains(successes), level > 0, level < 1 else { return nil }
    let tail = (1 - level) / 2
    let k = Double(successes)
    let n = Double(trials)
    guard let low = successes == 0 ? 0 : BetaDistribution.quantile(tail, a: k, b: n - k + 1),
      let high = successes == trials ? 1 : BetaDistribution.quantile(1 - tail, a: k + 1, b: n - k)
    else { return nil }
    return low...high
  }
}
