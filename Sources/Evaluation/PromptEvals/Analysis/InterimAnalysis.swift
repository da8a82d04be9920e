import EvalStatistics

/// An analysis of a gate before all transcripts are complete.
struct InterimAnalysis {
  private let gate: EvalGate
  private let run: EvalRun
  private let passing: SequentialPlan
  /// A single condition that fails is enough for the gate to fail, so all of them share what one alone would
  /// have.
  private let failing: SequentialPlan

  /// `nil` for a gate without interim looks.
  init?(gate: EvalGate, run: EvalRun) {
    guard run.design.lookFractions.count > 1,
      let passing = SequentialPlan(looks: run.design.lookFractions),
      let failing = SequentialPlan(
        looks: run.design.lookFractions, alpha: 2 * gate.failingTail(of: run))
    else { return nil }
    self.gate = gate
    self.run = run
    self.passing = passing
    self.failing = failing
  }

  private var last: Int { run.design.lookFractions.count - 1 }

  /// Returns the index of the look at which this number of transcripts is complete.
  func number(transcripts: Int) -> Int {
    let fraction = Double(transcripts) / Double(max(1, run.design.subjects))
    return run.design.lookFractions.firstIndex { $0 >= fraction - 1e-9 } ?? last
  }

  /// Returns the errors that hold whenever the run is stopped; a look of `nil` stands for the last one.
  func tails(at look: Int?) -> GateEvidence.Tails? {
    guard let passing = passing.tail(at: look ?? last), let failing = failing.tail(at: look ?? last)
    else { return nil }
    return GateEvidence.Tails(passing: passing, failing: failing)
  }

  /// Returns the finding if a challenger is worse by more than a margin, or if all are within their margins;
  /// otherwise `nil`.
  ///
  /// A gate with levels is not decided early.
  func decision(at look: Int, _ table: ScoreTable) -> String? {
    guard gate.levels.isEmpty, !run.design.challengers.isEmpty, let tails = tails(at: look) else {
      return nil
    }
    var isOpen = false
    for challenger in run.design.challengers {
      for margin in gate.margins {
        guard
          let evidence = GateEvidence(
            margin, challenger: challenger.id, table: table, run: run, tails: tails),
          let metric = table.metrics.firstIndex(where: { $0.id == margin.metric })
        else { return nil }
        if evidence.decision == .regression {
          return
            "\(challenger.id) is worse on \(margin.metric) after \(Figures.counted(evidence.estimate.count, run.design.replay.unit))"
        }
        let missing =
          table.missingShare(of: metric, between: run.design.baseline, and: challenger.id) ?? 1
        if !evidence.isPassed || missing > margin.margin { isOpen = true }
      }
    }
    return isOpen
      ? nil
      : "every margin is kept after \(Figures.counted(table.askedCount, run.design.replay.unit))"
  }
}
