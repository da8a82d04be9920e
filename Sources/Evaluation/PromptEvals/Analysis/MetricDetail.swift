package import EvalStatistics

/// All statistics on one metric of a run.
///
/// A report decides by one interval and one test, which were chosen before anybody saw the data. This type adds
/// other tests, so that a reader who prefers one of them can see how much depends on the choice. Selecting the
/// most favourable of several tests is not a finding.
package struct MetricDetail: Sendable, Hashable {
  /// What the metric measures, such as a grader or an overall score.
  package var role: EvalMetricRole
  /// The score at which a sample meets the metric; `nil` for metrics that are not bounded.
  package var threshold: Double?
  /// How much worse a challenger may be on this metric; `nil` if the gate has no such condition.
  package var gateMargin: Double?
  /// The minimum that the gate requires on this metric; `nil` if the gate has no such condition.
  package var gateLevel: Double?
  /// The sides on which something was measured: variants first, then references.
  package var sides: [Side]
  /// One comparison for each challenger of which something was measured, as of the baseline.
  package var comparisons: [Comparison]

  /// One side by itself.
  package struct Side: Sendable, Hashable {
    /// The ID of the variant or reference.
    package var id: String
    /// Whether the transcripts were graded as they were written.
    package var isReference: Bool
    /// The mean over transcripts, with the interval that reports show.
    package var estimate: Estimate
    /// The number of samples from which the mean is computed.
    package var samples: Int
    /// The share of transcripts with a score of 1, with Wilson's interval, which takes transcripts for
    /// independent; `nil` unless every transcript scores 0 or 1.
    package var wilson: Estimate?
    /// The same share with Clopper and Pearson's interval, which is never too short for independent
    /// transcripts.
    package var clopperPearson: Estimate?
    /// The results of k samples of a transcript, for k from 1 to the smallest number of samples that a
    /// transcript has, at most ``MetricDetail/maximumRepeats``; empty for metrics that are not bounded.
    package var repeats: [Repeat]
  }

  /// The results of k samples of a transcript, as means over transcripts.
  package struct Repeat: Sendable, Hashable {
    /// The number of samples, k.
    package var count: Int
    /// pass^k, the probability that all of them meet the threshold.
    package var all: Double
    /// pass@k, the probability that at least one of them does.
    package var atLeastOne: Double
  }

  /// A challenger compared with the baseline, on the transcripts that both have.
  package struct Comparison: Sendable, Hashable {
    /// The ID of the challenger.
    package var challenger: String
    /// The number of transcripts that both sides have.
    package var transcripts: Int
    /// The number of clusters that these transcripts form.
    package var clusters: Int
    /// The baseline's mean over the transcripts that both have; `nil` if there are none.
    package var baselineMean: Double?
    /// The challenger's mean over the same transcripts, likewise.
    package var challengerMean: Double?
    /// The mean difference, challenger minus baseline, with its interval; `nil` if no transcript is shared.
    package var difference: Estimate?
    /// The cluster from which more than half of the difference comes; `nil` if there is none.
    package var leadingCluster: ClusterShare?
    /// The difference with the limits by which the gate is decided; `nil` if it has no margin on the metric.
    package var gateDifference: Estimate?
    /// The p-value of the sign-flip test after Holm's adjustment, as in the report; `nil` for assertions and
    /// for metrics that summarize graders or only inform, on which no difference is decided.
    package var adjustedP: Double?
    /// The smallest p-value that the sign-flip test could reach with the clusters that differ; `nil` if no
    /// transcript is shared.
    package var smallestP: Double?
    /// All tests; those of shares only if ``discordant`` is known.
    package var tests: [Test]
    /// How many transcripts only one side passes; `nil` unless every transcript scores 0 or 1 on both sides.
    package var discordant: Discordant?
    /// Cohen's d of the paired differences, d_z; `nil` if they do not vary or there are fewer than three.
    package var standardizedDifference: Double?
    /// Hedges' g: d_z without the upward bias of small samples.
    package var hedgesG: Double?
    /// Cohen's h of the two shares; `nil` unless every transcript scores 0 or 1 on both sides.
    package var cohensH: Double?
    /// The odds ratio of the discordant transcripts, challenger over baseline; `nil` like ``cohensH``, or if
    /// the baseline alone passes none.
    package var oddsRatio: Estimate?
    /// ρ, the correlation of differences within a cluster; `nil` if no cluster has two transcripts, or if
    /// nothing varies.
    package var intraclassCorrelation: Double?
    /// The factor by which clusters increase the variance of the mean; `nil` like ``intraclassCorrelation``.
    package var designEffect: Double?
    /// The variance of true differences between transcripts.
    ///
    /// It includes the variance between samples of a side that has no repeated samples.
    package var transcriptVariance: Double?
    /// The variance between the baseline's samples of a transcript; `nil` without repeated samples.
    package var baselineVariance: Double?
    /// The variance between the challenger's samples of a transcript; `nil` without repeated samples.
    package var challengerVariance: Double?
  }

  /// The transcripts that only one side passes, on which tests of paired shares are based.
  package struct Discordant: Sendable, Hashable {
    /// The number of transcripts that only the baseline passes.
    package var onlyBaseline: Int
    /// The number of transcripts that only the challenger passes.
    package var onlyChallenger: Int
  }

  /// One test of the null hypothesis that there is no difference.
  package struct Test: Sendable, Hashable {
    /// The kinds of tests.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The sign-flip test over whole clusters, by which reports decide.
      case signFlip = "sign_flip"
      /// Student's t-test on clusters, with CR2's standard error.
      case clusteredT = "clustered_t"
      /// Student's t-test of the paired differences per transcript.
      case pairedT = "paired_t"
      /// Welch's t-test of all transcripts of either side, shared or not, with the standard errors of clusters.
      ///
      /// It ignores the pairing, and is the only test if no transcript is shared.
      case welchT = "welch_t"
      /// Wilcoxon's signed-rank test of the differences per transcript.
      case wilcoxon
      /// McNemar's test with the exact binomial p-value.
      case mcNemarExact = "mcnemar_exact"
      /// McNemar's test with the mid-p.
      case mcNemarMidP = "mcnemar_mid_p"
      /// McNemar's test for clusters.
      case clusteredMcNemar = "clustered_mcnemar"
    }

    /// The kind of test.
    package var kind: Kind
    /// t, W (the sum of positive ranks) or Z; `nil` for a test without a statistic, or if undefined.
    package var statistic: Double?
    /// The degrees of freedom of t; `nil` for other tests.
    package var degreesOfFreedom: Double?
    /// The two-sided p-value; `nil` if undefined or not computed.
    package var p: Double?
    /// Why there is no p-value, if that is not for lack of data.
    package var note: String?
  }

  /// The largest k of ``Side/repeats``.
  package static let maximumRepeats = 5
  /// The largest number of non-zero differences for which Wilcoxon's test is computed, since it takes cubic
  /// time.
  package static let maximumRanks = 300
}

