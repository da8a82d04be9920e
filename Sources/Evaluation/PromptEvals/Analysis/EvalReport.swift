public import EvalStatistics

/// The results of a run, as statistics and in sentences.
///
/// ```swift
/// import PromptEvals
///
/// let store = try EvalStore(path: ".coachkit/evals.sqlite", isThere: true)
/// if let run = try store.runs().first {
///   let report = try EvalReport(run, from: store)
///   print(report.verdict)
///   for caveat in report.caveats { print("note: \(caveat)") }
///   for finding in report.gateFindings { print("\(finding.outcome.rawValue): \(finding.text)") }
/// }
/// ```
public struct EvalReport: Sendable {
  /// The run that is reported.
  public let run: EvalRun
  /// One report for each metric: graders in the suite's order, then metrics that summarize them, then time and
  /// cost.
  public let metrics: [MetricReport]
  /// One report for each side: variants first, then references.
  public let sides: [SideReport]
  /// One report for each pairwise judge and challenger.
  public let pairwise: [PairwiseReport]
  /// One report for each transcript, sorted by ID.
  public let subjects: [SubjectReport]
  /// The IDs of graders that had other settings in one of two compared runs, so that their differences decide
  /// nothing.
  public let changedGraders: [String]
  /// The IDs of the sides that assertions and limits on failures apply to: all variants, but of two compared runs only
  /// the side of the later one.
  let sidesOnTrial: [String]
  /// What was found on the first sample of a finding, as far as it could be read.
  private(set) var examples: [Example.Key: Example] = [:]
  /// The number of pairs that a pairwise judge could not judge, with the first reason, by judge and challenger.
  let pairFailures: [PairFailure]

  /// One metric on all sides.
  public struct MetricReport: Sendable {
    /// The metric, with its kind and its threshold.
    public var role: EvalMetricRole
    /// The mean over transcripts, by the ID of the side; absent for a side on which nothing was measured.
    public var values: [String: MetricValue]
    /// The comparisons with the baseline, by the ID of the challenger.
    public var comparisons: [String: MetricComparison]
  }

  /// One metric on one side.
  public struct MetricValue: Sendable, Hashable {
    /// The mean over transcripts, with its interval.
    public var estimate: Estimate
    /// pass^k: the probability that k samples of a transcript all meet the threshold; `nil` if it is not asked
    /// for, or if no transcript has k samples.
    public var repeats: Double?
    /// The number of transcripts with at least k samples; 0 if pass^k is not asked for.
    public var repeatedCases: Int
    /// The upper end of an interval that is wide enough for all conditions of the gate together.
    ///
    /// A level above it is not reached. `nil` without a gate or an interval.
    public var gateBound: Double?
    /// The number of transcripts in each tenth of the range from 0 to 1; empty for metrics that are not
    /// bounded.
    public var distribution: [Int]
  }

  /// One challenger compared with the baseline on one metric.
  public struct MetricComparison: Sendable, Hashable {
    /// The mean difference, challenger minus baseline, with its interval.
    public var difference: Estimate
    /// The p-value of the sign-flip test over whole clusters.
    public var p: Double?
    /// The smallest p-value that is possible with the clusters that differ at all.
    public var smallestP: Double?
    /// The p-value after Holm's adjustment, among graders and challengers that could show a difference; `nil`
    /// for assertions and for metrics that summarize graders or only inform.
    public var adjustedP: Double?
    /// The p-value after Benjamini and Hochberg's adjustment, for exploration rather than decisions; `nil` like
    /// ``adjustedP``.
    public var discoveryP: Double?
    /// Hedges' g of the paired differences; `nil` if they do not vary or there are fewer than three.
    public var effectSize: Double?
    /// The difference with the interval by which a gate passes, if that is another one: it holds however often
    /// the gate was looked at.
    public var gateDifference: Estimate?
    /// The upper end of an interval that is wide enough for all conditions of the gate together.
    ///
    /// The gate fails if it is below the negative margin. `nil` without a gate or an interval.
    public var gateBound: Double?
    /// The share of samples that have a value on one side only, because replies or verdicts failed; `nil` if
    /// neither side has any.
    public var missingShare: Double?

