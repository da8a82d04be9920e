public import EvalStatistics

/// How often a judge preferred a challenger to the baseline.
public struct PairwiseReport: Sendable, Hashable {
  /// The ID of the judge.
  public var judge: String
  /// The ID of the challenger.
  public var challenger: String
  /// The number of pairs in which the challenger is better in both orders; of a jury, according to more than
  /// half of the models with a verdict.
  ///
  /// Every sample is a pair here. Pairs that are not independent of each other are one observation of ``rate``.
  public var wins = 0
  /// The number of pairs in which the baseline is better, likewise.
  public var losses = 0
  /// The number of pairs without a winner: the judge preferred neither or followed the order, or a jury was
  /// divided.
  public var ties = 0
  /// The number of pairs that no model could judge.
  public var errors = 0
  /// The share of wins, with a tie as half a win: the mean over observations of the mean over their pairs, with
  /// its interval; `nil` if nothing was judged.
  ///
  /// An observation is a transcript with all of its samples, or several transcripts that send the same requests.
  public var rate: Estimate?
  /// The share of verdicts that changed with the order, as a mean over observations; `nil` if nothing was
  /// judged.
  public var flipRate: Estimate?
  /// The share of choices for the text that was shown first, without ties, as a mean over observations: 0.5
  /// without a position bias; `nil` if nothing was chosen.
  public var firstRate: Estimate?
  /// Krippendorff's α between the models of a jury; `nil` for a single model, or if undefined.
  public var agreement: Estimate?

  static func all(from verdicts: [PairwiseVerdict], table: ScoreTable, run: EvalRun)
    -> [PairwiseReport]
  {
    let verdicts = verdicts.filter { verdict in
      var baseline = verdict.sample
      baseline.side = run.design.baseline
      return !table.excluded.contains(verdict.sample) && !table.excluded.contains(baseline)
    }
    let judges = verdicts.map(\.judge).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let clusters = zip(table.transcripts, table.clusters).reduce(into: [String: String]()) {
      $0[$1.0] = $1.1
    }
    let owners = table.owners
    return judges.flatMap { judge in
      run.design.challengers.compactMap { challenger in
        let own = verdicts.filter { $0.judge == judge && $0.sample.side == challenger.id }
        return own.isEmpty
          ? nil
          : PairwiseReport(
            judge: judge, challenger: challenger.id,
            pairs: PairObservations(own, owners: owners), clusters: clusters,
            seed: run.design.seed)
      }
    }
  }

  private init(
    judge: String, challenger: String, pairs observed: PairObservations,
    clusters: [String: String], seed: UInt64
  ) {
    self.judge = judge
    self.challenger = challenger
    for pair in observed.pairs {
      switch pair.outcome {
      case .win: wins += 1
      case .loss: losses += 1
      case .tie: ties += 1
      case .error: errors += 1
      }
    }
    func mean(_ value: ([[PairwiseVerdict]]) -> Double?) -> Estimate? {
      let members = observed.observations.compactMap { observation in
        value(observation.pairs).map {
          PairedDifference(
            value: $0, cluster: clusters[observation.transcript] ?? observation.transcript)
        }
      }
      return Estimate.mean(of: members, within: 0...1)
    }
    rate = mean { pairs in Moments(pairs.compactMap(\.outcome.score))?.mean }
    flipRate = mean { pairs in
      Moments(pairs.joined().compactMap(\.isFlipped).map { $0 ? 1 : 0 })?.mean
    }
    firstRate = mean { pairs in
      let choices = pairs.joined().filter { $0.outcome != .error }
        .flatMap { [$0.baselineFirst, $0.challengerFirst] }.filter { $0 != .tie }
      return Moments(choices.map { $0 == .first ? 1 : 0 })?.mean
    }
    agreement = Self.agreement(observed, clusters: clusters, seed: seed)
  }

  /// The finding in one sentence; `nil` if nothing was judged.
  func verdict(against baseline: String) -> String? {
    guard let rate else { return nil }
    let shown = rate.interval.map { !$0.contains(0.5) } ?? false
    let preferred =
      shown ? "prefers \(rate.value > 0.5 ? challenger : baseline)" : "shows no preference"
    let interval = rate.interval.map { " \(Figures.percent($0))" } ?? ""
    let judged = wins + losses + ties
    let basis =
      judged == rate.count
      ? ""
      : " (\(Figures.counted(judged, "pair")), \(Figures.counted(rate.count, "observation")))"
    return
      "In pairs, \(judge) \(preferred): \(challenger) wins \(Figures.percent(rate.value))\(interval)\(basis)."
  }

  /// Computes the agreement of a jury's models, as raters of the same pairs.
  private static func agreement(
    _ observed: PairObservations, clusters: [String: String], seed: UInt64
  ) -> Estimate? {
    let pairs = observed.pairs
    let models = Set(pairs.joined().map(\.model)).sorted()
    guard models.count > 1 else { return nil }
    let ratings = pairs.map { verdicts in
      models.map { model in verdicts.first { $0.model == model }?.outcome.score }
    }
    return KrippendorffAlpha.estimate(
      ratings, scale: .ordinal,
      clusters: observed.observations.flatMap { observation in
        observation.pairs.map { _ in clusters[observation.transcript] ?? observation.transcript }
      },
      seed: seed)
  }
}
