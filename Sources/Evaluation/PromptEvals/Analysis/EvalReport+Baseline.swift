import EvalStatistics

extension EvalReport {
  /// A margin of a run with a single version, which only a comparison with an earlier run can decide.
  func uncompared(_ margin: EvalGate.Margin) -> Finding {
    Finding(
      kind: .gate, side: run.design.baseline, metric: margin.metric, outcome: .inconclusive,
      demand:
        "gate: \(run.design.baseline) on \(margin.metric) at most"
        + " \(Figures.decimal(margin.margin * 100, places: 1)) points worse than in an earlier run",
      figures: "there is one version, and no earlier run was named")
  }

  /// What a run ends with if it is also compared with an earlier one: the worse of the two outcomes.
  ///
  /// A run with a single version is judged by the comparison alone, which has all that was demanded of it.
  ///
  /// - Parameter comparison: The comparison of the earlier run with this one.
  package func outcome(comparedIn comparison: EvalReport) -> Outcome {
    guard isDecidedAlone else { return comparison.outcome }
    let outcomes = [outcome, comparison.outcome]
    return Outcome.allCases.first { outcomes.contains($0) } ?? .informed
  }

  /// Whether the run has something to say without an earlier one: it has two versions, or it is not complete.
  package var isDecidedAlone: Bool { !run.design.challengers.isEmpty || !run.status.isFinal }
}
