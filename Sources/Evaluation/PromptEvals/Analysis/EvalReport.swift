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
  /// The differences of references, if the run grades what was written.
  public let referenceComparisons: [ReferenceComparison]
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
  /// How the requests of each challenger differ from the baseline's, in the suite's order; empty where nothing is asked,
  /// where requests are not known, and for two compared runs.
  public let requestDifferences: [RequestDifference]
  /// How many observations the transcripts are; `nil` if no two of them send the same request.
  public let sharing: RequestSharing?
  /// The judges whose verdicts are all the same.
  private(set) var uniformJudges: [UniformJudge] = []
  /// The number of pairs that a pairwise judge could not judge, with the first reason, by judge and challenger.
  let pairFailures: [PairFailure]

  /// One metric on all sides.
  public struct MetricReport: Sendable {
    /// The metric, with its kind and its threshold.
    public var role: EvalMetricRole
    /// The mean over transcripts, by the ID of the side; absent for a side on which nothing was measured.
    public var values: [String: MetricValue]
    /// The mean of each variant over the transcripts that all of them have, so that the figures that are shown beside
    /// each other rest on the same transcripts; empty if they have none in common.
    ///
    /// Of a reference it is ``MetricValue/estimate``: it has transcripts of its own.
    public var common: [String: Estimate]
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
    /// What the gate's levels are decided by, by their minimum; empty if there are none.
    package var gate: [Double: GateEvidence]
    /// The number of transcripts in each tenth of the range from 0 to 1; empty for metrics that are not
    /// bounded.
    public var distribution: [Int]
  }

  /// One challenger compared with the baseline on one metric.
  public struct MetricComparison: Sendable, Hashable {
    /// The mean difference, challenger minus baseline, with its interval.
    public var difference: Estimate
    /// The p-value of the sign-flip test over whole clusters, or of ``UnpairedDifference``.
    public var p: Double?
    /// The smallest p-value that is possible with the clusters that differ at all; `nil` if the difference is not
    /// paired.
    public var smallestP: Double?
    /// The number of transcripts whose scores differ.
    public var changed: Int
    /// The cluster from which more than half of the difference comes; `nil` if there is none.
    public var leadingCluster: ClusterShare?
    /// The p-value after Holm's adjustment, among graders and challengers that could show a difference; `nil`
    /// for assertions and for metrics that summarize graders or only inform.
    public var adjustedP: Double?
    /// The p-value after Benjamini and Hochberg's adjustment, for exploration rather than decisions; `nil` like
    /// ``adjustedP``.
    public var discoveryP: Double?
    /// Hedges' g of the paired differences; `nil` if they do not vary or there are fewer than three.
    public var effectSize: Double?
    /// Whether the difference is that of transcripts that both sides have.
    ///
    /// If they have few or none in common, it is one of two means (``UnpairedDifference``), which shows less.
    public var isPaired: Bool
    /// What the gate's margins are decided by, by the margin; empty if there are none.
    package var gate: [Double: GateEvidence] = [:]
    /// The share of samples that have a value on one side only, because replies or verdicts failed; `nil` if
    /// neither side has any, and if the difference is not paired.
    public var missingShare: Double?
    /// The number of transcripts that are left out because a grader of a combined metric applies to one side only.
    public var incomparable = 0

    /// The difference with the limits by which the gate is decided, with several margins those of the smallest; `nil` if
    /// the gate has no margin on the metric.
    public var gateDifference: Estimate? { gate.min { $0.key < $1.key }?.value.estimate }

    /// Why the difference cannot decide a gate; `nil` if it can.
    public var refusal: String? { GateDecision.refusal(clusters: difference.clusters) }

    /// Whether enough clusters differ to show anything at the 5 % level.
    public var canShow: Bool { isPaired ? smallestP.map { $0 < 0.05 } ?? false : p != nil }

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
    /// The number of messages that the grader's demand does not concern, for each grader in the run's order.
    public var notApplicable: [Int]
    /// What each grader did on the samples that are not excluded, in the run's order of graders.
    public var tallies: [GraderTally]
    /// What the calls to the candidate consumed; `nil` for a reference, and without a call.
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
    let table = try ScoreTable(run, from: reader)
    self.init(run, table: table, pairwise: try reader.pairwiseVerdicts(of: run))
    examples = try findExamples(in: reader)
    uniformJudges = try findUniformJudges(in: reader)
  }

  init(
    _ run: EvalRun, table: ScoreTable, pairwise verdicts: [PairwiseVerdict] = [],
    changedGraders: [String] = [], sidesOnTrial: [String]? = nil
  ) {
    self.run = run
    self.changedGraders = changedGraders
    self.sidesOnTrial = sidesOnTrial ?? run.design.variants.map(\.id)
    pairFailures = PairFailure.all(in: verdicts, of: run)
    // The sides of two runs may well send the same requests, on another day or to be graded differently.
    requestDifferences = sidesOnTrial == nil ? table.requestDifferences(run) : []
    sharing = table.sharing(run)
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
    referenceComparisons = Self.referenceComparisons(table, run: run)
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
    common = table.common(place, of: run)
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
    let members = table.members(place, of: side)
    guard let estimate = Estimate.mean(of: members, within: role.bounds) else { return nil }
    self.estimate = estimate.cut(for: role)
    let shares = role.repeats.map { count in
      column.compactMap { RepeatedTrials(trials: $0.count, passed: $0.met)?.all(of: count) }
    }
    repeats = shares.flatMap(SampleScores.mean)
    repeatedCases = shares?.count ?? 0
    gate = [:]
    if let demands = run.design.gate {
      let tails = GateEvidence.Tails(failing: demands.failingTail(of: run))
      for level in demands.levels where level.metric == role.id {
        gate[level.minimum] = GateEvidence(level, side: side, table: table, tails: tails)
      }
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
    let baseline = run.design.baseline
    isPaired = table.isPaired(baseline, challenger)
    if isPaired {
      let differences = table.differences(place, from: baseline, to: challenger)
      let bounds: ClosedRange<Double>? = role.bounds == nil ? nil : -1...1
      guard let difference = Estimate.difference(of: differences, within: bounds) else {
        return nil
      }
      self.difference = difference
      p = SignFlipTest.p(differences, seed: run.design.seed)
      smallestP = SignFlipTest.smallestP(differences)
      changed = differences.count { abs($0.value) > ClusterTotals.tolerance }
      leadingCluster = ClusterShare(leadingIn: differences, within: bounds, seed: run.design.seed)
      effectSize = StandardizedDifference(differences.map(\.value))?.corrected
      missingShare = table.missingShare(of: place, between: baseline, and: challenger)
      incomparable = table.incomparable(place, baseline, challenger).count
    } else {
      guard
        let unpaired = UnpairedDifference(
          first: table.members(place, of: baseline), second: table.members(place, of: challenger),
          within: role.bounds)
      else { return nil }
      difference = unpaired.estimate
      p = unpaired.p
      changed = 0
    }
    guard role.bounds != nil, let demands = run.design.gate else { return }
    var tails = GateEvidence.Tails(failing: demands.failingTail(of: run))
    if let look {
      let number = run.status == .complete ? nil : look.number(transcripts: table.askedCount)
      guard let own = look.tails(at: number) else { return }
      tails = own
    }
    for margin in demands.margins where margin.metric == role.id {
      gate[margin.margin] = GateEvidence(
        margin, challenger: challenger, table: table, run: run, tails: tails)
    }
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
    notApplicable = side.notApplicable
    tallies = side.tallies
    costs = isReference || side.costs.calls == 0 ? nil : side.costs
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
    let (first, second) = pairedColumns(metric, baseline, challenger)
    return transcripts.indices.sorted { transcripts[$0] < transcripts[$1] }.compactMap { place in
      guard let a = first[place].mean, let b = second[place].mean else { return nil }
      return PairedDifference(value: b - a, cluster: clusters[place])
    }
  }

  fileprivate func subjects(_ run: EvalRun) -> [EvalReport.SubjectReport] {
    let columns = run.design.sides.map { side in
      metrics.indices.map { transcriptColumn(of: side, metric: $0) }
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
