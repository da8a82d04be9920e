public import EvalStatistics

/// Everything that statistics say about one metric of a run.
///
/// A report decides by one interval and one test, chosen before anybody saw the data. This sets the
/// others beside them, each with what it takes for granted, so that a reader who prefers another
/// can see how little or how much depends on the choice. Picking the one that pleases most is no
/// finding.
public struct MetricDetail: Sendable, Hashable {
  /// What is measured.
  public var role: EvalMetricRole
  /// The score from which on a sample meets the metric; nil for what has no best value.
  public var threshold: Double?
  /// The method that decides the run's gate; the default one where there is no gate.
  public var gateMethod: IntervalMethod
  /// How much worse the gate lets a challenger be on this metric; nil when it does not ask.
  public var gateMargin: Double?
  /// The level that the gate demands on this metric; nil when it does not ask.
  public var gateLevel: Double?
  /// The sides on which anything was measured: variants first, then references.
  public var sides: [Side]
  /// One a challenger that anything was measured of.
  public var comparisons: [Comparison]

  /// One side by itself.
  public struct Side: Sendable, Hashable {
    /// The variant's or reference's id.
    public var id: String
    /// Whether it was graded as written.
    public var isReference: Bool
    /// The mean over transcripts with the interval that reports show.
    public var estimate: Estimate
    /// The samples that it rests on.
    public var samples: Int
    /// The share of transcripts with a 1 by Wilson's interval, which takes transcripts for
    /// independent; nil unless each has a 0 or a 1.
    public var wilson: Estimate?
    /// The same by Clopper and Pearson's interval, which is never too short for that.
    public var clopperPearson: Estimate?
    /// What several samples of one transcript come to, for k from 1 to the smallest number of
    /// samples that a transcript has, at most ``MetricDetail/maximumRepeats``; empty for what no
    /// sample can meet.
    public var repeats: [Repeat]
  }

  /// What k samples of one transcript come to, on average over transcripts.
  public struct Repeat: Sendable, Hashable {
    /// k, the samples.
    public var count: Int
    /// pass^k, the chance that all of them meet the threshold.
    public var all: Double
    /// pass@k, the chance that at least one of them does.
    public var atLeastOne: Double
  }

  /// A challenger against the baseline, on the transcripts that both have.
  public struct Comparison: Sendable, Hashable {
    /// The challenger.
    public var challenger: String
    /// How many transcripts both sides have.
    public var transcripts: Int
    /// How many clusters they form.
    public var clusters: Int
    /// The mean difference, challenger minus baseline, by every method; empty when no transcript is
    /// shared.
    public var intervals: [Interval]
    /// The gate's own interval, where it is wider for having been looked at early.
    public var gateDifference: Estimate?
    /// The p of the sign-flip test after Holm, as in the report; nil for what only sums up or
    /// informs, and for assertions: nothing decides whether these differ.
    public var adjustedP: Double?
    /// The smallest p that the sign-flip test could come to, with so many clusters that differ; nil
    /// when no transcript is shared.
    public var smallestP: Double?
    /// All tests; those of shares only where ``discordant`` is known.
    public var tests: [Test]
    /// How many transcripts only one side passes; nil unless each has a 0 or a 1 on both sides.
    public var discordant: Discordant?
    /// Cohen's d of the differences, d_z; nil when they do not vary.
    public var standardizedDifference: Double?
    /// Hedges' g, d_z without the upward bias of small samples.
    public var hedgesG: Double?
    /// Cohen's h of the two shares; nil unless each transcript has a 0 or a 1 on both sides.
    public var cohensH: Double?
    /// The odds of the discordant transcripts, challenger over baseline; nil where h is, or when
    /// none is passed by the baseline only.
    public var oddsRatio: Estimate?
    /// ρ, how alike differences of one cluster are; nil when no cluster has two transcripts, or
    /// nothing varies.
    public var intraclassCorrelation: Double?
    /// By what factor that widens the variance of the mean.
    public var designEffect: Double?
    /// The variance of true differences between transcripts; where samples of a side do not show
    /// theirs, it includes that.
    public var transcriptVariance: Double?
    /// The variance between the baseline's samples of one transcript; nil with one of each.
    public var baselineVariance: Double?
    /// The same of the challenger's.
    public var challengerVariance: Double?
  }

