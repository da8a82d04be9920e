/// How often a judge preferred a challenger to the baseline.
public struct PairwiseReport: Sendable, Hashable {
  /// The judge's id.
  public var judge: String
  /// The challenger.
  public var challenger: String
  /// Pairs in which the challenger was better in both orders.
  public var wins = 0
  /// Pairs in which the baseline was.
  public var losses = 0
  /// Pairs without a winner; a choice that followed the order is one.
  public var ties = 0
  /// Pairs that could not be judged.
  public var errors = 0
  /// The share of wins, a tie as half, over transcripts with its interval; nil when nothing was judged.
  public var rate: Estimate?
  /// The share of pairs whose choice changed with the order; nil when nothing was judged.
  public var flipRate: Estimate?
  /// How often what was shown first was chosen, ties aside: .5 without a bias; nil when nothing was chosen.
  public var firstRate: Estimate?
  /// Krippendorff's α between the models of a jury; nil for one model, or when it is not defined.
  public var agreement: Estimate?

  static func all(_ verdicts: [PairwiseVerdict], _ table: ScoreTable, _ run: EvalRun)
    -> [PairwiseReport]
  {
    let verdicts = verdicts.filter { verdict in
      var baseline = verdict.sample
      baseline.side = run.baseline
      return !table.spoilt.contains(verdict.sample) && !table.spoilt.contains(baseline)
    }
    let judges = verdicts.map(\.judge).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let clusters = zip(table.transcripts, table.clusters).reduce(into: [String: String]()) {
      $0[$1.0] = $1.1
    }
    return judges.flatMap { judge in
      run.challengers.compactMap { challenger in
        let own = verdicts.filter { $0.judge == judge && $0.sample.side == challenger.id }
        return own.isEmpty
          ? nil : PairwiseReport(judge, challenger.id, own, clusters: clusters, seed: run.seed)
      }
    }
  }

  private init(
    _ judge: String, _ challenger: String, _ verdicts: [PairwiseVerdict],
    clusters: [String: String], seed: UInt64
  ) {
    self.judge = judge
    self.challenger = challenger
    wins = verdicts.count { $0.outcome == .win }
    losses = verdicts.count { $0.outcome == .loss }
    ties = verdicts.count { $0.outcome == .tie }
    errors = verdicts.count { $0.outcome == .error }
    let judgements = verdicts.compactMap { verdict in
      verdict.judgement(cluster: clusters[verdict.sample.transcript] ?? verdict.sample.transcript)
    }
    guard let summary = WinRate(judgements, seed: seed) else { return }
    rate = summary.rate
    flipRate = summary.flipRate
    firstRate = summary.firstPositionRate
    agreement = Self.agreement(verdicts, clusters: clusters, seed: seed)
  }

  /// The models of a jury as raters of the same pairs.
  private static func agreement(
    _ verdicts: [PairwiseVerdict], clusters: [String: String], seed: UInt64
  ) -> Estimate? {
    let models = Set(verdicts.map(\.model)).sorted()
    guard models.count > 1 else { return nil }
    let pairs = Dictionary(grouping: verdicts, by: \.sample)
      .sorted { $0.key.description < $1.key.description }
    let ratings = pairs.map { _, verdicts in
      models.map { model in
        verdicts.first { $0.model == model }?.judgement(cluster: "")?.outcome.rawValue
      }
    }
    return KrippendorffAlpha.estimate(
      ratings, scale: .ordinal,
      clusters: pairs.map { clusters[$0.key.transcript] ?? $0.key.transcript }, seed: seed)
  }
}

extension PairwiseVerdict {
  /// The verdict as statistics take it; nil when the judge failed.
  fileprivate func judgement(cluster: String) -> SwappedJudgement? {
    guard let challengerFirst, let baselineFirst else { return nil }
    return SwappedJudgement(
      candidateFirst: challengerFirst.preference, candidateSecond: baselineFirst.preference,
      cluster: cluster)
  }
}

extension PairwiseVerdict.Choice {
  fileprivate var preference: SwappedJudgement.Preference {
    switch self {
    case .first: .first
    case .second: .second
    case .tie: .tie
    }
  }
}
