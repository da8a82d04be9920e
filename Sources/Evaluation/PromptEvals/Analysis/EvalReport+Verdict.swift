import EvalStatistics
import LanguageModels

extension EvalReport {
  /// The finding on one challenger.
  public struct Verdict: Sendable, Hashable {
    /// The ID of the challenger.
    public var challenger: String
    /// The finding in one line: on which graders the challenger is better or worse, or that no difference is
    /// shown.
    public var text: String
  }

  /// The findings on all challengers, in the suite's order.
  public var verdicts: [Verdict] {
    run.design.challengers.map { Verdict(challenger: $0.id, text: verdict(on: $0.id)) }
  }

  /// The findings on all challengers, one per line, or that there is nothing to compare.
  public var verdict: String {
    run.design.challengers.isEmpty
      ? "One version only: nothing to compare." : verdicts.map(\.text).joined(separator: "\n")
  }

  /// Whether all variants are the same texts. Two runs, whose sides are compared, may have graded different ones.
  var isSameText: Bool {
    run.design.replay == .recorded && sidesOnTrial.count == run.design.variants.count
  }

  private func verdict(on challenger: String) -> String {
    let pairs = pairwise.filter { $0.challenger == challenger }.compactMap {
      $0.verdict(against: run.design.baseline)
    }
    return ([gradedVerdict(on: challenger)] + pairs).joined(separator: " ")
  }

  private func gradedVerdict(on challenger: String) -> String {
    let baseline = run.design.baseline
    if isSameText {
      return
        "\(baseline) and \(challenger) are the same texts, as they were written (replay: recorded): nothing is"
        + " compared."
    }
    let tested = metrics.filter { $0.comparisons[challenger]?.adjustedP != nil }
    let comparisons = tested.compactMap { $0.comparisons[challenger] }
    guard !tested.isEmpty else {
      return "No grader was tested between \(baseline) and \(challenger)\(untested(challenger))."
    }
    let shown = tested.filter { $0.comparisons[challenger]?.isShown ?? false }
    let basis = basis(of: comparisons)
    guard !shown.isEmpty else {
      // Holm's adjustment compares the smallest p with the level divided by the number of comparisons.
      let asked = comparisons.count { $0.canShow }
      let smallestP = comparisons.compactMap(\.smallestP).min() ?? 1
      let clusters = comparisons.map(\.difference.clusters).max() ?? 0
      if clusters > 1, smallestP * Double(max(1, asked)) >= 0.05,
        comparisons.contains(where: { ($0.smallestP ?? 1) < 1 })
      {
        return
          "No difference could be shown between \(baseline) and \(challenger), regardless of the data: too few"
          + " clusters differ (\(basis))\(untested(challenger))."
      }
      return
        "No difference shown between \(baseline) and \(challenger) (\(basis))\(untested(challenger))."
    }
    let value = { (metric: MetricReport) in metric.comparisons[challenger]?.difference.value ?? 0 }
    let better = shown.filter { value($0) > 0 }
    let worse = shown.filter { value($0) < 0 }
    func list(_ metrics: [MetricReport]) -> String {
      metrics.map { "\($0.role.id) (\(Figures.points(value($0))))" }.joined(separator: ", ")
    }
    var findings: [String] = []
    if !better.isEmpty { findings.append("better on \(list(better))") }
    if !worse.isEmpty { findings.append("worse on \(list(worse))") }
    let rest = tested.count - shown.count
    let others =
      rest == 0
      ? ""
      : "; no difference shown on the other \(rest == 1 ? "grader" : "\(rest) graders")"
    return
      "\(challenger) is \(findings.joined(separator: " and ")) than \(baseline)\(others)"
      + " (\(basis))\(untested(challenger))."
  }

  private func basis(of comparisons: [MetricComparison]) -> String {
    let count = comparisons.map(\.difference.count).max() ?? 0
    let clusters = comparisons.map(\.difference.clusters).max() ?? 0
    let together = clusters < count ? " in \(clusters) clusters" : ""
    return "\(Figures.counted(count, run.design.replay.unit))\(together),"
      + " \(Figures.counted(comparisons.count, "grader")) tested, smallest adjusted p"
      + " \(Figures.probability(comparisons.compactMap(\.adjustedP).min()))"
  }

