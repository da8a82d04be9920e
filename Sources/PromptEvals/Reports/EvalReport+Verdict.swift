import LanguageModels

extension EvalReport {
  /// The finding in one line: what is better, or that no difference is shown.
  public var verdict: String {
    guard let first = run.variants.first?.id, let last = run.variants.last?.id, first != last else {
      return "One version only: nothing to compare."
    }
    let compared = rows.filter { $0.comparison != nil }
    let shown = compared.filter { $0.comparison?.isShown ?? false }
    let count = compared.compactMap { $0.comparison?.difference.count }.max() ?? 0
    let smallest = Figures.probability(compared.compactMap { $0.comparison?.adjustedP }.min())
    let basis =
      "\(count) transcript\(count == 1 ? "" : "s"), \(compared.count) graders, smallest adjusted p"
      + " \(smallest)"
    guard !shown.isEmpty else {
      return "No difference shown between \(first) and \(last) (\(basis))."
    }
    let better = shown.filter { ($0.comparison?.difference.value ?? 0) > 0 }
    let worse = shown.filter { ($0.comparison?.difference.value ?? 0) < 0 }
    var findings: [String] = []
    if !better.isEmpty { findings.append("better on \(Self.list(better))") }
    if !worse.isEmpty { findings.append("worse on \(Self.list(worse))") }
    let rest = compared.count - shown.count
    let others = rest == 0 ? "" : "; no difference shown on the other \(rest)"
    return "\(last) is \(findings.joined(separator: " and ")) than \(first)\(others) (\(basis))."
  }

  private static func list(_ rows: [Row]) -> String {
    rows.map { row in
      let points = row.comparison.map { Figures.points($0.difference.value) } ?? ""
      return "\(row.grader) (\(points))"
    }.joined(separator: ", ")
  }

  /// How a suite's gate was decided.
  public enum GateOutcome: Sendable, Hashable {
    /// The variant is at most the margin worse, with 97.5 % confidence.
    case passed
    /// It is more than the margin worse, with the same confidence.
    case failed
    /// The interval holds the margin: more transcripts are needed.
    case inconclusive
  }

  /// The gate's outcome; nil when the suite declares none.
  ///
  /// Lower end of the interval above -margin: passed; upper end below it: failed.
  public var gateOutcome: GateOutcome? {
    guard let gate = run.gate else { return nil }
    guard run.isComplete else { return .inconclusive }
    let comparison = rows.first { $0.grader == gate.grader }?.comparison
    guard let interval = comparison?.difference.interval else { return .inconclusive }
    if interval.lowerBound > -gate.margin { return .passed }
    return interval.upperBound < -gate.margin ? .failed : .inconclusive
  }

  /// What to know before believing the figures; one sentence each.
  public var caveats: [String] {
    var caveats: [String] = []
    if let note = ModelIdentity.smallModelNote(for: run.model) { caveats.append(note) }
    if !run.references.isEmpty {
      caveats.append(
        "Read the rates against the written transcripts beside them, graded in the same way.")
    }
    if !run.isComplete {
      caveats.append("The run was stopped before its end: the figures rest on what was complete.")
    }
    let limited = sides.reduce(0) { $0 + $1.limitedTurns }
    if limited > 0 {
      let all = sides.reduce(0) { $0 + ($1.isReference ? 0 : $1.turns) }
      caveats.append(
        "\(limited) of \(all) replies ended at the limit of tokens and are graded as they stand.")
    }
    let failed = sides.reduce(0) { $0 + $1.failedTurns }
    if failed > 0 {
      caveats.append(
        "\(failed) repl\(failed == 1 ? "y" : "ies") did not come whole and are not graded.")
    }
    return caveats
  }
}
