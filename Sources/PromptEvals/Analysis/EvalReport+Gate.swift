extension EvalReport {
  /// How a suite's gate was decided.
  public enum GateOutcome: String, Sendable, Hashable {
    /// Everything it demands holds, with 97.5 % confidence each.
    case passed
    /// Something that it demands does not hold, with the same confidence.
    case failed
    /// There is too little to tell.
    case inconclusive
  }

  /// One demand of the gate, and what came of it.
  public struct GateFinding: Sendable, Hashable {
    /// The challenger.
    public var challenger: String
    /// What came of it.
    public var outcome: GateOutcome
    /// The demand with its figures, in a sentence.
    public var text: String
  }

  /// The gate's outcome; nil when the suite declares none.
  public var gateOutcome: GateOutcome? {
    guard run.gate != nil else { return nil }
    guard run.status.isFinal else { return .inconclusive }
    let outcomes = gateFindings.map(\.outcome)
    if outcomes.contains(.failed) { return .failed }
    return outcomes.contains(.inconclusive) || outcomes.isEmpty ? .inconclusive : .passed
  }

  /// The gate's demands one by one.
  public var gateFindings: [GateFinding] {
    guard let gate = run.gate else { return [] }
    return run.challengers.flatMap { challenger in
      gate.margins.map { finding($0, challenger.id) }
        + gate.levels.map { finding($0, challenger.id) }
    }
      + (run.challengers.isEmpty
        ? gate.levels.map { finding($0, run.baseline) } : [])
  }

  private func finding(_ margin: EvalGate.Margin, _ challenger: String) -> GateFinding {
    let demand =
      "\(challenger) on \(margin.metric): at most \(Figures.decimal(margin.margin * 100, 1)) points worse"
      + " than \(run.baseline)"
    guard let comparison = metric(margin.metric)?.comparisons[challenger] else {
      return GateFinding(
        challenger: challenger, outcome: .inconclusive, text: "\(demand): nothing to compare")
    }
    let difference = comparison.gateDifference ?? comparison.difference
    let figures =
      "\(Figures.points(difference.value)) \(Figures.interval(difference.interval)), \(difference.count)"
      + " transcripts in \(difference.clusters) clusters"
      + (comparison.gateDifference == nil ? "" : ", widened for looking early")
    if let refusal = comparison.refusal {
      return GateFinding(
        challenger: challenger, outcome: .inconclusive,
        text: "\(demand): \(figures); the interval cannot be trusted: \(refusal)")
    }
    switch GateDecision(difference, margin: margin.margin) {
    case .passed:
      return GateFinding(challenger: challenger, outcome: .passed, text: "\(demand): \(figures)")
    case .regression:
      return GateFinding(challenger: challenger, outcome: .failed, text: "\(demand): \(figures)")
    case .inconclusive(let needed):
      let more = needed.map { "; about \($0) transcripts would decide" } ?? ""
      return GateFinding(
        challenger: challenger, outcome: .inconclusive, text: "\(demand): \(figures)\(more)")
    }
  }

  private func finding(_ level: EvalGate.Level, _ side: String) -> GateFinding {
    let demand =
      "\(side) on \(level.metric): at least \(Figures.percent(level.least))"
    guard let estimate = metric(level.metric)?.values[side]?.estimate else {
      return GateFinding(
        challenger: side, outcome: .inconclusive, text: "\(demand): nothing was measured")
    }
    let interval = estimate.interval.map {
      " [\(Figures.percent($0.lowerBound)), \(Figures.percent($0.upperBound))]"
    }
    let figures = "\(Figures.percent(estimate.value))\(interval ?? "")"
    let outcome: GateOutcome =
      switch estimate.interval {
      case let interval? where interval.lowerBound >= level.least: .passed
      case let interval? where interval.upperBound < level.least: .failed
      default: .inconclusive
      }
    return GateFinding(challenger: side, outcome: outcome, text: "\(demand): \(figures)")
  }
}
