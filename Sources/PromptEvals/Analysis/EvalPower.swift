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
    lines = table.metrics.indices.flatMap { metric in
      run.challengers.compactMap { challenger in
        table.metrics[metric].bounds == nil
          ? nil : Line(table, metric, challenger.id, baseline: run.baseline)
      }
    }
  }
}

extension EvalPower.Line {
  fileprivate init?(_ table: ScoreTable, _ metric: Int, _ challenger: String, baseline: String) {
    let first = table.column(baseline, metric)
    let second = table.column(challenger, metric)
    let places = first.indices.filter { first[$0].count > 0 && second[$0].count > 0 }
    let differences = table.differences(metric, from: baseline, to: challenger)
    guard let variance = Moments(differences.map(\.value))?.variance else { return nil }
    let firstVariance = Self.pooled(places.map { first[$0] })
    let secondVariance = Self.pooled(places.map { second[$0] })
    let firstSamples = places.map { first[$0].count }.min() ?? 1
    let secondSamples = places.map { second[$0].count }.min() ?? 1
    // What asking again adds to the variance of the means is not the transcripts' own.
    let noise =
      (firstVariance ?? 0) * Self.meanReciprocal(places.map { first[$0].count })
      + (secondVariance ?? 0) * Self.meanReciprocal(places.map { second[$0].count })
    plan = PowerPlan(
      transcriptVariance: max(0, variance - noise), firstVariance: firstVariance ?? 0,
      secondVariance: secondVariance ?? 0, firstSamples: firstSamples,
      secondSamples: secondSamples, designEffect: DesignEffect(differences)?.value ?? 1)
    self.metric = table.metrics[metric].id
    self.challenger = challenger
    transcripts = places.count
  }

  private static func pooled(_ cells: [ScoreTable.Cell]) -> Double? {
    let repeated = cells.filter { $0.count > 1 }
    let degrees = repeated.reduce(0) { $0 + $1.count - 1 }
    guard degrees > 0 else { return nil }
    let squares = repeated.reduce(0.0) { $0 + ($1.variance ?? 0) * Double($1.count - 1) }
    return squares / Double(degrees)
  }

  private static func meanReciprocal(_ counts: [Int]) -> Double {
    counts.isEmpty ? 0 : counts.reduce(0) { $0 + 1 / Double($1) } / Double(counts.count)
  }
}
