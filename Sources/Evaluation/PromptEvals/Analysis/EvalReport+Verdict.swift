import EvalStatistics

extension EvalReport {
  /// The finding on one challenger.
  ///
  /// The terminal, the page and every export show these sentences.
  public struct Verdict: Sendable, Hashable {
    /// The direction of what is shown.
    public enum Tone: String, Sendable, Hashable {
      /// Better on at least one grader, and worse on none.
      case better
      /// Worse on at least one grader, and better on none.
      case worse
      /// Better on some graders, and worse on others.
      case mixed
      /// No difference is shown.
      case none
    }

    /// The ID of the challenger.
    public var challenger: String
    /// The direction of what is shown.
    public var tone: Tone
    /// The finding in a sentence: on which graders the challenger is better or worse, which difference comes close to being
    /// shown, or that none is.
    public var conclusion: String
    /// The data and the tests that it rests on, in a sentence; empty if nothing was tested.
    public var basis: String
    /// What limits the finding, what judges of pairs say, and what was not tested, one sentence each.
    public var notes: [String]

    /// All sentences in one line.
    public var text: String {
      ([conclusion, basis] + notes).filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// The findings on all challengers, in the suite's order.
  public var verdicts: [Verdict] { run.design.challengers.map { verdict(on: $0.id) } }

  /// The findings on all challengers, one per line, or that there is nothing to compare.
  public var verdict: String {
    run.design.challengers.isEmpty
      ? "One version only: nothing to compare." : verdicts.map(\.text).joined(separator: "\n")
  }

  /// Whether all variants are the same texts. Two runs, whose sides are compared, may have graded different ones.
  var isSameText: Bool {
    run.design.replay == .recorded && sidesOnTrial.count == run.design.variants.count
  }

  /// The number of tests for which p-values are adjusted: the graders and challengers that could show a difference at all.
  public var testedFamily: Int {
    tested.reduce(0) { sum, metric in
      sum + run.design.challengers.count { metric.comparisons[$0.id]?.canShow ?? false }
    }
  }

  /// The graders whose differences are tested.
  private var tested: [MetricReport] {
    metrics.filter { $0.role.kind == .grader && !$0.role.isAssertion }
  }

  private func verdict(on challenger: String) -> Verdict {
    let pairs = pairwise.filter { $0.challenger == challenger }.compactMap {
      $0.verdict(against: run.design.baseline)
    }
    var verdict = gradedVerdict(on: challenger)
    verdict.notes += pairs
    if verdict.basis.isEmpty, !isSameText, let first = pairs.first {
      // Judges of pairs are all there is.
      verdict.conclusion = first
      verdict.notes.removeFirst()
    }
    if !isSameText { verdict.notes += untested(challenger) }
    return verdict
  }

  private func gradedVerdict(on challenger: String) -> Verdict {
    var verdict = Verdict(
      challenger: challenger, tone: .none, conclusion: "", basis: "", notes: [])
    let baseline = run.design.baseline
    if isSameText {
      verdict.conclusion =
        "\(baseline) and \(challenger) are the same texts, as they were written (replay: recorded): nothing is"
        + " compared."
      return verdict
    }
    if let same = sameRequests(of: challenger) {
      verdict.conclusion = "\(same)."
      return verdict
    }
    let compared = order(for: challenger).filter { $0.comparisons[challenger]?.adjustedP != nil }
    guard !compared.isEmpty else {
      verdict.conclusion = "No grader was tested between \(baseline) and \(challenger)."
      return verdict
    }
    verdict.basis = basis(of: compared, challenger: challenger)
    let shown = compared.filter { $0.comparisons[challenger]?.isShown ?? false }
    let leading = compared.filter { $0.comparisons[challenger]?.isNearlyShown ?? false }
    if !shown.isEmpty {
      verdict.conclusion = conclusion(shown, of: compared.count, challenger: challenger)
      let isBetter = shown.contains { value(of: $0, challenger) > 0 }
      let isWorse = shown.contains { value(of: $0, challenger) < 0 }
      verdict.tone = isBetter ? (isWorse ? .mixed : .better) : .worse
      verdict.notes = shown.compactMap {
        concentration(of: $0, challenger, isNamed: shown.count > 1)
      }
    } else if let first = leading.first {
      verdict.conclusion = lead(first, others: Array(leading.dropFirst()), challenger: challenger)
      verdict.notes = [concentration(of: first, challenger, isNamed: false)].compactMap { $0 }
    } else {
      verdict.conclusion = noDifference(compared, challenger: challenger)
      verdict.notes = compared.prefix(1).compactMap {
        concentration(of: $0, challenger, isNamed: true)
      }
    }
    return verdict
  }

  private func value(of metric: MetricReport, _ challenger: String) -> Double {
    metric.comparisons[challenger]?.difference.value ?? 0
  }

  // MARK: Conclusions

  private func conclusion(
    _ shown: [MetricReport], of tested: Int, challenger: String
  ) -> String {
    func list(_ metrics: [MetricReport]) -> String {
      metrics.map { "\($0.role.id) (\(Figures.points(value(of: $0, challenger))))" }
        .joined(separator: ", ")
    }
    let better = shown.filter { value(of: $0, challenger) > 0 }
    let worse = shown.filter { value(of: $0, challenger) < 0 }
    let findings = [
      better.isEmpty ? nil : "better on \(list(better))",
      worse.isEmpty ? nil : "worse on \(list(worse))",
    ].compactMap { $0 }
    let rest = tested - shown.count
    let others =
      rest == 0
      ? "" : "; no difference shown on the other \(rest == 1 ? "grader" : "\(rest) graders")"
    return
      "\(challenger) is \(findings.joined(separator: " and ")) than \(run.design.baseline)\(others)."
  }

  /// A difference whose interval or own test speaks for it, and that is not shown after the adjustment.
  private func lead(
    _ metric: MetricReport, others: [MetricReport], challenger: String
  ) -> String {
    guard let comparison = metric.comparisons[challenger] else { return "" }
    let difference = comparison.difference
    let size = Figures.decimal(abs(difference.value) * 100, places: 1)
    let unit = run.design.replay.unit
    let family = max(1, testedFamily)
    let adjusted =
      family > 1 && comparison.canShow ? " after adjusting for \(family) tests" : ""
    let changes =
      "\(Figures.count(comparison.changed)) of \(Figures.counted(difference.count, unit))"
      + " \(difference.count == 1 ? "differs" : "differ"), "
    let more = comparison.transcriptsMissing(family: family).map {
      "; about \(Figures.count($0)) more \(unit)\($0 == 1 ? "" : "s") like these would decide"
    }
    let rest = others.map {
      "\($0.role.id) \(Figures.points(value(of: $0, challenger)))"
    }
    return
      "\(challenger) \(difference.value > 0 ? "leads" : "is behind") \(run.design.baseline) by \(size) on"
      + " \(metric.role.id) \(Figures.interval(difference.interval)), which is not shown yet:"
      + " \(comparison.changed > 0 ? changes : "")p \(Figures.probability(comparison.adjustedP))\(adjusted)"
      + "\(more ?? "")\(rest.isEmpty ? "" : "; likewise \(rest.joined(separator: ", "))")."
  }

  private func noDifference(_ compared: [MetricReport], challenger: String) -> String {
    let names = "\(run.design.baseline) and \(challenger)"
    let comparisons = compared.compactMap { $0.comparisons[challenger] }
    let clusters = comparisons.map(\.difference.clusters).max() ?? 0
    guard comparisons.allSatisfy(\.isPaired) else {
      return "No difference shown between \(names)\(largest(of: compared, challenger))."
    }
    guard clusters >= SignFlipTest.minimumClusters else {
      return
        "No difference between \(names) can be shown with \(Figures.counted(clusters, "cluster")) of"
        + " \(run.design.replay.unit)s: at least \(SignFlipTest.minimumClusters) have to differ"
        + "\(largest(of: compared, challenger))."
    }
    let differs = comparisons.contains {
      $0.changed > 0 || abs($0.difference.value) > ClusterTotals.tolerance
    }
    guard differs else {
      return "No difference shown between \(names): \(sameScores(of: compared, challenger))."
    }
    return "No difference shown between \(names)\(largest(of: compared, challenger))."
  }

  /// Says over which transcripts the scores are the same, as verdicts may be missing on a side.
  private func sameScores(of compared: [MetricReport], _ challenger: String) -> String {
    let unit = run.design.replay.unit
    let sides = [run.design.baseline, challenger]
    func scored(_ isMeant: (SubjectReport) -> Bool) -> Int {
      subjects.count { subject in
        let isAsked =
          run.design.references.isEmpty
          ? subject.samples > 0 : sides.contains { subject.scores[$0] != nil }
        return isAsked && isMeant(subject)
      }
    }
    let all = scored { _ in true }
    let common = compared.map { metric in
      (
        id: metric.role.id,
        count: scored { subject in
          sides.allSatisfy { subject.scores[$0]?[metric.role.id] != nil }
        }
      )
    }
    let isComplete = common.allSatisfy { $0.count == all }
    let hasMissing = metrics.contains {
      $0.role.kind == .grader && !$0.role.isAssertion && $0.comparisons[challenger] == nil
    }
    if isComplete, !hasMissing { return "every \(unit) has the same scores with both" }
    if let count = common.first?.count, common.allSatisfy({ $0.count == count }) {
      let names = common.map(\.id).joined(separator: ", ")
      let scores = hasMissing ? "scores of \(names)" : "scores"
      return isComplete
        ? "every \(unit) has the same \(scores) with both"
        : "\(Figures.count(count)) of \(Figures.counted(all, unit)) \(count == 1 ? "has" : "have") \(scores) with both,"
          + " and these are the same"
    }
    let counts = common.map { "\($0.id) on \(Figures.count($0.count))" }.joined(separator: ", ")
    return "the scores that both have are the same (\(counts) of \(Figures.counted(all, unit)))"
  }

  /// Names the largest difference, which a reader should see even if it may be chance; empty if there is none.
  private func largest(of compared: [MetricReport], _ challenger: String) -> String {
    let largest = compared.max {
      abs(value(of: $0, challenger)) < abs(value(of: $1, challenger))
    }
    guard let largest, let difference = largest.comparisons[challenger]?.difference,
      abs(difference.value) > ClusterTotals.tolerance
    else { return "" }
    return "; the largest is \(largest.role.difference(difference)) on \(largest.role.id)"
  }

  // MARK: What they rest on

  private func basis(of compared: [MetricReport], challenger: String) -> String {
    let comparisons = compared.compactMap { $0.comparisons[challenger] }
    let count = comparisons.map(\.difference.count).max() ?? 0
    let clusters = comparisons.map(\.difference.clusters).max() ?? 0
    let together = clusters < count ? " in \(Figures.counted(clusters, "cluster"))" : ""
    let data = "\(Figures.counted(count, run.design.replay.unit))\(together)"
    let able = comparisons.count { $0.canShow }
    let graders = Figures.counted(comparisons.count, "grader")
    guard able > 0 else {
      return
        "\(data); on \(comparisons.count == 1 ? "the grader" : "none of \(graders)")"
        + " \(comparisons.count == 1 ? "too few" : "enough") clusters differ to show a difference."
    }
    let family = testedFamily
    let adjusted =
      family == 1
      ? "the only test"
      : family == able
        ? "p adjusted for these \(family) tests"
        : "p adjusted for \(Figures.counted(family, "test")) over all versions"
    return
      "\(data); \(able) of \(graders) could show a difference, \(adjusted); smallest"
      + "\(family == 1 ? "" : " adjusted") p"
      + " \(Figures.probability(comparisons.filter(\.canShow).compactMap(\.adjustedP).min()))."
  }

  /// Says that a difference comes mostly from one cluster, and what is left without it.
  private func concentration(
    of metric: MetricReport, _ challenger: String, isNamed: Bool
  ) -> String? {
    guard let comparison = metric.comparisons[challenger], let leading = comparison.leadingCluster
    else { return nil }
    let what = isNamed ? "the difference on \(metric.role.id)" : "it"
    let changes =
      "\(Figures.count(leading.changed)) of \(Figures.counted(leading.allChanged, "change"))"
    guard !leading.isAll else {
      return "All of \(what) comes from cluster \(leading.cluster): \(changes)."
    }
    let rest = metric.role.difference(leading.rest)
    let turns =
      comparison.isShown && (leading.restP ?? 1) >= 0.05 ? ", which would show no difference" : ""
    return
      "Most of \(what) comes from cluster \(leading.cluster) (\(changes)); without it the difference is"
      + " \(rest)\(turns)."
  }

  /// Names the assertions, whose differences are not tested, and the graders that could not be compared.
  private func untested(_ challenger: String) -> [String] {
    let graders = metrics.filter { $0.role.kind == .grader }
    let assertions = graders.filter { $0.role.isAssertion }.compactMap { metric in
      metric.comparisons[challenger].map { comparison in
        "\(metric.role.id) \(metric.role.difference(comparison.difference))"
      }
    }
    let missing = graders.filter { !$0.role.isAssertion && $0.comparisons[challenger] == nil }
      .map(\.role.id)
    return [
      assertions.isEmpty
        ? nil : "Assertions are not tested: \(assertions.joined(separator: ", ")).",
      missing.isEmpty ? nil : "Nothing to compare on \(missing.joined(separator: ", ")).",
    ].compactMap { $0 }
  }
}

extension EvalReport.MetricComparison {
  /// Whether the interval without 0, or the test without its adjustment, speaks for a difference that is not shown.
  var isNearlyShown: Bool {
    guard !isShown, abs(difference.value) > ClusterTotals.tolerance else { return false }
    return (p.map { $0 < 0.05 } ?? false) || !(difference.interval?.contains(0) ?? true)
  }