  /// The transcripts that only one side passes: all that tests of paired shares look at.
  public struct Discordant: Sendable, Hashable {
    /// Those that only the baseline passes.
    public var onlyBaseline: Int
    /// Those that only the challenger passes.
    public var onlyChallenger: Int
  }

  /// The difference by one method.
  public struct Interval: Sendable, Hashable {
    /// The method.
    public var method: IntervalMethod
    /// The difference with its interval.
    public var estimate: Estimate
    /// Why the method may not decide a gate on these differences; nil when it may.
    public var refusal: String?
  }

  /// One test of "there is no difference".
  public struct Test: Sendable, Hashable {
    /// Which test it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Random signs for whole clusters: the one that decides.
      case signFlip = "sign_flip"
      /// Student's test on clusters, with CR2's standard error.
      case clusteredT = "clustered_t"
      /// Student's paired test.
      case pairedT = "paired_t"
      /// Welch's test of all transcripts of either side, shared or not: what is left when the
      /// pairing is ignored, and all there is where no transcript is shared.
      case welchT = "welch_t"
      /// Wilcoxon's test of signed ranks.
      case wilcoxon
      /// McNemar's exact test.
      case mcNemarExact = "mcnemar_exact"
      /// McNemar's test by the mid-p.
      case mcNemarMidP = "mcnemar_mid_p"
      /// McNemar's test for clusters.
      case clusteredMcNemar = "clustered_mcnemar"
    }

    /// Which test it is.
    public var kind: Kind
    /// t, W (the sum of positive ranks) or Z; nil for a test without one, or that is undefined.
    public var statistic: Double?
    /// The degrees of freedom of t.
    public var degreesOfFreedom: Double?
    /// Two-sided; nil when undefined, or left out.
    public var p: Double?
    /// Why there is no p, where that is not for want of data.
    public var note: String?
  }

  /// The largest k of ``Side/repeats``.
  public static let maximumRepeats = 5
  /// The most differences other than zero that Wilcoxon's test is done for: it takes cubic time.
  public static let maximumRanks = 300
}

extension MetricDetail {
  /// The ids of the metrics that a run has.
  public static func metrics(of run: EvalRun) -> [String] { EvalMetricRole.all(of: run).map(\.id) }

  /// Works out one metric of a run, for one challenger or all of them. Nil when the run has no such
  /// metric or challenger.
  public init?(
    _ run: EvalRun, metric: String, challenger: String? = nil, from reader: some RunReader
  ) throws {
    var table = ScoreTable(run)
    try reader.eachScores(of: run) { table.add($0) }
    self.init(run, table, metric: metric, challenger: challenger)
  }

  init?(_ run: EvalRun, _ table: ScoreTable, metric: String, challenger: String? = nil) {
    let challengers = run.challengers.map(\.id).filter { challenger == nil || $0 == challenger }
    guard let place = table.metrics.firstIndex(where: { $0.id == metric }),
      challenger == nil || !challengers.isEmpty
    else { return nil }
    role = table.metrics[place]
    threshold = role.bounds == nil ? nil : role.threshold
    gateMethod = run.gate?.method ?? .clustered
    gateMargin = run.gate?.margins.first { $0.metric == metric }?.margin
    gateLevel = run.gate?.levels.first { $0.metric == metric }?.least
    sides = run.sides.compactMap { side in
      Side(side, table, place, isReference: run.references.contains(side))
    }
    let decided = EvalReport(run, table).metric(metric)?.comparisons
    comparisons = challengers.compactMap { challenger in
      var comparison = Comparison(challenger, table, place, run)
      comparison?.adjustedP = decided?[challenger]?.adjustedP
      comparison?.gateDifference = decided?[challenger]?.gateDifference
      return comparison
    }
  }
}

