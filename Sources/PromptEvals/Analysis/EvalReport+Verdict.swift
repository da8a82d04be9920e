import LanguageModels

extension EvalReport {
  /// What was found of one challenger.
  public struct Verdict: Sendable, Hashable {
    /// The challenger.
    public var challenger: String
    /// The finding in one line: what is better, or that no difference is shown.
    public var text: String
  }

  /// One finding a challenger.
  public var verdicts: [Verdict] {
    run.challengers.map { Verdict(challenger: $0.id, text: verdict(on: $0.id)) }
  }

  /// The findings, or that there is nothing to compare.
  public var verdict: String {
    run.challengers.isEmpty
      ? "One version only: nothing to compare." : verdicts.map(\.text).joined(separator: "\n")
  }

  private func verdict(on challenger: String) -> String {
    let baseline = run.baseline
    let graders = metrics.filter { $0.role.kind == .grader }
    let compared = graders.filter { $0.comparisons[challenger] != nil }
    let shown = compared.filter { $0.comparisons[challenger]?.isShown ?? false }
    let comparisons = compared.compactMap { $0.comparisons[challenger] }
    let count = comparisons.map(\.difference.count).max() ?? 0
    let clusters = comparisons.map(\.difference.clusters).max() ?? 0
    let smallest = Figures.probability(comparisons.compactMap(\.adjustedP).min())
    let together = clusters < count ? " in \(clusters) clusters" : ""
    let basis =
      "\(count) transcript\(count == 1 ? "" : "s")\(together), \(compared.count) graders, smallest"
      + " adjusted p \(smallest)"
    guard !shown.isEmpty else {
      return "No difference shown between \(baseline) and \(challenger) (\(basis))."
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
    let rest = compared.count - shown.count
    let others = rest == 0 ? "" : "; no difference shown on the other \(rest)"
    return
      "\(challenger) is \(findings.joined(separator: " and ")) than \(baseline)\(others) (\(basis))."
  }

  /// What to know before believing the figures; one sentence each.
  public var caveats: [String] {
    var caveats: [String] = []
    for model in run.models {
      if let note = ModelIdentity.smallModelNote(for: model) { caveats.append(note) }
    }
    if !run.references.isEmpty {
      caveats.append(
        "Read the rates against the written transcripts beside them, graded in the same way.")
    }
    if let ending { caveats.append(ending) }
    func total(_ count: (SideReport) -> Int) -> Int { sides.reduce(0) { $0 + count($1) } }
    let limited = total(\.limitedTurns)
    if limited > 0 {
      let all = total { $0.isReference ? 0 : $0.turns }
      caveats.append(
        "\(limited) of \(all) replies ended at the limit of tokens and are graded as they stand.")
    }
    let failed = total(\.failedTurns)
    if failed > 0 {
      caveats.append(
        "\(failed) repl\(failed == 1 ? "y" : "ies") did not come whole and are not graded.")
    }
    let spoilt = total(\.spoilt)
    if spoilt > 0 {
      caveats.append(
        "\(spoilt) sample\(spoilt == 1 ? " is" : "s are") left out: the simulated person fell out of their role."
      )
    }
    for metric in metrics {
      let errors = metric.values.values.reduce(0) { $0 + $1.errors }
      if errors > 0 {
        caveats.append(
          "The grader \(metric.role.id) failed \(errors) time\(errors == 1 ? "" : "s"); that counts for no side."
        )
      }
    }
    return caveats
  }

  private var ending: String? {
    let note = run.note.map { " (\($0))" } ?? ""
    switch run.status {
    case .complete: return nil
    case .decided: return "The run stopped early because its gate was decided\(note)."
    case .running, .budget, .interrupted, .failed:
      return "The run did not come to its end\(note): the figures rest on what was complete."
    }
  }
}