  /// Estimates how many more transcripts would show the difference, if they differ like those that were compared.
  ///
  /// Two things limit a sign-flip test: how many clusters differ at all, and how large the difference is beside its standard
  /// error. `nil` if nothing differs.
  func transcriptsMissing(family: Int) -> Int? {
    guard let smallestP, smallestP < 1, difference.value != 0 else { return nil }
    // A comparison that becomes able to show something joins those that are adjusted for.
    let level = 0.05 / Double(max(1, canShow ? family : family + 1))
    // The smallest p of k clusters that differ is 2/2ᵏ.
    let differing = 1 - smallestP.exponent
    var wanted = 1
    while Double(sign: .plus, exponent: 1 - wanted, significand: 1) >= level { wanted += 1 }
    var factor = Double(wanted) / Double(max(1, differing))
    if let error = difference.standardError, error > 0,
      let quantile = NormalDistribution.upperQuantile(level / 2)
    {
      let ratio = quantile * error / abs(difference.value)
      factor = max(factor, ratio * ratio)
    }
    // The test that decides may be further from the level than the standard error suggests.
    if let p, p > 0, p < 1, let wanted = NormalDistribution.upperQuantile(level / 2),
      let found = NormalDistribution.upperQuantile(p / 2), found > 0
    {
      factor = max(factor, wanted * wanted / (found * found))
    }
    let needed = (Double(difference.count) * factor).rounded(.up)
    return max(1, Int(min(needed, 1e9)) - difference.count)
  }
}

extension SignFlipTest {
  /// The number of clusters that have to differ for a p-value below 5 %: with five it is at least 2/2⁵.
  fileprivate static let minimumClusters = 6
}
