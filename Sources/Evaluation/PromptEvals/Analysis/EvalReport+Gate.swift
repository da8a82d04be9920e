import EvalStatistics

extension EvalReport {
  /// The outcome of the gate; `nil` if the suite declares none.
  ///
  /// All conditions are met, or one is not, with 97.5 % confidence for all of them together, by ``GateDecision``'s
  /// limits. A condition that is met only as long as missing verdicts are left out is inconclusive, and so is an
  /// incomplete run.
  public var gateOutcome: Outcome? {
    guard run.design.gate != nil else { return nil }
    let outcomes = gateFindings.map(\.outcome)
    if outcomes.contains(.failed) { return .failed }
    return outcomes.contains(.inconclusive) || outcomes.isEmpty ? .inconclusive : .passed
  }

  /// The conditions of the gate one by one, by challenger; empty if the suite declares no gate.
  ///
  /// A run that is not complete decides none of them, nor does one of transcripts that were chosen because they failed.
  public var gateFindings: [Finding] {
    guard let gate = run.design.gate else { return [] }
    let challengers = run.design.challengers.map(\.id)
    let findings = (challengers.isEmpty ? [run.design.baseline] : challengers).flatMap { side in
      gate.margins.map { challengers.isEmpty ? uncompared($0) : finding($0, challenger: side) }
        + gate.levels.map { finding($0, side: side) }
    }
    guard !findings.isEmpty else {
      return [
        Finding(
          kind: .gate, side: run.design.baseline, metric: "", outcome: .inconclusive,
          demand: "the gate", figures: "there is nothing to compare")
      ]
    }
    let failing = run.selection.failedIn
    guard !run.status.isFinal || failing != nil else { return findings }
    return findings.map { finding in
      var finding = finding
      finding.outcome = .inconclusive
      if let failing {
        finding.figures +=
          "; the \(run.design.replay.unit)s were chosen because they failed in \(failing)"
      }
      return finding
    }
  }

  private func finding(_ margin: EvalGate.Margin, challenger: String) -> Finding {
    let demand =
      "gate: \(challenger) on \(margin.metric) at most \(Figures.decimal(margin.margin * 100, places: 1)) points worse"
      + " than \(run.design.baseline)"
    guard let comparison = metric(margin.metric)?.comparisons[challenger],
      let evidence = comparison.gate[margin.margin]
    else {
      return Finding(
        kind: .gate, side: challenger, metric: margin.metric, outcome: .inconclusive,
        demand: demand, figures: "nothing to compare")
    }
    let looks = run.design.lookFractions.count > 1 ? ", widened for looking early" : ""
    let unpaired =
      comparison.isPaired ? "" : ", unpaired, which shows less than a paired difference"
    let figures = words(evidence.estimate, Figures.points) + looks + unpaired
    func finding(_ outcome: Outcome, note: String = "") -> Finding {
      Finding(
        kind: .gate, side: challenger, metric: margin.metric, outcome: outcome, demand: demand,
        figures: figures + note)
    }
    if isSameText {
      return finding(.inconclusive, note: "; both are the same texts, as they were written")
    }
    if let same = sameRequests(of: challenger) {
      return finding(.inconclusive, note: "; \(same)")
    }
    if let refusal = comparison.refusal {
      return finding(.inconclusive, note: "; the interval cannot be trusted: \(refusal)")
    }
    if changedGraders.contains(margin.metric)
      || (EvalMetric.all.contains(margin.metric) && !changedGraders.isEmpty)
    {
      return finding(.inconclusive, note: "; the two runs were graded differently")
    }
    var outcome = self.outcome(of: evidence)
    var note = pessimism(evidence, against: challenger, Figures.points)
    var isOneSided = false
    if outcome != .failed, let missing = comparison.missingShare, missing > margin.margin {
      isOneSided = true
      outcome = .inconclusive
      note +=
        "; \(Figures.percent(missing)) of the samples have a score on one side only, which is more than the margin"
    }
    let isMet = evidence.isMet { $0 > -margin.margin }
    return finding(outcome, note: note + remedy(evidence, isMet: isMet, isOneSided: isOneSided))
  }

