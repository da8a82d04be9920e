package import EvalStatistics
import PromptEvals

extension EvalExport {
  /// The summary for a reviewer of a pull request.
  var markdown: String {
    let run = report.run
    var lines = ["### \(Self.plain(run.suite)): \(headline)", "", Self.plain(run.question), ""]
    lines += report.verdicts.map { "**\(Self.plain($0.text))**" }
    lines += report.gateFindings.map { finding in
      "- \(Self.mark(finding.outcome)) \(Self.plain(finding.text))"
    }
    lines.append("")
    lines += table + [""]
    if !report.pairwise.isEmpty { lines += pairwise + [""] }
    lines += report.caveats.map { "> \(Self.plain($0))" }
    lines += [
      "",
      "<sub>run \(Self.plain(run.id)), \(Self.plain(run.design.models.joined(separator: ", ")))</sub>",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    switch report.gateOutcome {
    case nil: "results"
    case .passed?: "✅ passed"
    case .failed?: "❌ failed"
    case .inconclusive?: "❔ not decided"
    }
  }

  private static func mark(_ outcome: EvalReport.GateOutcome) -> String {
    switch outcome {
    case .passed: "✅"
    case .failed: "❌"
    case .inconclusive: "❔"
    }
  }

  private var table: [String] {
    let challengers = report.run.design.challengers
    var titles = ["metric"] + report.sides.map(\.id)
    titles += challengers.flatMap { ["\($0.id) − \(report.run.design.baseline)", "p adj."] }
    let faults =
      [("grader errors", \.errors), ("no verdict", \.inconclusive)]
      .filter { _, counts in report.sides.contains { $0[keyPath: counts].contains { $0 > 0 } } }
      as [(String, KeyPath<EvalReport.SideReport, [Int]>)]
    titles += faults.map(\.0)
    // A grader that failed every time has no values, but is worth reporting.
    let metrics = report.metrics.filter { $0.role.kind == .grader || !$0.values.isEmpty }
    return Self.table(
      titles,
      rows: metrics.map { metric in
        [Self.plain(metric.role.id)]
          + report.sides.map { side in
            metric.values[side.id].map { metric.role.text($0.estimate.value) } ?? "–"
          } + challengers.flatMap { Self.cells(of: metric, challenger: $0.id) }
          + faults.map { self.count($0.1, of: metric.role) }
      })
  }

  /// Returns the cells of the difference and its adjusted p.
  ///
  /// A difference without an adjusted p was not tested, so it is not emphasised.
  private static func cells(of metric: EvalReport.MetricReport, challenger: String) -> [String] {
    guard let comparison = metric.comparisons[challenger] else { return ["–", "–"] }
    let difference = metric.role.difference(comparison.difference)
    return [
      comparison.isShown ? "**\(difference)**" : difference,
      Figures.probability(comparison.adjustedP),
    ]
  }

  /// Returns the number of unusable verdicts of a grader by side: `v1 2, v2 13`.
  private func count(
    _ counts: KeyPath<EvalReport.SideReport, [Int]>, of role: EvalMetricRole
  ) -> String {
    report.sides.compactMap { side in
      let count = side.count(counts, of: role)
      return count > 0 ? "\(Self.plain(side.id)) \(count)" : nil
    }.joined(separator: ", ")
  }

  private var pairwise: [String] {
    Self.table(
      ["side by side", "challenger", "wins", "ties", "losses", "errors", "share of wins"],
      rows: report.pairwise.map { judged in
        let interval = judged.rate?.interval.map {
          " [\(Figures.percent($0.lowerBound)), \(Figures.percent($0.upperBound))]"
        }
        return [
          Self.plain(judged.judge), Self.plain(judged.challenger), String(judged.wins),
          String(judged.ties), String(judged.losses), String(judged.errors),
          judged.rate.map { Figures.percent($0.value) + (interval ?? "") } ?? "–",
        ]
      })
  }

  /// Returns a table whose first column is text and whose others are numbers; cells are Markdown already.
  private static func table(_ titles: [String], rows: [[String]]) -> [String] {
    [
      "| \(titles.map(plain).joined(separator: " | ")) |",
      "|---|" + titles.dropFirst().map { _ in "---:|" }.joined(),
    ] + rows.map { "| \($0.joined(separator: " | ")) |" }
  }

  /// Escapes text for a cell of a Markdown table.
  private static func plain(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r": result.append(" ")
      case "\\", "|", "<", "*", "`", "[":
        result.append("\\")
        result.append(scalar)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension EvalReport.SideReport {
  /// Returns one of the counts by grader for a metric; 0 for a metric that is not a grader's.
  func count(_ counts: KeyPath<Self, [Int]>, of role: EvalMetricRole) -> Int {
    role.grader.flatMap {
      self[keyPath: counts].indices.contains($0) ? self[keyPath: counts][$0] : nil
    } ?? 0
  }
}

extension EvalMetricRole {
  /// Formats a value in the metric's own unit: `66.7 %`, `1.2 s`, `$0.0034`.
  package func text(_ value: Double) -> String {
    switch kind {
    case .grader, .overall, .passed: Figures.percent(value)
    case .seconds: "\(Figures.decimal(value, places: 2)) s"
    case .dollars: Figures.dollars(value)
    }
  }

  /// Formats a difference in the metric's own unit, with its sign.
  package func signed(_ value: Double) -> String {
    switch kind {
    case .grader, .overall, .passed: Figures.points(value)
    case .seconds: Figures.signed(value, decimals: 2)
    case .dollars: Figures.signed(value, decimals: 5)
    }
  }

  /// Formats an interval of differences in the metric's own unit.
  package func interval(_ interval: ClosedRange<Double>) -> String {
    "[\(signed(interval.lowerBound)), \(signed(interval.upperBound))]"
  }

  /// Formats a difference with its interval, if it has one.
  package func difference(_ estimate: Estimate) -> String {
    signed(estimate.value) + (estimate.interval.map { " \(interval($0))" } ?? "")
  }
}