  /// Names the assertions, whose differences are not tested, and the graders that could not be compared.
  private func untested(_ challenger: String) -> String {
    let graders = metrics.filter { $0.role.kind == .grader }
    let assertions = graders.filter { $0.role.isAssertion }.compactMap { metric in
      metric.comparisons[challenger].map { comparison in
        "\(metric.role.id) \(metric.role.difference(comparison.difference))"
      }
    }
    let missing = graders.filter { !$0.role.isAssertion && $0.comparisons[challenger] == nil }
      .map(\.role.id)
    let parts = [
      assertions.isEmpty ? nil : "assertions are not tested: \(assertions.joined(separator: ", "))",
      missing.isEmpty ? nil : "nothing to compare on \(missing.joined(separator: ", "))",
    ].compactMap { $0 }
    return parts.isEmpty ? "" : "; \(parts.joined(separator: "; "))"
  }

  /// What readers need to know before they rely on the figures, one sentence each.
  public var caveats: [String] {
    var caveats: [String] = []
    for model in run.design.models {
      if let note = ModelIdentity.smallModelNote(for: model) { caveats.append(note) }
    }
    if !run.design.references.isEmpty {
      caveats.append(
        "Read the rates against the written transcripts beside them, graded in the same way.")
    }
    if let ending { caveats.append(ending) }
    // The sides of two runs may differ in more than their variants.
    for side in sidesOnTrial.count == run.design.variants.count ? run.repeatedVariants : [] {
      caveats.append(
        "\(side) and \(run.design.baseline) are the same prompt, model and settings: what differs is chance."
      )
    }
    for report in pairwise {
      guard let flips = report.flipRate?.value, flips > 0.5 else { continue }
      caveats.append(
        "The judge \(report.judge) changed its verdict with the order of the texts in \(Figures.percent(flips)) of"
          + " the pairs of \(report.challenger): it judges the order, not the texts.")
    }
    if !run.selection.isWhole {
      let part = run.selection.words(for: run.design.replay)
      caveats.append("This is a part of the suite: \(part).")
    }
    func total(_ count: (SideReport) -> Int) -> Int { sides.reduce(0) { $0 + count($1) } }
    let limited = total(\.limitedTurns)
    if limited > 0 {
      let all = total { $0.isReference ? 0 : $0.turns }
      caveats.append(
        "\(limited) of \(all) replies ended at the token limit and are graded as they are.")
    }
    let failed = sides.filter { $0.failedTurns > 0 }.map { "\($0.failedTurns) of \($0.id)" }
    if !failed.isEmpty {
      caveats.append(
        "Incomplete replies are not graded: \(failed.joined(separator: ", ")).")
    }
    for changed in changedGraders {
      caveats.append("The grader \(changed) had different settings in the two runs.")
    }
    let excluded = total(\.excluded.count)
    if excluded > 0 {
      caveats.append(
        "\(Figures.counted(excluded, "sample")) \(excluded == 1 ? "is" : "are") left out: the simulated person broke the role."
      )
    }
    for (place, grader) in run.design.graders.enumerated() {
      if let text = bySide(place, counts: \.errors) {
        caveats.append("The grader \(grader.id) failed on \(text).")
      }
      if let text = bySide(place, counts: \.inconclusive) {
        caveats.append("The grader \(grader.id) was undecided on \(text).")
      }
    }
    for metric in metrics {
      guard let count = metric.role.repeats else { continue }
      let cases = metric.values.values.map(\.repeatedCases).max() ?? 0
      let all = metric.values.values.map(\.estimate.count).max() ?? 0
      if cases < all {
        caveats.append(
          "pass^\(count) of \(metric.role.id) rests on the \(Figures.counted(cases, run.design.replay.unit)) with"
            + " \(count) samples.")
      }
    }
    return caveats
  }

  /// Describes how many verdicts of a grader are missing on each side; `nil` if none are.
  ///
  /// The sides are listed together, since a grader that fails more often on one side says nothing about the
  /// difference.
  private func bySide(_ grader: Int, counts: KeyPath<SideReport, [Int]>) -> String? {
    let sides = sides.filter { $0[keyPath: counts].indices.contains(grader) }
    guard sides.contains(where: { $0[keyPath: counts][grader] > 0 }) else { return nil }
    return sides.filter { !$0.isReference || $0[keyPath: counts][grader] > 0 }.map { side in
      let count = side[keyPath: counts][grader]
      return "\(Figures.counted(count, "verdict")) of \(side.id)"
    }.joined(separator: ", ")
  }

  private var ending: String? {
    let note = run.note.map { " (\($0))" } ?? ""
    switch run.status {
    case .complete: return nil
    case .decided: return "The run stopped early because its gate was decided\(note)."
    case .running, .budget, .interrupted, .failed:
      return "The run is not complete\(note): the figures cover the completed samples."
    }
  }
}
