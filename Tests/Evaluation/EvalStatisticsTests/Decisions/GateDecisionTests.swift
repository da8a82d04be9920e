import EvalStatistics
import Testing

@Suite("Gate decisions by the interval")
struct GateDecisionTests {
  private func estimate(
    _ value: Double, _ interval: ClosedRange<Double>?, standardError: Double? = 0.05
  ) -> Estimate {
    Estimate(
      value: value, interval: interval, standardError: standardError, count: 100, clusters: 100,
      method: "clustered")
  }

  @Test("above, below and across the margin")
  func outcomes() {
    #expect(GateDecision(estimate(0, -0.04...0.04), margin: 0.05) == .passed)
    #expect(GateDecision(estimate(-0.1, -0.15 ... -0.06), margin: 0.05) == .regression)
    // Significantly worse, and yet within the margin.
    #expect(GateDecision(estimate(-0.02, -0.03 ... -0.01), margin: 0.05) == .passed)
    #expect(GateDecision(estimate(0, -0.05...0.05), margin: 0.05) != .passed)
    #expect(GateDecision(estimate(-0.1, -0.15 ... -0.05), margin: 0.05) != .regression)
  }

  @Test("a decision takes at least two clusters")
  func clusters() {
    #expect(GateDecision.refusal(clusters: 1) != nil)
    #expect(GateDecision.refusal(clusters: 2) == nil)
  }

  @Test("an inconclusive decision estimates how many transcripts would decide")
  func needed() {
    // (1.959964 + .841621)² · 100 · .05² / .04² = 1226.4
    #expect(
      GateDecision(estimate(-0.01, -0.11...0.09), margin: 0.05)
        == .inconclusive(transcriptsNeeded: 1227))
    #expect(
      GateDecision(estimate(-0.05, -0.11...0.09), margin: 0.05)
        == .inconclusive(transcriptsNeeded: nil))
    #expect(
      GateDecision(estimate(0.5, -0.11...0.9, standardError: 0.01), margin: 0.05)
        == .inconclusive(transcriptsNeeded: 101))
    #expect(
      GateDecision(estimate(-0.01, -0.11...0.09, standardError: nil), margin: 0.05)
        == .inconclusive(transcriptsNeeded: 101))
    // Without variation it is a question of .04 = 1 - .025^(1/n).
    var few = estimate(-0.01, -0.11...0.09, standardError: nil)
    few.count = 20
    few.clusters = 20
    #expect(GateDecision(few, margin: 0.05) == .inconclusive(transcriptsNeeded: 91))
  }

  @Test("without data, the decision is inconclusive")
  func undefined() {
    let undecided = GateDecision.inconclusive(transcriptsNeeded: nil)
    #expect(GateDecision(nil, margin: 0.05) == undecided)
    #expect(GateDecision(estimate(0, nil), margin: 0.05) == undecided)
    #expect(GateDecision(estimate(0, -0.01...0.01), margin: .nan) == undecided)
    #expect(GateDecision(estimate(0, -0.01...0.01), margin: -1) == undecided)
  }
}