    /// Why the difference cannot decide a gate; `nil` if it can.
    public var refusal: String? { GateDecision.refusal(clusters: difference.clusters) }

    /// Whether enough clusters differ to show anything at the 5 % level.
    public var canShow: Bool { smallestP.map { $0 < 0.05 } ?? false }

    /// Whether a difference is shown at the 5 % level; false without an adjusted p-value.
    public var isShown: Bool { adjustedP.map { $0 < 0.05 } ?? false }
  }

  /// The totals of one side.
  public struct SideReport: Sendable, Hashable {
    /// The ID of the variant or reference.
    public var id: String
    /// Whether the transcripts were graded as they were written.
    public var isReference: Bool
    /// The number of samples, including those that are excluded from scores.
    public var samples: Int
    /// The number of coach messages.
    public var turns: Int
    /// The number of messages without a complete reply, which are not graded.
    public var failedTurns: Int
    /// The number of replies that ended at the token limit.
    ///
    /// They are graded as they are.
    public var limitedTurns: Int
    /// The number of faults of simulated persons.
    public var personFaults: Int
    /// The samples that are excluded from scores because of such faults.
    public var excluded: SampleTally
    /// The samples with a message that has no complete reply.
    public var failedSamples: SampleTally
    /// The number of verdicts that failed for a fault of the grader, for each grader in the run's order.
    public var errors: [Int]
    /// The number of verdicts that the grader could not decide, for each grader in the run's order.
    public var inconclusive: [Int]
    /// What each grader did on the samples that are not excluded, in the run's order of graders.
    public var tallies: [GraderTally]
    /// What the calls to the candidate consumed; `nil` for a reference.
    public var costs: CallCosts?
    /// What judges, pairwise judges and simulated persons consumed.
    public var overhead: CallCosts
    /// The time until the first content of a reply, in seconds, from the means of the samples; `nil` if nothing
    /// was measured.
    public var firstContent: Percentiles?
    /// The time until the end of a reply, likewise.
    public var seconds: Percentiles?
  }

  /// The median and the 95th percentile of a distribution.
  public struct Percentiles: Sendable, Hashable {
    /// The median, by nearest rank, in the unit of the values.
    public var median: Double
    /// The 95th percentile, by nearest rank, in the unit of the values.
    public var high: Double
    /// The number of values.
    public var count: Int

    /// Computes the percentiles by nearest rank; `nil` without values.
    init?(_ values: [Double]) {
      let sorted = values.sorted()
      guard !sorted.isEmpty else { return nil }
      func rank(_ share: Double) -> Double {
        sorted[min(sorted.count, max(1, Int((share * Double(sorted.count)).rounded(.up)))) - 1]
      }
      median = rank(0.5)
      high = rank(0.95)
      count = sorted.count
    }
  }

  /// The scores of all sides on one transcript.
  public struct SubjectReport: Sendable, Hashable {
    /// The ID of the transcript.
    public var id: String
    /// The name of the cluster, within which transcripts are not independent.
    public var cluster: String
    /// The mean over samples, by the IDs of the side and the metric.
    public var scores: [String: [String: Double]]
    /// The number of samples on all sides together.
    public var samples: Int
    /// The IDs of challengers with other verdicts than the baseline.
    public var differs: [String]
  }
}

extension EvalReport {
  /// Analyses a run from its stored samples.
  ///
  /// Rethrows errors of the reader.
  public init(_ run: EvalRun, from reader: some RunReader) throws {
    var table = ScoreTable(run)
    try reader.eachScores(of: run) { table.add($0) }
    self.init(run, table: table, pairwise: try reader.pairwiseVerdicts(of: run))
    examples = try findExamples(in: reader)
  }