extension MetricDetail.Side {
  fileprivate init?(_ id: String, _ table: ScoreTable, _ place: Int, isReference: Bool) {
    let role = table.metrics[place]
    let column = table.column(id, place)
    let members = zip(column, table.clusters).compactMap { cell, cluster in
      cell.mean.map { PairedDifference(value: $0, cluster: cluster) }
    }
    guard let estimate = Estimate.mean(of: members, within: role.bounds) else { return nil }
    self.id = id
    self.isReference = isReference
    self.estimate = estimate
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
    let most = role.bounds == nil ? 0 : cells.map(\.count).min() ?? 0
    let trials = cells.compactMap { RepeatedTrials(trials: $0.count, passed: $0.met) }
    repeats = (0..<min(most, MetricDetail.maximumRepeats)).compactMap { place in
      let count = place + 1
      guard let all = SampleScores.mean(trials.compactMap { $0.all(of: count) }),
        let atLeastOne = SampleScores.mean(trials.compactMap { $0.atLeastOne(of: count) })
      else { return nil }
      return MetricDetail.Repeat(count: count, all: all, atLeastOne: atLeastOne)
    }
  }
}

extension MetricDetail.Comparison {
  /// Nil when nothing was measured of a side.
  fileprivate init?(_ challenger: String, _ table: ScoreTable, _ place: Int, _ run: EvalRun) {
    let role = table.metrics[place]
    let first = table.column(run.baseline, place)
    let second = table.column(challenger, place)
    guard first.contains(where: { $0.count > 0 }), second.contains(where: { $0.count > 0 }) else {
      return nil
    }
    self.challenger = challenger
    let differences = table.differences(place, from: run.baseline, to: challenger)
    let totals = ClusterTotals(differences)
    transcripts = differences.count
    clusters = totals?.clusters ?? 0
    intervals = IntervalMethod.allCases.compactMap { method in
      method.estimate(differences, bounds: role.bounds == nil ? nil : -1...1, seed: run.seed).map {
        MetricDetail.Interval(
          method: method, estimate: $0, refusal: method.isRefusedAsGate(differences))
      }
    }
    smallestP = SignFlipTest.smallestP(differences)
    tests = Self.tests(differences, first.compactMap(\.mean), second.compactMap(\.mean), run.seed)
    // Differences that vary by rounding only have no scale to be measured on.
    if totals?.onlyValue == nil {
      let size = StandardizedDifference(differences.map(\.value))
      standardizedDifference = size?.value
      hedgesG = size?.corrected
      let effect = DesignEffect(differences)
      intraclassCorrelation = effect?.intraclassCorrelation
      designEffect = effect?.value
    }
    let shared = zip(first, second).filter { $0.count > 0 && $1.count > 0 }
    let components = VarianceComponents(
      shared.compactMap { VarianceComponents.Pair($0.moments, $1.moments) })
    transcriptVariance = components?.transcript
    baselineVariance = components?.first
    challengerVariance = components?.second
    if role.bounds != nil, let old = shared.map(\.0).passes, let new = shared.map(\.1).passes {
      compareShares(old, new, differences)
    }
  }

  /// What can be said of one yes or no each only.
  private mutating func compareShares(
    _ first: [Bool], _ second: [Bool], _ differences: [PairedDifference]
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
    _ differences: [PairedDifference], _ first: [Double], _ second: [Double], _ seed: UInt64
  ) -> [MetricDetail.Test] {
    [
      MetricDetail.Test(kind: .signFlip, p: SignFlipTest.p(differences, seed: seed)),
      MetricDetail.Test(.clusteredT, TTest.clustered(differences)),
      MetricDetail.Test(.pairedT, TTest.paired(differences.map(\.value))),
      MetricDetail.Test(.welchT, TTest.welch(first, second)),
      MetricDetail.Test(ranksOf: differences.map(\.value)),
    ]
  }
}

extension MetricDetail.Test {
  fileprivate init(_ kind: Kind, _ test: TTest?) {
    self.init(
      kind: kind, statistic: test?.statistic, degreesOfFreedom: test?.degreesOfFreedom, p: test?.p)
  }

  /// Wilcoxon's test, where it does not take too long.
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
  /// Whether each mean is 1; nil when there is none, or one is neither 0 nor 1.
  fileprivate var passes: [Bool]? {
    let means = compactMap(\.mean)
    let isBinary = means.allSatisfy {
      abs($0) <= ClusterTotals.tolerance || abs($0 - 1) <= ClusterTotals.tolerance
    }
    return isBinary && !means.isEmpty ? means.map { $0 > 0.5 } : nil
  }
}
