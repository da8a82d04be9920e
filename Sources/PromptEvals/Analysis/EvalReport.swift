public import EvalStatistics

/// What an evaluation found, in figures and sentences.
public struct EvalReport: Sendable {
  /// The run it is about.
  public let run: EvalRun
  /// One a metric: graders in the suite's order, then what sums them up, then time and money.
  public let metrics: [MetricReport]
  /// One a side: variants first, then references.
  public let sides: [SideReport]
  /// One a pairwise judge and challenger.
  public let pairwise: [PairwiseReport]
  /// The transcripts, with what each scored.
  public let subjects: [SubjectReport]
  /// Graders that did not ask the same of both sides, where two runs are compared: their differences decide
  /// nothing.
  public let changedGraders: [String]

  /// One metric over all sides.
  public struct MetricReport: Sendable {
    /// What is measured.
    public var role: EvalMetricRole
    /// The mean over transcripts by side; absent where it applied to nothing.
    public var values: [String: MetricValue]
    /// The challengers against the baseline, by the challenger's id.
    public var comparisons: [String: MetricComparison]
  }

  /// One metric on one side.
  public struct MetricValue: Sendable, Hashable {
    /// The mean over transcripts with its interval.
    public var estimate: Estimate
    /// pass^k: the chance that k samples of one case all meet the threshold; nil where it is not asked for,
    /// or no case has k samples.
    public var repeats: Double?
    /// How many cases have so many samples.
    public var repeatedCases: Int
    /// The share that a gate believes a level to be below: the upper end of an interval that is wide enough for
    /// all demands of the gate together; nil where there is no interval.
    public var gateBound: Double?
    /// How many transcripts score in each tenth from 0 to 1; empty for metrics without bounds.
    public var distribution: [Int]
  }

  /// One challenger against the baseline on one metric.
  public struct MetricComparison: Sendable, Hashable {
    /// The mean difference, challenger minus baseline, with its interval.
    public var difference: Estimate
    /// The p of the sign-flip test of whole clusters.
    public var p: Double?
    /// The smallest p that the clusters that differ at all could come to.
    public var smallestP: Double?
    /// The same after Holm, among graders and challengers that could show something; nil for what only sums up
    /// or informs, and for assertions.
    public var adjustedP: Double?
    /// The same after Benjamini and Hochberg, for looking around rather than deciding.
    public var discoveryP: Double?
    /// Hedges' g of the paired differences; nil when they do not vary.
    public var effectSize: Double?
    /// The interval by which a gate is passed, where it is not that of the difference: one that holds
    /// however often it was looked at.
    public var gateDifference: Estimate?
    /// The largest difference that is believable for a gate to fail by: the upper end of an interval that is
    /// wide enough for all demands of the gate together; nil where there is no interval.
    public var gateBound: Double?
    /// The share of samples that one side has and the other lacks, since replies or verdicts failed.
    public var missingShare: Double?
    /// Why it may not decide a gate; nil when it may.
    public var refusal: String?

    /// Whether the clusters that differ are enough to show anything at the 5 % level.
    public var canShow: Bool { smallestP.map { $0 < 0.05 } ?? false }

    /// Whether a difference is shown at the 5 % level: never for what has no adjusted p.
    public var isShown: Bool { adjustedP.map { $0 < 0.05 } ?? false }
  }

  /// One side as a whole.
  public struct SideReport: Sendable, Hashable {
    /// The variant's or reference's id.
    public var id: String
    /// Whether it was graded as written.
    public var isReference: Bool
    /// Samples.
    public var samples: Int
    /// Coach messages.
    public var turns: Int
    /// Messages without a whole reply, which were not graded.
    public var failedTurns: Int
    /// Replies that ended at the limit of tokens; they are graded as they stand.
    public var limitedTurns: Int
    /// Faults of simulated people.
    public var personFaults: Int
    /// Samples that such faults spoilt: no statistic counts them.
    public var spoilt: Int
    /// Verdicts of each grader that failed for a fault of its own, in the run's order of graders.
    public var errors: [Int]
    /// Verdicts of each grader that could not tell, likewise.
    public var inconclusive: [Int]
    /// What the calls consumed; nil for a reference.
    public var costs: CallCosts?
    /// What judges and simulated people consumed beside it.
    public var overhead: CallCosts
    /// Seconds until the first content: the middle one, and the one that 95 % stay below; nil where nothing
    /// was measured.
    public var firstContent: Percentiles?
    /// Seconds until the end, likewise.
    public var seconds: Percentiles?
  }

