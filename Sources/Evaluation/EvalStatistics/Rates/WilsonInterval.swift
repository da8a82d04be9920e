/// Wilson's interval (1927) of a single share.
///
/// It never extends beyond 0 and 1, and its coverage is close to the level from a handful of trials
/// on, where that of the normal approximation is not.
package enum WilsonInterval {
  /// Returns the interval; `nil` unless 0 ≤ successes ≤ trials, there is a trial, and 0 < level <
  /// 1.
  package static func interval(successes: Int, trials: Int, level: Double = 0.95)
    -> ClosedRange<Double>?
  {
    guard trials > 0, (0...trials).contains(successes),
      let z = NormalDistribution.upperQuantile((1 - level) / 2)
    else { return nil }
    let n = Double(trials)
    let share = Double(successes) / n
    let square = z * z
    let middle = (share + square / (2 * n)) / (1 + square / n)
    let margin =
      z / (1 + square / n) * (share * (1 - share) / n + square / (4 * n * n)).squareRoot()
    // At the ends the formula gives exactly 0 and 1, except for rounding.
    let low = successes == 0 ? 0 : max(0, middle - margin)
    let high = successes == trials ? 1 : min(1, middle + margin)
    return low...high
  }

  /// Returns the share with its interval, for independent trials; `nil` if there is no trial.
  package static func estimate(successes: Int, trials: Int) -> Estimate? {
    interval(successes: successes, trials: trials).map {
      Estimate(
        value: Double(successes) / Double(trials), interval: $0, count: trials, clusters: trials,
        method: "wilson")
    }
  }
}