extension MetricDetail {
  /// Returns the IDs of a run's metrics, in the order of reports.
  package static func metrics(of run: EvalRun) -> [String] { EvalMetricRole.all(of: run).map(\.id) }

  /// Computes the statistics on one metric, for one challenger or for all.
  ///
  /// Returns `nil` if the run has no such metric or challenger. Rethrows errors of the reader.
  package init?(
    _ run: EvalRun, metric: String, challenger: String? = nil, from reader: some RunReader
  ) throws {
    let table = try ScoreTable(run, from: reader)
    self.init(run: run, table: table, metric: metric, challenger: challenger)
  }

  init?(run: EvalRun, table: ScoreTable, metric: String, challenger: String? = nil) {
    let challengers = run.design.challengers.map(\.id).filter {
      challenger == nil || $0 == challenger
    }
    guard let place = table.metrics.firstIndex(where: { $0.id == metric }),
      challenger == nil || !challengers.isEmpty
    else { return nil }
    role = table.metrics[place]
    threshold = role.bounds == nil ? nil : role.threshold
    gateMargin = run.design.gate?.margins.first { $0.metric == metric }?.margin
    gateLevel = run.design.gate?.levels.first { $0.metric == metric }?.minimum
    sides = run.design.sides.compactMap { side in
      Side(id: side, table: table, place: place, isReference: run.design.references.contains(side))
    }
    let decided = EvalReport(run, table: table).metric(metric)?.comparisons
    comparisons = challengers.compactMap { challenger in
      var comparison = Comparison(challenger: challenger, table: table, place: place, run: run)
      comparison?.adjustedP = decided?[challenger]?.adjustedP
      comparison?.gateDifference = decided?[challenger]?.gateDifference
      return comparison
    }
  }
}

