import EvalStatistics
import Testing

@Suite("Gate decisions")
struct GateDecisionTests {
  private func table(gains: Int = 0, of gain: Double = 1, losses: Int = 0, ties: Int) -> [Double] {
    Array(repeating: gain, count: gains) + Array(repeating: -1, count: losses)
      + Array(repeating: 0, count: ties)
  }

  @Test("above, below and across the margin")
  func outcomes() {
    #expect(GateDecision(table(ties: 36), margin: 0.1) == .passed)
    #expect(GateDecision(table(losses: 20, ties: 0), margin: 0.1) == .regression)
    #expect(GateDecision(table(losses: 30, ties: 70), margin: 0.1) == .regression)
    // Worse, and yet within the margin.
    #expect(GateDecision(table(losses: 4, ties: 196), margin: 0.1) == .passed)
    #expect(GateDecision(table(losses: 4, ties: 36), margin: 0.1) != .passed)
  }

  @Test("a perfect tie and a tie with one failure of the baseline are treated alike")
  func ties() {
    #expect(GateDecision(table(ties: 20), margin: 0.1) == .inconclusive(transcriptsNeeded: 36))
    let noisy = table(gains: 1, of: 1.0 / 3, ties: 19)
    #expect(GateDecision(noisy, margin: 0.1) == .inconclusive(transcriptsNeeded: 35))
    #expect(GateDecision(table(ties: 35), margin: 0.1) != .passed)
  }

  @Test("a decision takes at least two clusters")
  func clusters() {
    #expect(GateDecision.refusal(clusters: 1) != nil)
    #expect(GateDecision.refusal(clusters: 2) == nil)
    #expect(GateDecision([1], margin: 0.1) == .inconclusive(transcriptsNeeded: nil))
  }

  @Test("the number of transcripts that would decide is computed by the same limits")
  func needed() {
    #expect(GateDecision.clustersNeeded(margin: 0.1) == 36)
    #expect(GateDecision.clustersNeeded(margin: 0.05) == 72)
    #expect(GateDecision.clustersNeeded(margin: 0) == nil)
    #expect(GateDecision.clustersNeeded(margin: 1) == nil)
    for margin in [0.03, 0.1, 0.25] {
      guard let needed = GateDecision.clustersNeeded(margin: margin) else { continue }
      #expect(GateDecision(table(ties: needed), margin: margin) == .passed)
      #expect(GateDecision(table(ties: needed - 1), margin: margin) != .passed)
    }
    // With variation there is a reserve, so that the decision comes in four of five cases.
    guard
      case .inconclusive(let more?) = GateDecision(
        table(gains: 5, losses: 5, ties: 40), margin: 0.1)
    else {
      Issue.record("decided, or without an estimate")
      return
    }
    let scaled = table(gains: more / 10, losses: more / 10, ties: more - 2 * (more / 10))
    #expect(more > 100 && GateDecision(scaled, margin: 0.1) == .passed)
    // A difference of exactly the margin is never decided.
    #expect(
      GateDecision(table(losses: 5, ties: 45), margin: 0.1)
        == .inconclusive(transcriptsNeeded: nil))
  }

  @Test("without usable data, the decision is inconclusive")
  func undefined() {
    let undecided = GateDecision.inconclusive(transcriptsNeeded: nil)
    #expect(GateDecision([], margin: 0.05) == undecided)
    #expect(GateDecision([0, .nan], margin: 0.05) == undecided)
    #expect(GateDecision([0, 2], margin: 0.05) == undecided)
    #expect(GateDecision(table(ties: 100), margin: .nan) == undecided)
    #expect(GateDecision(table(ties: 100), margin: -1) == undecided)
  }
}
