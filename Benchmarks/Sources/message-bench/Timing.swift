import Foundation

/// The times of a repeated operation in microseconds.
struct Timing {
  /// The median.
  let median: Double
  /// The 99th percentile.
  let late: Double

  /// Runs an operation once for every input and round. The first round only warms up; the operation gets its number.
  init<Input, Value>(_ inputs: [Input], rounds: Int, _ work: (Input, Int) -> Value) {
    var times: [Double] = []
    for round in 0...rounds {
      for input in inputs {
        let started = ContinuousClock.now
        _ = work(input, round)
        let elapsed = (ContinuousClock.now - started).components
        guard round > 0 else { continue }
        times.append(Double(elapsed.seconds) * 1e6 + Double(elapsed.attoseconds) / 1e12)
      }
    }
    times.sort()
    (median, late) = (times[times.count / 2], times[times.count * 99 / 100])
  }

  /// Prints a line, and returns whether the goal was met.
  func show(_ name: String, floor: Timing? = nil, goal: Double? = nil) -> Bool {
    func plain(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
    let isMet = goal.map { late <= $0 } ?? true
    let words = [
      name.padding(toLength: 38, withPad: " ", startingAt: 0), "median \(plain(median))",
      "99 % within \(plain(late))", floor.map { "\(ratio(to: $0)) times the floor" } ?? "",
      goal.map { "goal \(Int($0)): \(isMet ? "met" : "MISSED")" } ?? "",
    ]
    print("  " + words.filter { !$0.isEmpty }.joined(separator: "  "))
    return isMet
  }

  /// The ratio of the medians, with more digits for small ones.
  private func ratio(to floor: Timing) -> Double {
    let ratio = median / floor.median
    let digits = ratio < 1 ? 1_000.0 : 10
    return (ratio * digits).rounded() / digits
  }
}