extension MetricDetail.Side {
  fileprivate init?(id: String, table: ScoreTable, place: Int, isReference: Bool) {
    let role = table.metrics[place]
    let column = table.column(of: id, metric: place)
    let members = zip(column, table.clusters).compactMap { cell, cluster in
      cell.mean.map { PairedDifference(value: $0, cluster: cluster) }
    }
    guard let estimate = Estimate.mean(of: members, within: role.bounds) else { return nil }
    self.id = id
    self.isReference = isReference
    self.estimate = estimate.cut(for: role)
    let cells = column.filter { $0.count > 0 }
    samples = cells.reduce(0) { $0 + $1.count }
    if role.bounds != nil, let passed = cells.passes {
      let successes = passed.count { $0 }
      wilson = WilsonInterval.estimate(successes: successes, trials: passed.count)
      clopperPearson = wilson
      clopperPearson?.method = "clopper-pearson"
      clopperPearson?.interval = ClopperPearsonInterval.interval(
        successes: successes, trials: passed.count)
    }
    let samples = role.bounds == nil ? 0 : cells.map(\.count).min() ?? 0
    let trials = cells.compactMap { RepeatedTrials(trials: $0.count, passed: $0.met) }
    repeats = (0..<min(samples, MetricDetail.maximumRepeats)).compactMap { place in
      let count = place + 1
      guard let all = SampleScores.mean(trials.compactMap { $0.all(of: count) }),
        let atLeastOne = SampleScores.mean(trials.compactMap { $0.atLeastOne(of: count) })
      else { return nil }
      return MetricDetail.Repeat(count: count, all: all, atLeastOne: atLeastOne)
    }
  }
}

extension MetricDetail.Comparison {
  /// `nil` if nothing was measured on a side.
  fileprivate init?(challenger: String, table: ScoreTable, place: Int, run: EvalRun) {
    let role = table.metrics[place]
    let (first, second) = table.pairedColumns(place, run.design.baseline, challenger)
    guard first.contains(where: { $0.count > 0 }), second.contains(where: { $0.count > 0 }) else {
      return nil
    }
    self.challenger = challenger
    let differences = table.differences(place, from: run.design.baseline, to: challenger)
    let totals = ClusterTotals(differences)
    transcripts = differences.count
    clusters = totals?.clusters ?? 0
    difference = Estimate.difference(
      of: differences, within: role.bounds == nil ? nil : -1...1)
    smallestP = SignFlipTest.smallestP(differences)
    tests = Self.tests(
      of: differences, first: table.members(place, of: run.design.baseline),
      second: table.members(place, of: challenger),
      seed: run.design.seed)
    // There is no meaningful scale for differences that vary by rounding only.
    if totals?.onlyValue == nil {
      let size = StandardizedDifference(differences.map(\.value))
      standardizedDifference = size?.value
      hedgesG = size?.corrected
      let effect = DesignEffect(differences)
      intraclassCorrelation = effect?.intraclassCorrelation
      designEffect = effect?.value
    }
    let shared = zip(first, second).filter { $0.count > 0 && $1.count > 0 }
    baselineMean = SampleScores.mean(shared.compactMap(\.0.mean))
    challengerMean = SampleScores.mean(shared.compactMap(\.1.mean))
    leadingCluster = ClusterShare(
      leadingIn: differences, within: role.bounds == nil ? nil : -1...1, seed: run.design.seed)
    let components = VarianceComponents(
      shared.compactMap { VarianceComponents.Pair($0.moments, $1.moments) })
    transcriptVariance = components?.transcript
    baselineVariance = components?.first
    challengerVariance = components?.second
    if role.bounds != nil, let old = shared.map(\.0).passes, let new = shared.map(\.1).passes {
      compareShares(old, with: new, differences: differences)
    }
  }

