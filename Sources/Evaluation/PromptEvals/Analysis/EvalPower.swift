public import EvalGraders
public import EvalStatistics

/// How many transcripts and samples it takes to show a difference, given how the scores of an earlier run vary.
public struct EvalPower: Sendable {
  /// The power analysis of one metric for one challenger.
  public struct Line: Sendable {
    /// The ID of the metric.
    public var metric: String
    /// The ID of the challenger.
    public var challenger: String
    /// The variances that were found, from which the necessary numbers of transcripts and samples are computed.
    public var plan: PowerPlan
    /// The number of transcripts from which the variances are estimated.
    public var transcripts: Int
  }

  /// One line for each bounded metric and challenger that could be compared.
  public let lines: [Line]

  /// Estimates the variances from the stored samples of a run.
  ///
  /// Rethrows errors of the reader.
  public init(_ run: EvalRun, from reader: some RunReader) throws {
    let table = try ScoreTable(run, from: reader)
    // The plan is for a difference that is shown after adjustment for all comparisons.
    let family = run.design.graders.count { !$0.isRequired } * run.design.challengers.count
    lines = table.metrics.indices.flatMap { metric in
      run.design.challengers.compactMap { challenger in
        table.metrics[metric].bounds == nil
          ? nil
          : Line(
            table: table, metric: metric, challenger: challenger.id, baseline: run.design.baseline,
            family: family)
      }
    }
  }
}

extension EvalPower {
  /// Estimates what it takes without an earlier run, from the share of transcripts that pass.
  ///
  /// A transcript passes with probability p with the baseline and p plus or minus the difference with the challenger,
  /// whichever varies more, and independently on both sides: a difference then varies by p(1 − p) for each of them. Pairs
  /// are usually related, so that the true number is smaller. The level is divided by the number of graders, as Holm's
  /// adjustment may.
  ///
  /// - Parameters:
  ///   - share: The share that passes with the baseline, from 0 to 1.
  ///   - difference: The difference to show, as a share.
  ///   - graders: The graders of the suite.
  public init(passing share: Double, difference: Double, graders: [GraderUse]) {
    let others = [share - difference, share + difference].map { min(1, max(0, $0)) }
    let other = others.max { $0 * (1 - $0) < $1 * (1 - $1) } ?? share
    let tested = graders.count { !$0.isRequired }
    let plan = PowerPlan(
      transcriptVariance: share * (1 - share) + other * (1 - other),
      level: 0.05 / Double(max(1, tested)))
    lines = [Line(metric: "each grader", challenger: "", plan: plan, transcripts: 0)]
  }
}

extension EvalPower.Line {
  fileprivate init?(
    table: ScoreTable, metric: Int, challenger: String, baseline: String, family: Int
  ) {
    let columns = table.pairedColumns(metric, baseline, challenger)
    let pairs = zip(columns.first, columns.second).compactMap {
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
