extension EvalExport {
  /// What a reviewer of a pull request needs to know.
  var markdown: String {
    let run = report.run
    var lines = ["### \(Self.plain(run.suite)): \(headline)", "", Self.plain(run.question), ""]
    lines += report.verdicts.map { "**\(Self.plain($0.text))**" }
    lines += report.gateFindings.map { finding in
      "- \(Self.mark(finding.outcome)) \(Self.plain(finding.text))"
    }
    lines.append("")
    lines += table
    lines.append("")
    lines += report.caveats.map { "> \(Self.plain($0))" }
    lines += [
      "", "<sub>run \(Self.plain(run.id)), \(Self.plain(run.models.joined(separator: ", ")))</sub>",
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
    let sides = report.sides
    let challengers = report.run.challengers
    let titles =
      ["metric"] + sides.map(\.id)
      + challengers.flatMap { ["\($0.id) − \(report.run.baseline)", "p adj."] }
    var lines = [
      "| \(titles.map(Self.plain).joined(separator: " | ")) |",
      "|---|" + titles.dropFirst().map { _ in "---:|" }.joined(),
    ]
    for metric in report.metrics where !metric.values.isEmpty {
      var cells = [Self.plain(metric.role.id)]
      cells += sides.map { metric.values[$0.id].map { metric.role.text($0.estimate.value) } ?? "–" }
      for challenger in challengers {
        guard let comparison = metric.comparisons[challenger.id] else {
          cells += ["–", "–"]
          continue
        }
        let difference = metric.role.difference(comparison.difference)
        cells.append(comparison.isShown ? "**\(difference)**" : difference)
        cells.append(Figures.probability(comparison.adjustedP ?? comparison.p))
      }
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines
  }

  /// Text without what Markdown or a table would make something of.
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

extension EvalMetricRole {
  /// A value in the metric's own unit: `66.7 %`, `1.2 s`, `$0.0034`.
  package func text(_ value: Double) -> String {
    switch kind {
    case .grader, .overall, .passed: Figures.percent(value)
    case .seconds: "\(Figures.decimal(value, 2)) s"
    case .dollars: Figures.dollars(value)
    }
  }

  /// A difference in the metric's own unit, with its sign.
  package func signed(_ value: Double) -> String {
    switch kind {
    case .grader, .overall, .passed: Figures.points(value)
    case .seconds: (value < 0 ? "−" : "+") + Figures.decimal(abs(value), 2)
    case .dollars: (value < 0 ? "−" : "+") + Figures.decimal(abs(value), 5)
    }
  }

  /// An interval of differences in the metric's own unit.
  package func interval(_ interval: ClosedRange<Double>) -> String {
    "[\(signed(interval.lowerBound)), \(signed(interval.upperBound))]"
  }

  /// A difference with its interval.
  package func difference(_ estimate: Estimate) -> String {
    signed(estimate.value) + (estimate.interval.map { " \(interval($0))" } ?? "")
  }
}
