/// Wilson's interval (1927) of a single share: never beyond 0 and 1, and close to its level from a
/// handful of trials on, where the normal approximation is not.
package enum WilsonInterval {
  /// The interval; nil unless 0 ≤ successes ≤ trials, there is a trial, and 0 < level < 1.
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
    // At the ends the formula gives 0 and 1 but for rounding.
    let low = successes == 0 ? 0 : max(0, middle - margin)
    let high = successes == trials ? 1 : min(1, middle + margin)
    return low...high
  }

  /// The share with its interval; nil when there is no trial. Trials count as independent.
  package static func estimate(successes: Int, trials: Int) -> Estimate? {
    interval(successes: successes, trials: trials).map {
      Estimate(
        value: Double(successes) / Double(trials), interval: $0, count: trials, clusters: trials,
        method: "wilson")
    }
  }
}
