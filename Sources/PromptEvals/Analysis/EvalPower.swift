public import EvalStatistics

/// How many transcripts and samples it takes to show a difference, judged by how the scores of a run vary.
public struct EvalPower: Sendable {
  /// One metric of one challenger.
  public struct Line: Sendable {
    /// The metric.
    public var metric: String
    /// The challenger.
    public var challenger: String
    /// What is known of its variance.
    public var plan: PowerPlan
    /// The transcripts there are.
    public var transcripts: Int
  }

  /// One a metric and challenger that could be compared.
  public let lines: [Line]

  /// Takes the variances from a run.
  public init(_ run: EvalRun, from reader: some RunReader) throws {
    var table = ScoreTable(run)
    try reader.eachScores(of: run) { table.add($0) }
    // A difference is shown when it stands out among all that are asked about, so that is planned for.
    let family = run.graders.count { !$0.isRequired } * run.challengers.count
    lines = table.metrics.indices.flatMap { metric in
      run.challengers.compactMap { challenger in
        table.metrics[metric].bounds == nil
          ? nil : Line(table, metric, challenger.id, baseline: run.baseline, family: family)
      }
    }
  }
}

extension EvalPower.Line {
  fileprivate init?(
    _ table: ScoreTable, _ metric: Int, _ challenger: String, baseline: String, family: Int
  ) {
    let pairs = zip(table.column(baseline, metric), table.column(challenger, metric)).compactMap {
      VarianceComponents.Pair($0.moments, $1.moments)
    }
    guard let components = VarianceComponents(pairs) else { return nil }
    let differences = table.differences(metric, from: baseline, to: challenger)
    plan = components.plan(
      firstSamples: Int(pairs.map(\.first.count).min() ?? 1),
      secondSamples: Int(pairs.map(\.second.count).min() ?? 1),
      designEffect: DesignEffect(differences)?.value ?? 1)
    if table.metrics[metric].kind == .grader { plan.level /= Double(max(1, family)) }
    self.metric = table.metrics[metric].id
    self.challenger = challenger
    transcripts = pairs.count
  }
}