  init(
    _ run: EvalRun, table: ScoreTable, pairwise verdicts: [PairwiseVerdict] = [],
    changedGraders: [String] = [], sidesOnTrial: [String]? = nil
  ) {
    self.run = run
    self.changedGraders = changedGraders
    self.sidesOnTrial = sidesOnTrial ?? run.design.variants.map(\.id)
    pairFailures = PairFailure.all(in: verdicts, of: run)
    sides = run.design.sides.compactMap { id in
      guard let side = table.side(id) else { return nil }
      var report = SideReport(id: id, side: side, isReference: run.design.references.contains(id))
      for verdict in verdicts where verdict.sample.side == id { report.overhead.add(verdict.costs) }
      return report
    }
    // Shared by all metrics, since its boundaries are computed when it is created.
    let look = run.design.gate.flatMap { InterimAnalysis(gate: $0, run: run) }
    var metrics = table.metrics.indices.compactMap {
      MetricReport(table: table, place: $0, run: run, look: look)
    }
    metrics.adjust(run)
    self.metrics = metrics
    pairwise = PairwiseReport.all(from: verdicts, table: table, run: run)
    subjects = table.subjects(run)
  }

  /// Returns the report of a metric by its ID, or `nil` if there is none.
  public func metric(_ id: String) -> MetricReport? { metrics.first { $0.role.id == id } }
}

extension EvalReport.MetricReport {
  /// `nil` for a metric other than a grader if nothing was measured.
  fileprivate init?(table: ScoreTable, place: Int, run: EvalRun, look: InterimAnalysis?) {
    let role = table.metrics[place]
    self.role = role
    values = [:]
    for side in run.design.sides {
      values[side] = EvalReport.MetricValue(
        table: table, place: place, role: role, side: side, run: run)
    }
    guard role.kind == .grader || !values.isEmpty else { return nil }
    comparisons = [:]
    for challenger in run.design.challengers {
      comparisons[challenger.id] = EvalReport.MetricComparison(
        table: table, place: place, challenger: challenger.id, run: run, look: look)
    }
  }
}

extension EvalReport.MetricValue {
  fileprivate init?(
    table: ScoreTable, place: Int, role: EvalMetricRole, side: String, run: EvalRun
  ) {
    let column = table.column(of: side, metric: place)
    let members = zip(column, table.clusters).compactMap { cell, cluster in
      cell.mean.map { PairedDifference(value: $0, cluster: cluster) }
    }
    guard let estimate = Estimate.mean(of: members, within: role.bounds) else { return nil }
    self.estimate = estimate
    let shares = role.repeats.map { count in
      column.compactMap { RepeatedTrials(trials: $0.count, passed: $0.met)?.all(of: count) }
    }
    repeats = shares.flatMap(SampleScores.mean)
    repeatedCases = shares?.count ?? 0
    gateBound = run.design.gate.flatMap { gate in
      Estimate.mean(of: members, within: role.bounds, tail: gate.failingTail(of: run))?.interval?
        .upperBound
    }
    distribution = []
    if role.bounds != nil {
      distribution = Array(repeating: 0, count: 10)
      for member in members { distribution[min(9, max(0, Int(member.value * 10)))] += 1 }
    }
  }
}

extension EvalReport.MetricComparison {
  fileprivate init?(
    table: ScoreTable, place: Int, challenger: String, run: EvalRun,
    look: InterimAnalysis?
  ) {
    let role = table.metrics[place]
    let differences = table.differences(place, from: run.design.baseline, to: challenger)
    let bounds: ClosedRange<Double>? = role.bounds == nil ? nil : -1...1
    guard let difference = Estimate.difference(of: differences, within: bounds) else { return nil }
    self.difference = difference
    p = SignFlipTest.p(differences, seed: run.design.seed)
    smallestP = SignFlipTest.smallestP(differences)
    effectSize = StandardizedDifference(differences.map(\.value))?.corrected
    missingShare = table.missingShare(of: place, between: run.design.baseline, and: challenger)
    guard role.bounds != nil, let gate = run.design.gate else { return }
    if let look {
      let number = run.status == .complete ? nil : look.number(transcripts: table.askedCount)
      gateDifference = look.estimate(differences, at: number)
      gateBound = look.failing(differences, at: number)?.interval?.upperBound
    } else {
      gateBound =
        Estimate.difference(
          of: differences, within: bounds, tail: gate.failingTail(of: run))?.interval?.upperBound
    }
  }
}

