public import EvalStatistics

extension EvalReport {
  /// Two references compared on one metric, in a run that grades conversations as they were written.
  public struct ReferenceComparison: Sendable, Hashable {
    /// The ID of the metric.
    public var metric: String
    /// The ID of the reference that is subtracted.
    public var first: String
    /// The ID of the other reference.
    public var second: String
    /// Whether the difference rests on the transcripts that both have: false if these are few or none.
    public var isPaired: Bool
    /// The difference, second minus first, with its interval.
    public var difference: Estimate
    /// The p-value of the sign-flip test or of ``UnpairedDifference``; `nil` if undefined.
    public var p: Double?
    /// The p-value after Holm's adjustment among all pairs and graders; `nil` for other metrics.
    public var adjustedP: Double?
  }

  /// Compares each reference with those before it, if the run grades what was written; otherwise empty.
  ///
  /// In such a run all variants are the same texts, so that references are all there is to compare.
  static func referenceComparisons(_ table: ScoreTable, run: EvalRun) -> [ReferenceComparison] {
    guard run.design.replay == .recorded else { return [] }
    let references = run.design.references.filter { (table.side($0)?.samples ?? 0) > 0 }
    var comparisons: [ReferenceComparison] = []
    var isTested: [Bool] = []
    for (index, second) in references.enumerated() {
      for first in references[..<index] {
        for (place, role) in table.metrics.enumerated() where role.bounds != nil {
          guard
            let comparison = ReferenceComparison(
              table, place: place, first: first, second: second, seed: run.design.seed)
          else { continue }
          comparisons.append(comparison)
          isTested.append(role.kind == .grader && !role.isAssertion)
        }
      }
    }
    let adjusted = HolmAdjustment.adjust(
      zip(comparisons, isTested).map { $1 ? $0.p : nil })
    for (index, p) in adjusted.enumerated() { comparisons[index].adjustedP = p }
    return comparisons
  }

  /// What readers need to know about differences of sides with few or no transcripts in common, one sentence each; empty if
  /// all differences are paired.
  var unpairedCaveats: [String] {
    let challengers = run.design.challengers.map(\.id).filter { challenger in
      metrics.contains { $0.comparisons[challenger].map { !$0.isPaired } ?? false }
    }
    let sentences = challengers.map { challenger in
      "\(run.design.baseline) and \(challenger) have"
        + " \(common(run.design.baseline, challenger)): \(unpairedMethod)"
    }
    return sentences + referenceSentences
  }

  /// How many transcripts two sides have in common that are not compared one by one.
  private func common(_ first: String, _ second: String) -> String {
    let unit = run.design.replay.unit
    let count = subjects.count { $0.scores[first] != nil && $0.scores[second] != nil }
    return count == 0
      ? "no \(unit) in common"
      : "only \(Figures.counted(count, unit)) in common, fewer than half of the smaller side's"
  }

  /// The sentence that says how an unpaired difference is computed, and that it is weaker.
  private var unpairedMethod: String {
    let unit = run.design.replay.unit
    return
      "the difference is unpaired (Welch's t test on clusters; the score test of Miettinen and Nurminen for rates of"
      + " independent \(unit)s). It also varies with how hard the \(unit)s of each side happen to be, so it shows"
      + " less than a paired comparison of as many \(unit)s, and it is fair only if both sides got comparable ones."
  }

  /// The differences of references, one sentence for each pair.
  private var referenceSentences: [String] {
    let unit = run.design.replay.unit
    var pairs: [[String]] = []
    for comparison in referenceComparisons
    where !pairs.contains([comparison.first, comparison.second]) {
      pairs.append([comparison.first, comparison.second])
    }
    return pairs.map { pair in
      let own = referenceComparisons.filter { [$0.first, $0.second] == pair }
      let figures = own.map { comparison in
        let p = comparison.adjustedP.map { ", p adj. \(Figures.probability($0))" } ?? ""
        return
          "\(comparison.metric) \(Figures.points(comparison.difference.value))"
          + " \(Figures.interval(comparison.difference.interval))\(p)"
      }
      let isPaired = own.contains(where: \.isPaired)
      let count = own.map(\.difference.count).max() ?? 0
      let method =
        isPaired
        ? "Both on the \(Figures.counted(count, unit)) that they have in common."
        : "\(Figures.counted(count, unit)) on both sides together. They have"
          + " \(common(pair[0], pair[1])): \(unpairedMethod)"
      return "\(pair[1]) minus \(pair[0]): \(figures.joined(separator: "; ")). \(method)"
    }
  }
}

extension EvalReport.ReferenceComparison {
  /// `nil` if a reference has no score on the metric.
  fileprivate init?(
    _ table: ScoreTable, place: Int, first: String, second: String, seed: UInt64
  ) {
    metric = table.metrics[place].id
    self.first = first
    self.second = second
    isPaired = table.isPaired(first, second)
    if isPaired {
      let differences = table.differences(place, from: first, to: second)
      guard let difference = Estimate.difference(of: differences, within: -1...1) else {
        return nil
      }
      self.difference = difference
      p = SignFlipTest.p(differences, seed: seed)
    } else {
      guard
        let unpaired = UnpairedDifference(
          first: table.members(place, of: first), second: table.members(place, of: second),
          within: table.metrics[place].bounds)
      else { return nil }
      difference = unpaired.estimate
      p = unpaired.p
    }
  }
}