  private func finding(_ level: EvalGate.Level, side: String) -> Finding {
    let demand =
      "gate: \(side) on \(level.metric) at least \(Figures.percent(level.minimum))"
    guard let evidence = metric(level.metric)?.values[side]?.gate[level.minimum] else {
      return Finding(
        kind: .gate, side: side, metric: level.metric, outcome: .inconclusive, demand: demand,
        figures: "nothing was measured")
    }
    return Finding(
      kind: .gate, side: side, metric: level.metric, outcome: outcome(of: evidence),
      demand: demand,
      figures: words(evidence.estimate, Figures.percent)
        + pessimism(evidence, against: side, Figures.percent)
        + remedy(evidence, isMet: evidence.isMet { $0 >= level.minimum }))
  }

  private func outcome(of evidence: GateEvidence) -> Outcome {
    switch evidence.decision {
    case .passed: evidence.isPassed ? .passed : .inconclusive
    case .regression: .failed
    case .inconclusive: .inconclusive
    }
  }

  /// The figure with the limits by which the gate is decided, and their method, since the table's interval is another.
  private func words(_ estimate: Estimate, _ text: (Double) -> String) -> String {
    let interval = estimate.interval.map {
      " [\(text($0.lowerBound)), \(text($0.upperBound))]"
    }
    return "\(text(estimate.value))\(interval ?? ""),"
      + " \(Figures.counted(estimate.count, run.design.replay.unit)) in"
      + " \(Figures.counted(estimate.clusters, "cluster")), by Gaffke's limits\(together)"
  }

  /// Says that the upper limit, by which a demand fails, is wide enough for all demands; empty if there is only one.
  private var together: String {
    let demands = (run.design.gate?.metrics.count ?? 0) * max(1, run.design.challengers.count)
    return demands > 1
      ? ", the upper one for all \(Figures.count(demands)) conditions together" : ""
  }

  /// How the demand would end with the missing verdicts against the challenger; empty if none is missing.
  private func pessimism(
    _ evidence: GateEvidence, against side: String, _ text: (Double) -> String
  ) -> String {
    guard evidence.missing > 0, evidence.decision != .regression else { return "" }
    let verdicts =
      evidence.missing == 1
      ? "the missing verdict" : "the \(Figures.count(evidence.missing)) missing verdicts"
    let estimate = evidence.pessimistic.map { estimate in
      let interval = estimate.interval.map {
        " [\(text($0.lowerBound)), \(text($0.upperBound))]"
      }
      return "\(text(estimate.value))\(interval ?? "")"
    }
    let ending =
      switch evidence.pessimisticDecision {
      case .passed: "passes as well"
      case .regression: "fails"
      case .inconclusive, nil: "does not pass"
      }
    return "; with \(verdicts) against \(side) it is \(estimate ?? "unknown") and \(ending)"
  }

  /// What would decide an open demand: more transcripts, or the missing verdicts if those hold it up; empty if it is decided.
  ///
  /// More transcripts, of which as many verdicts are missing, do not help where the demand is met without these and
  /// missed with them.
  private func remedy(
    _ evidence: GateEvidence, isMet: GateEvidence.IsMet, isOneSided: Bool = false
  ) -> String {
    let isOpen = outcome(of: evidence) == .inconclusive
    if isMet.measured, isOneSided || (isOpen && isMet.pessimistic == false) {
      return "; get the missing verdicts: more transcripts like these would not decide"
    }
    guard isOpen, let needed = evidence.transcriptsNeeded(isMet) else { return "" }
    return "; about \(Figures.counted(needed, run.design.replay.unit)) would decide"
  }
}