extension EvalGate {
  /// The error probability at either end of a condition's interval, for failing the gate.
  ///
  /// A single condition that fails is enough, so all of them share what one alone would have.
  func failingTail(of run: EvalRun) -> Double {
    0.025 / Double(max(1, metrics.count * max(1, run.design.challengers.count)))
  }
}

extension [EvalReport.MetricReport] {
  /// Adjusts the p-values of graders for the number of graders and challengers.
  ///
  /// Assertions ask nothing about a difference, and a comparison that could not reach a p-value below 5 %
  /// whatever was found cannot raise a false alarm (Tarone 1990): neither counts.
  fileprivate mutating func adjust(_ run: EvalRun) {
    let places = indices.filter { metric in
      self[metric].role.grader.map { !run.design.graders[$0].isRequired } ?? false
    }.flatMap { metric in
      run.design.challengers.map { (metric: metric, challenger: $0.id) }
    }
    let values = places.map { index in
      self[index.metric].comparisons[index.challenger].flatMap { $0.canShow ? $0.p : nil }
    }
    let holm = HolmAdjustment.adjust(values)
    let discovery = BenjaminiHochbergAdjustment.adjust(values)
    for (at, index) in places.enumerated() {
      guard let p = self[index.metric].comparisons[index.challenger]?.p else { continue }
      self[index.metric].comparisons[index.challenger]?.adjustedP = holm[at] ?? p
      self[index.metric].comparisons[index.challenger]?.discoveryP = discovery[at] ?? p
    }
  }
}

extension EvalReport.SideReport {
  fileprivate init(id: String, side: ScoreTable.Side, isReference: Bool) {
    self.id = id
    self.isReference = isReference
    samples = side.samples
    turns = side.turns
    failedTurns = side.failedTurns
    limitedTurns = side.limitedTurns
    personFaults = side.personFaults
    excluded = side.excluded
    failedSamples = side.failedSamples
    errors = side.errors
    inconclusive = side.inconclusive
    tallies = side.tallies
    costs = isReference ? nil : side.costs
    overhead = side.overhead
    firstContent = EvalReport.Percentiles(side.firstSeconds)
    seconds = EvalReport.Percentiles(side.seconds)
  }
}

extension ScoreTable {
  /// Returns the differences on a metric, challenger minus baseline, of the transcripts that both sides have.
  func differences(_ metric: Int, from baseline: String, to challenger: String)
    -> [PairedDifference]
  {
    let (first, second) = (
      column(of: baseline, metric: metric), column(of: challenger, metric: metric)
    )
    return transcripts.indices.sorted { transcripts[$0] < transcripts[$1] }.compactMap { place in
      guard let a = first[place].mean, let b = second[place].mean else { return nil }
      return PairedDifference(value: b - a, cluster: clusters[place])
    }
  }

  fileprivate func subjects(_ run: EvalRun) -> [EvalReport.SubjectReport] {
    let columns = run.design.sides.map { side in
      metrics.indices.map { column(of: side, metric: $0) }
    }
    return transcripts.indices.sorted { transcripts[$0] < transcripts[$1] }.map { place in
      var scores: [String: [String: Double]] = [:]
      for (side, columns) in zip(run.design.sides, columns) {
        for (metric, column) in zip(metrics, columns) {
          if let mean = column[place].mean { scores[side, default: [:]][metric.id] = mean }
        }
      }
      let differs = run.design.challengers.map(\.id).filter {
        !hasSameVerdicts(run.design.baseline, as: $0, at: place)
      }
      return EvalReport.SubjectReport(
        id: transcripts[place], cluster: clusters[place], scores: scores,
        samples: counts[place], differs: differs)
    }
  }
}