  /// Two points of a distribution.
  public struct Percentiles: Sendable, Hashable {
    /// The middle.
    public var median: Double
    /// What 95 % stay below.
    public var high: Double
    /// How many values there are.
    public var count: Int

    /// By the nearest rank; nil for no values.
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

  /// One transcript: what each side scored on it.
  public struct SubjectReport: Sendable, Hashable {
    /// The transcript's id.
    public var id: String
    /// What it shares with others.
    public var cluster: String
    /// The mean over samples, by side and metric.
    public var scores: [String: [String: Double]]
    /// Samples, all sides together.
    public var samples: Int
    /// The challengers of which graders found something else than of the baseline.
    public var differs: [String]
  }
}

extension EvalReport {
  /// Analyses a run whose samples lie in a store.
  public init(_ run: EvalRun, from reader: some RunReader) throws {
    var table = ScoreTable(run)
    try reader.eachScores(of: run) { table.add($0) }
    self.init(run, table, pairwise: try reader.pairwiseVerdicts(of: run))
  }

  init(
    _ run: EvalRun, _ table: ScoreTable, pairwise verdicts: [PairwiseVerdict] = [],
    changedGraders: [String] = []
  ) {
    self.run = run
    self.changedGraders = changedGraders
    sides = run.sides.compactMap { id in
      guard let side = table.side(id) else { return nil }
      var report = SideReport(id, side, isReference: run.references.contains(id))
      for verdict in verdicts where verdict.sample.side == id { report.overhead.add(verdict.costs) }
      return report
    }
    // Its boundaries are worked out once.
    let look = run.gate.flatMap { InterimAnalysis($0, run) }
    var metrics = table.metrics.indices.compactMap { MetricReport(table, $0, run, look) }
    metrics.adjust(run)
    self.metrics = metrics
    pairwise = PairwiseReport.all(verdicts, table, run)
    subjects = table.subjects(run)
  }

