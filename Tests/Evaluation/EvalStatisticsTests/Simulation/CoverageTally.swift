import EvalStatistics

/// The results of a method over many runs of a scenario.
struct CoverageTally: Sendable {
  var runs = 0
  var covered = 0
  var below = 0
  var above = 0
  var excludesZero = 0
  var undefined = 0
  var width = 0.0

  var coverage: Double { Double(covered) / Double(runs) }
  var positives: Double { Double(excludesZero) / Double(runs) }
  var meanWidth: Double { width / Double(max(1, runs - undefined)) }

  mutating func add(_ interval: ClosedRange<Double>?, truth: Double) {
    runs += 1
    guard let interval else {
      // Without an interval nothing is claimed: neither wrong nor useful.
      undefined += 1
      covered += 1
      return
    }
    let rounding = 1e-12
    if interval.lowerBound > truth + rounding {
      above += 1
    } else if interval.upperBound < truth - rounding {
      below += 1
    } else {
      covered += 1
    }
    if interval.lowerBound > rounding || interval.upperBound < -rounding { excludesZero += 1 }
    width += interval.upperBound - interval.lowerBound
  }

  /// Every method over `runs` runs.
  static func all(
    _ scenario: Scenario, sizes: [Int], runs: Int, draws: Int, methods: [IntervalMethod]
  ) -> [IntervalMethod: CoverageTally] {
    var tallies: [IntervalMethod: CoverageTally] = [:]
    let truth = scenario.truth
    var draw = Draw(seed: 20_240)
    for run in 0..<runs {
      let differences = scenario.differences(sizes, &draw)
      for method in methods {
        let interval = method.interval(differences, seed: UInt64(run), draws: draws)
        tallies[method, default: CoverageTally()].add(interval, truth: truth)
      }
    }
    return tallies
  }
}