  /// Adds what applies to scores of 0 and 1 only.
  private mutating func compareShares(
    _ first: [Bool], with second: [Bool], differences: [PairedDifference]
  ) {
    let pairs = zip(first, second)
    let onlyFirst = pairs.count { $0 && !$1 }
    let onlySecond = pairs.count { !$0 && $1 }
    discordant = MetricDetail.Discordant(onlyBaseline: onlyFirst, onlyChallenger: onlySecond)
    let count = Double(first.count)
    cohensH = ArcsineDifference.value(
      first: Double(first.count { $0 }) / count, second: Double(second.count { $0 }) / count)
    oddsRatio = MatchedOddsRatio(onlyFirst: onlyFirst, onlySecond: onlySecond).map { ratio in
      let discordant = onlyFirst + onlySecond
      return Estimate(
        value: ratio.value, interval: ratio.interval, count: discordant, clusters: discordant,
        method: "clopper-pearson")
    }
    let test = McNemarTest(onlyFirst: onlyFirst, onlySecond: onlySecond)
    let clustered = ClusteredBinaryTest(
      differences.map { PairedDifference(value: $0.value.rounded(), cluster: $0.cluster) })
    tests += [
      MetricDetail.Test(kind: .mcNemarExact, p: test?.exactP),
      MetricDetail.Test(kind: .mcNemarMidP, p: test?.midP),
      MetricDetail.Test(
        kind: .clusteredMcNemar, statistic: clustered?.statistic, p: clustered?.p),
    ]
  }

  private static func tests(
    of differences: [PairedDifference], first: [PairedDifference], second: [PairedDifference],
    seed: UInt64
  ) -> [MetricDetail.Test] {
    [
      MetricDetail.Test(kind: .signFlip, p: SignFlipTest.p(differences, seed: seed)),
      MetricDetail.Test(kind: .clusteredT, test: TTest.clustered(differences)),
      MetricDetail.Test(kind: .pairedT, test: TTest.paired(differences.map(\.value))),
      MetricDetail.Test(kind: .welchT, test: TTest.welch(first, second)),
      MetricDetail.Test(ranksOf: differences.map(\.value)),
    ]
  }
}

extension MetricDetail.Test {
  fileprivate init(kind: Kind, test: TTest?) {
    self.init(
      kind: kind, statistic: test?.statistic, degreesOfFreedom: test?.degreesOfFreedom, p: test?.p)
  }

  /// Computes Wilcoxon's test, unless that takes too long.
  fileprivate init(ranksOf differences: [Double]) {
    self.init(kind: .wilcoxon)
    // Differences that are equal but for rounding share a rank, and those that are 0 have none.
    let unit = (differences.map(abs).max() ?? 0) * 1e-12
    let values = unit > 0 ? differences.map { ($0 / unit).rounded() } : differences
    let count = values.count { $0 != 0 }
    guard count <= MetricDetail.maximumRanks else {
      note =
        "left out: \(count) differences are not zero, and it takes too long beyond"
        + " \(MetricDetail.maximumRanks)"
      return
    }
    let test = WilcoxonSignedRankTest(values)
    statistic = test?.positiveRanks
    p = test?.p
  }
}

extension [ScoreTable.Cell] {
  /// Whether each mean is 1; `nil` if there is none, or if one is neither 0 nor 1.
  fileprivate var passes: [Bool]? {
    let means = compactMap(\.mean)
    let isBinary = means.allSatisfy {
      abs($0) <= ClusterTotals.tolerance || abs($0 - 1) <= ClusterTotals.tolerance
    }
    return isBinary && !means.isEmpty ? means.map { $0 > 0.5 } : nil
  }
}
