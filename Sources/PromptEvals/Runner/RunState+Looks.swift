extension RunState {
  /// What the gate comes to at a look; nil when the run must go on, or where nobody can look.
  func decision(at look: Int) throws -> String? {
    guard let gate = run.gate, let reader = recorder as? any RunReader else { return nil }
    var table = ScoreTable(run)
    try reader.eachScores(of: run) { table.add($0) }
    return GateLook(gate, run)?.decision(at: look, table)
  }
}

/// A look at a gate before all transcripts are through.
struct GateLook {
  private let gate: EvalGate
  private let run: EvalRun
  private let plan: SequentialPlan

  /// Nil for a gate that is looked at once.
  init?(_ gate: EvalGate, _ run: EvalRun) {
    guard run.lookFractions.count > 1, let plan = SequentialPlan(looks: run.lookFractions) else {
      return nil
    }
    self.gate = gate
    self.run = run
    self.plan = plan
  }

  /// The look that so many transcripts make.
  func number(transcripts: Int) -> Int {
    let fraction = Double(transcripts) / Double(max(1, run.subjects))
    return run.lookFractions.firstIndex { $0 >= fraction - 1e-9 } ?? run.lookFractions.count - 1
  }

  /// The interval that holds whenever the run is stopped.
  func estimate(_ differences: [PairedDifference]) -> Estimate? {
    plan.estimate(at: number(transcripts: differences.count), differences)
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
        guard
          case .stop(let decision)? = plan.decision(
            at: look, differences, margin: margin.margin)
        else {
          isOpen = true
          continue
        }
        if decision == .regression {
          return
            "\(challenger.id) is worse on \(margin.metric) after \(differences.count) transcripts"
        }
      }
    }
    return isOpen ? nil : "every margin is kept after \(table.transcripts.count) transcripts"
  }
}
