import EvalStatistics

extension EvalReport {
  /// The outcome of the gate; `nil` if the suite declares none.
  ///
  /// All conditions are met, or one is not, with 97.5 % confidence for all of them together. An incomplete run is
  /// inconclusive.
  public var gateOutcome: Outcome? {
    guard run.design.gate != nil else { return nil }
    let outcomes = gateFindings.map(\.outcome)
    if outcomes.contains(.failed) { return .failed }
    return outcomes.contains(.inconclusive) || outcomes.isEmpty ? .inconclusive : .passed
  }

  /// The conditions of the gate one by one, by challenger; empty if the suite declares no gate.
  ///
  /// A run that is not complete decides none of them.
  public var gateFindings: [Finding] {
    guard let gate = run.design.gate else { return [] }
    let challengers = run.design.challengers.map(\.id)
    let findings = (challengers.isEmpty ? [run.design.baseline] : challengers).flatMap { side in
      (challengers.isEmpty ? [] : gate.margins.map { finding($0, challenger: side) })
        + gate.levels.map { finding($0, side: side) }
    }
    guard !findings.isEmpty else {
      return [
        Finding(
          kind: .gate, side: run.design.baseline, metric: "", outcome: .inconclusive,
          demand: "the gate", figures: "there is nothing to compare")
      ]
    }
    guard !run.status.isFinal else { return findings }
    return findings.map { finding in
      var finding = finding
      finding.outcome = .inconclusive
      return finding
    }
  }

  private func finding(_ margin: EvalGate.Margin, challenger: String) -> Finding {
    let demand =
      "gate: \(challenger) on \(margin.metric) at most \(Figures.decimal(margin.margin * 100, places: 1)) points worse"
      + " than \(run.design.baseline)"
    guard let comparison = metric(margin.metric)?.comparisons[challenger] else {
      return Finding(
        kind: .gate, side: challenger, metric: margin.metric, outcome: .inconclusive,
        demand: demand, figures: "nothing to compare")
    }
    let difference = comparison.gateDifference ?? comparison.difference
    let figures =
      "\(Figures.points(difference.value)) \(Figures.interval(difference.interval)),"
      + " \(Figures.counted(difference.count, run.design.replay.unit)) in"
      + " \(Figures.counted(difference.clusters, "cluster"))"
      + (comparison.gateDifference == nil ? "" : ", widened for looking early")
    func finding(_ outcome: Outcome, note: String = "") -> Finding {
      Finding(
        kind: .gate, side: challenger, metric: margin.metric, outcome: outcome, demand: demand,
        figures: figures + note)
    }
    if isSameText {
      return finding(.inconclusive, note: "; both are the same texts, as they were written")
    }
    if let refusal = comparison.refusal {
      return finding(.inconclusive, note: "; the interval cannot be trusted: \(refusal)")
    }
    if changedGraders.contains(margin.metric)
      || (EvalMetric.all.contains(margin.metric) && !changedGraders.isEmpty)
    {
      return finding(.inconclusive, note: "; the two runs were graded differently")
    }
    switch GateDecision(difference, margin: margin.margin) {
    case .passed:
      let missing = comparison.missingShare ?? 0
      guard missing <= margin.margin else {
        return finding(
          .inconclusive,
          note:
            "; \(Figures.percent(missing)) of its samples have a score on one side only, which is more than the"
            + " margin")
      }
      return finding(.passed)
    case .regression:
      guard let bound = comparison.gateBound, bound < -margin.margin else {
        return finding(.inconclusive, note: "; one of several demands, it is not yet sure to fail")
      }
      return finding(.failed)
    case .inconclusive(let needed):
      return finding(
        .inconclusive,
        note: needed.map { "; about \(Figures.counted($0, run.design.replay.unit)) would decide" }
          ?? "")
    }
  }

  private func finding(_ level: EvalGate.Level, side: String) -> Finding {
    let demand =
      "gate: \(side) on \(level.metric) at least \(Figures.percent(level.minimum))"
    let value = metric(level.metric)?.values[side]
    guard let estimate = value?.estimate else {
      return Finding(
        kind: .gate, side: side, metric: level.metric, outcome: .inconclusive, demand: demand,
        figures: "nothing was measured")
    }
    let interval = estimate.interval.map {
      " \(Figures.percent($0))"
    }
    let figures = "\(Figures.percent(estimate.value))\(interval ?? "")"
    let outcome: Outcome =
      switch estimate.interval {
      case let interval? where interval.lowerBound >= level.minimum: .passed
      case .some where value?.gateBound.map { $0 < level.minimum } ?? false: .failed
      default: .inconclusive
      }
    let needed =
      outcome == .inconclusive ? estimate.transcriptsNeeded(toExceed: level.minimum) : nil
    let more =
      needed.map { "; about \(Figures.counted($0, run.design.replay.unit)) would decide" } ?? ""
    return Finding(
      kind: .gate, side: side, metric: level.metric, outcome: outcome, demand: demand,
      figures: figures + more)
  }
}
