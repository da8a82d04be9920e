import EvalStatistics

extension EvalExport {
  /// The summary for a reviewer of a pull request.
  var markdown: String {
    let run = report.run
    var lines = ["### \(Self.plain(run.suite)): \(headline)", ""]
    if !run.question.isEmpty { lines += [Self.plain(run.question), ""] }
    for verdict in report.verdicts {
      let rest = ([verdict.basis] + verdict.notes).filter { !$0.isEmpty }.map(Self.plain)
      let conclusion = "**\(Self.plain(verdict.conclusion))**"
      lines += [([conclusion] + rest).joined(separator: " "), ""]
    }
    if report.verdicts.isEmpty { lines += [Self.plain(report.verdict), ""] }
    for finding in report.findings {
      lines.append("- \(Self.mark(finding.outcome)) \(Self.plain(finding.text))")
      lines += Self.samples(of: finding)
    }
    lines.append("")
    lines += table + [""]
    let perfect = report.orderedMetrics.perfect
    if !perfect.isEmpty {
      let names = perfect.map { Self.plain($0.role.title) }.joined(separator: ", ")
      lines += ["100 % on every side: \(names)", ""]
    }
    let costs = report.sides.compactMap { side in
      side.costs.map { "\(side.id) \(Figures.dollars($0.dollars))" }
    }
    if !costs.isEmpty {
      let price = run.design.price.map { ", at the price of \($0)" } ?? ""
      lines += ["Cost of the replies: \(Self.plain(costs.joined(separator: ", ") + price))", ""]
    }
    if let frontier = report.frontier { lines += Self.frontier(frontier) + [""] }
    if !run.caching.isEmpty { lines += caching + [""] }
    if !report.pairwise.isEmpty { lines += pairwise + [""] }
    lines += report.caveats.map { "> \(Self.plain($0))" }
    lines += [
      "",
      "<sub>run \(Self.plain(run.id)), \(run.design.method), \(Self.plain(run.design.models.joined(separator: ", ")))</sub>",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let mark = Self.mark(report.outcome)
    return switch report.outcome {
    case .informed: "results"
    case .passed: "\(mark) passed"
    case .failed: "\(mark) failed"
    case .inconclusive: "\(mark) not decided"
    case .error: "\(mark) error"
    }
  }

  private static func mark(_ outcome: EvalReport.Outcome) -> String {
    switch outcome {
    case .passed: "✅"
    case .failed: "❌"
    case .inconclusive: "❔"
    case .error: "⚠️"
    case .informed: "ℹ️"
    }
  }

  /// The samples that decided a finding, and what was found on the first.
  private static func samples(of finding: EvalReport.Finding) -> [String] {
    var lines: [String] = []
    if let example = finding.example, !finding.text.contains(example.text) {
      lines.append("  - first: \(plain(example.text))")
    }
    if let reply = finding.example?.reply {
      lines.append("  - the judge's reply: \(plain(String(reply.prefix(300))))")
    }
    guard let names = finding.samples.names else { return lines }
    return lines + ["  - samples: \(plain(names))"]
  }

  private var table: [String] {
    let challengers = report.run.design.challengers
    var titles = ["metric"] + report.sides.map(\.id)
    titles += challengers.flatMap { ["\($0.id) − \(report.run.design.baseline)", "p adj."] }
    let faults =
      [
        ("grader errors", \.errors), ("no verdict", \.inconclusive),
        ("not applicable", \.notApplicable),
      ]
      .filter { _, counts in report.sides.contains { $0[keyPath: counts].contains { $0 > 0 } } }
      as [(String, KeyPath<EvalReport.SideReport, [Int]>)]
    titles += faults.map(\.0)
    // A grader that failed every time has no values, but is worth reporting.
    return Self.table(
      titles,
      rows: report.orderedMetrics.seen.map { metric in
        [Self.plain(metric.role.title)]
          + report.sides.map { side in
            metric.shown(side.id).map { metric.role.text($0.value) } ?? "–"
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

  private static func frontier(_ frontier: Frontier) -> [String] {
    table(
      [
        "version", "model", "\(frontier.metric), 95 % interval", "cost of a sample, 95 % interval",
        "place",
      ],
      rows: frontier.points.map { point in
        let cells = [
          plain(point.side), plain(point.model),
          "\(Figures.percent(point.score.value))\(point.score.interval.map { " \(Figures.percent($0))" } ?? "")",
          point.dollars.dollars, plain(point.place),
        ]
        // Struck through, since Markdown has no grey.
        return point.dominatedBy == nil
          ? cells : cells.prefix(2).map { "~~\($0)~~" } + cells.dropFirst(2)
      })
  }

  private var caching: [String] {
    Self.table(
      ["expected in use, at list prices", "model", "read from cache", "cost of a conversation"],
      rows: report.run.caching.map { expected in
        [
          Self.plain(expected.side), Self.plain(expected.model),
          Figures.percent(expected.readShare), expected.dollars.map(Figures.dollars) ?? "–",
        ]
      })
  }

  private var pairwise: [String] {
    Self.table(
      ["side by side", "challenger", "wins", "ties", "losses", "errors", "share of wins"],
      rows: report.pairwise.map { judged in
        let interval = judged.rate?.interval.map {
          " \(Figures.percent($0))"
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
