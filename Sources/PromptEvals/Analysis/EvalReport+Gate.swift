import EvalStatistics

extension EvalReport {
  /// The outcome of a suite's gate, or of one of its conditions.
  public enum GateOutcome: String, Sendable, Hashable {
    /// All conditions are met, each with 97.5 % confidence.
    case passed
    /// A condition is not met, with 97.5 % confidence for all conditions together.
    case failed
    /// There is too little data to decide.
    case inconclusive
  }

  /// One condition of the gate, and its outcome.
  public struct GateFinding: Sendable, Hashable {
    /// The ID of the challenger; of the baseline in a run without challengers.
    public var challenger: String
    /// The outcome of this condition.
    public var outcome: GateOutcome
    /// The condition, in a sentence.
    public var demand: String
    /// The figures with which the condition was compared, and remarks on them.
    public var figures: String

    /// The condition, followed by its figures.
    public var text: String { "\(demand): \(figures)" }
  }

  /// The outcome of the gate; `nil` if the suite declares none.
  ///
  /// An incomplete run is inconclusive.
  public var gateOutcome: GateOutcome? {
    guard run.design.gate != nil else { return nil }
    guard run.status.isFinal else { return .inconclusive }
    let outcomes = gateFindings.map(\.outcome)
    if outcomes.contains(.failed) { return .failed }
    return outcomes.contains(.inconclusive) || outcomes.isEmpty ? .inconclusive : .passed
  }

  /// The conditions of the gate one by one, by challenger; empty if the suite declares no gate.
  public var gateFindings: [GateFinding] {
    guard let gate = run.design.gate else { return [] }
    return run.design.challengers.flatMap { challenger in
      gate.margins.map { finding($0, challenger: challenger.id) }
        + gate.levels.map { finding($0, side: challenger.id) }
    }
      + (run.design.challengers.isEmpty
        ? gate.levels.map { finding($0, side: run.design.baseline) } : [])
  }

  private func finding(_ margin: EvalGate.Margin, challenger: String) -> GateFinding {
    let demand =
      "\(challenger) on \(margin.metric): at most \(Figures.decimal(margin.margin * 100, places: 1)) points worse"
      + " than \(run.design.baseline)"
    guard let comparison = metric(margin.metric)?.comparisons[challenger] else {
      return GateFinding(
        challenger: challenger, outcome: .inconclusive, demand: demand,
        figures: "nothing to compare")
    }
    let difference = comparison.gateDifference ?? comparison.difference
    let figures =
      "\(Figures.points(difference.value)) \(Figures.interval(difference.interval)),"
      + " \(Figures.counted(difference.count, "transcript")) in"
      + " \(Figures.counted(difference.clusters, "cluster"))"
      + (comparison.gateDifference == nil ? "" : ", widened for looking early")
    func finding(_ outcome: GateOutcome, note: String = "") -> GateFinding {
      GateFinding(
        challenger: challenger, outcome: outcome, demand: demand, figures: figures + note)
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
        note: needed.map { "; about \(Figures.counted($0, "transcript")) would decide" } ?? "")
    }
  }

  private func finding(_ level: EvalGate.Level, side: String) -> GateFinding {
    let demand =
      "\(side) on \(level.metric): at least \(Figures.percent(level.minimum))"
    let value = metric(level.metric)?.values[side]
    guard let estimate = value?.estimate else {
      return GateFinding(
        challenger: side, outcome: .inconclusive, demand: demand, figures: "nothing was measured")
    }
    let interval = estimate.interval.map {
      " [\(Figures.percent($0.lowerBound)), \(Figures.percent($0.upperBound))]"
    }
    let figures = "\(Figures.percent(estimate.value))\(interval ?? "")"
    let outcome: GateOutcome =
      switch estimate.interval {
      case let interval? where interval.lowerBound >= level.minimum: .passed
      case .some where value?.gateBound.map { $0 < level.minimum } ?? false: .failed
      default: .inconclusive
      }
    let needed =
      outcome == .inconclusive ? estimate.transcriptsNeeded(toExceed: level.minimum) : nil
    let more = needed.map { "; about \(Figures.counted($0, "transcript")) would decide" } ?? ""
    return GateFinding(
      challenger: side, outcome: outcome, demand: demand, figures: figures + more)
  }
}
