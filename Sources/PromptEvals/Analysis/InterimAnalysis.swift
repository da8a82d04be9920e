import EvalStatistics

/// A look at a gate before all transcripts are through.
struct InterimAnalysis {
  private let gate: EvalGate
  private let run: EvalRun
  private let passing: SequentialPlan
  /// One demand that fails is enough for the gate to fail, so all share what one alone would have.
  private let failing: SequentialPlan

  /// Nil for a gate that is looked at once.
  init?(_ gate: EvalGate, _ run: EvalRun) {
    guard run.lookFractions.count > 1, let passing = SequentialPlan(looks: run.lookFractions),
      let failing = SequentialPlan(
        looks: run.lookFractions, alpha: 2 * gate.failingTail(of: run))
    else { return nil }
    self.gate = gate
    self.run = run
    self.passing = passing
    self.failing = failing
  }

  private var last: Int { run.lookFractions.count - 1 }

  /// The look that so many transcripts make.
  func number(transcripts: Int) -> Int {
    let fraction = Double(transcripts) / Double(max(1, run.subjects))
    return run.lookFractions.firstIndex { $0 >= fraction - 1e-9 } ?? last
  }

  /// The interval that holds whenever the run is stopped, at a look or at the last one.
  func estimate(_ differences: [PairedDifference], at look: Int?) -> Estimate? {
    passing.estimate(at: look ?? last, differences)
  }

  /// The interval whose upper end a demand fails by.
  func failing(_ differences: [PairedDifference], at look: Int?) -> Estimate? {
    failing.estimate(at: look ?? last, differences)
  }

  /// Decided when one challenger is worse beyond its margin, or all are within theirs. Levels are not looked
  /// at early.
  func decision(at look: Int, _ table: ScoreTable) -> String? {
    guard gate.levels.isEmpty else { return nil }
    var isOpen = false
    for challenger in run.challengers {
      for margin in gate.margins {
        guard let metric = table.metrics.firstIndex(where: { $0.id == margin.metric }) else {
          return nil
        }
        let differences = table.differences(metric, from: run.baseline, to: challenger.id)
        if let bound = failing(differences, at: look)?.interval?.upperBound, bound < -margin.margin
        {
          return
            "\(challenger.id) is worse on \(margin.metric) after \(Figures.counted(differences.count, "transcript"))"
        }
        let missing = table.missingShare(metric, run.baseline, challenger.id) ?? 1
        let decision = GateDecision(estimate(differences, at: look), margin: margin.margin)
        if decision != .passed || missing > margin.margin { isOpen = true }
      }
    }
    return isOpen
      ? nil : "every margin is kept after \(Figures.counted(table.askedCount, "transcript"))"
  }
}