  /// A metric by its id.
  public func metric(_ id: String) -> MetricReport? { metrics.first { $0.role.id == id } }
}

extension EvalReport.MetricReport {
  /// Nil for a metric that applied to nothing and informs only.
  fileprivate init?(_ table: ScoreTable, _ place: Int, _ run: EvalRun, _ look: InterimAnalysis?) {
    let role = table.metrics[place]
    self.role = role
    values = [:]
    for side in run.sides {
      values[side] = EvalReport.MetricValue(table, place, role, side, run)
    }
    guard role.kind == .grader || !values.isEmpty else { return nil }
    comparisons = [:]
    for challenger in run.challengers {
      comparisons[challenger.id] = EvalReport.MetricComparison(
        table, place, challenger.id, run, look)
    }
  }
}

extension EvalReport.MetricValue {
  fileprivate init?(
    _ table: ScoreTable, _ place: Int, _ role: EvalMetricRole, _ side: String, _ run: EvalRun
  ) {
    let column = table.column(side, place)
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
    gateBound = run.gate.flatMap { gate in
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
    _ table: ScoreTable, _ place: Int, _ challenger: String, _ run: EvalRun,
    _ look: InterimAnalysis?
  ) {
    let role = table.metrics[place]
    let differences = table.differences(place, from: run.baseline, to: challenger)
    let method = run.gate?.method ?? .clustered
    let bounds: ClosedRange<Double>? = role.bounds == nil ? nil : -1...1
    guard let difference = method.estimate(differences, bounds: bounds, seed: run.seed) else {
      return nil
    }
    self.difference = difference
    p = SignFlipTest.p(differences, seed: run.seed)
    smallestP = SignFlipTest.smallestP(differences)
    effectSize = StandardizedDifference(differences.map(\.value))?.corrected
    refusal = method.isRefusedAsGate(differences)
    missingShare = table.missingShare(place, run.baseline, challenger)
    guard role.bounds != nil, let gate = run.gate else { return }
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
  /// The error of each of its demands' intervals on either end, for failing: one demand that fails is enough, so
  /// they share what one alone would have.
  func failingTail(of run: EvalRun) -> Double {
    0.025 / Double(max(1, metrics.count * max(1, run.challengers.count)))
  }
}

extension [EvalReport.MetricReport] {
  /// Adjusts the graders' p for their number and that of the challengers.
  ///
  /// Assertions are no question about a difference, and a comparison that could not come to a p below 5 %
  /// whatever was found cannot raise a false alarm (Tarone 1990): neither counts.
  fileprivate mutating func adjust(_ run: EvalRun) {
    let places = indices.filter { metric in
      self[metric].role.grader.map { !run.graders[$0].isRequired } ?? false
    }.flatMap { metric in
      run.challengers.map { (metric: metric, challenger: $0.id) }
    }
    let values = places.map { place in
      self[place.metric].comparisons[place.challenger].flatMap { $0.canShow ? $0.p : nil }
    }
    let holm = HolmAdjustment.adjust(values)
    let discovery = BenjaminiHochbergAdjustment.adjust(values)
    for (at, place) in places.enumerated() {
      guard let p = self[place.metric].comparisons[place.challenger]?.p else { continue }
      self[place.metric].comparisons[place.challenger]?.adjustedP = holm[at] ?? p
      self[place.metric].comparisons[place.challenger]?.discoveryP = discovery[at] ?? p
    }
  }
}

extension EvalReport.SideReport {
  fileprivate init(_ id: String, _ side: ScoreTable.Side, isReference: Bool) {
    self.id = id
    self.isReference = isReference
    samples = side.samples
    turns = side.turns
    failedTurns = side.failedTurns
    limitedTurns = side.limitedTurns
    personFaults = side.personFaults
    spoilt = side.spoilt
    errors = side.errors
    inconclusive = side.inconclusive
    costs = isReference ? nil : side.costs
    overhead = side.overhead
    firstContent = EvalReport.Percentiles(side.firstSeconds)
    seconds = EvalReport.Percentiles(side.seconds)
  }
}

extension ScoreTable {
  /// The differences on a metric, challenger minus baseline; only transcripts that both have take part.
  func differences(_ metric: Int, from baseline: String, to challenger: String)
    -> [PairedDifference]
  {
    let (first, second) = (column(baseline, metric), column(challenger, metric))
    return transcripts.indices.sorted { transcripts[$0] < transcripts[$1] }.compactMap { place in
      guard let a = first[place].mean, let b = second[place].mean else { return nil }
      return PairedDifference(value: b - a, cluster: clusters[place])
    }
  }

  fileprivate func subjects(_ run: EvalRun) -> [EvalReport.SubjectReport] {
    let columns = run.sides.map { side in metrics.indices.map { column(side, $0) } }
    return transcripts.indices.sorted { transcripts[$0] < transcripts[$1] }.map { place in
      var scores: [String: [String: Double]] = [:]
      for (side, columns) in zip(run.sides, columns) {
        for (metric, column) in zip(metrics, columns) {
          if let mean = column[place].mean { scores[side, default: [:]][metric.id] = mean }
        }
      }
      let differs = run.challengers.map(\.id).filter {
        !hasSameVerdicts(run.baseline, $0, at: place)
      }
      return EvalReport.SubjectReport(
        id: transcripts[place], cluster: clusters[place], scores: scores,
        samples: counts[place], differs: differs)
    }
  }
}
