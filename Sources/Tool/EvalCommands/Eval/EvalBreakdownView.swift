import CommandLineSupport
import EvalStatistics
import PromptEvals

/// A text about where differences live: the figures of metrics by group.
struct EvalBreakdownView {
  let report: EvalReport
  let breakdowns: [Breakdown]
  /// The width of the terminal; nil for unlimited lines.
  var width = Terminal.columns

  var text: String {
    let run = report.run
    // In the order of evidence, like the report's own table.
    let ordered = report.order().compactMap { metric in
      breakdowns.first { $0.metric == metric.role.id }.map { (metric.role, $0) }
    }
    let isSame = ordered.filter { !$0.1.groups.contains(where: \.differs) }
    // A metric that was asked for alone is shown whatever it holds.
    let leavesOut = ordered.count > 1 && !run.design.challengers.isEmpty
    let shown = ordered.filter { item in !leavesOut || item.1.groups.contains(where: \.differs) }
    var lines = [
      run.suite.inked(.bold) + (run.question.isEmpty ? "" : "  \(run.question)"),
      Breakdown.caution.inked(.dim),
    ]
    for (role, breakdown) in shown {
      lines += ["", role.title.inked(.bold) + " by \(breakdown.dimension.rawValue)"]
      lines += table(role, breakdown).lines(within: width)
      if breakdown.omitted > 0 {
        lines.append(
          "and \(Figures.count(breakdown.omitted)) more with smaller differences".inked(.dim))
      }
    }
    if leavesOut, !isSame.isEmpty {
      let names = isSame.map(\.0.title).joined(separator: ", ")
      lines += ["", "without a difference in any group: \(names)".inked(.dim)]
    }
    return (lines + [""]).joined(separator: "\n").printableInColour
  }

  private func table(_ role: EvalMetricRole, _ breakdown: Breakdown) -> TextTable {
    let run = report.run
    let challengers = run.design.challengers.map(\.id)
    var columns: [(String, TextTable.Alignment)] = [
      (breakdown.dimension.rawValue, .left), ("\(run.design.replay.unit)s", .right),
      ("clusters", .right),
    ]
    columns += report.sides.map { ($0.id, .right) }
    for challenger in challengers {
      columns += [("\(challenger) − \(run.design.baseline)", .right), ("95 % interval", .right)]
    }
    var table = TextTable(columns, shrinkable: [breakdown.dimension.rawValue: 14])
    for group in breakdown.groups {
      var cells = [group.name, String(group.transcripts), String(group.clusters)]
      cells += report.sides.map { group.values[$0.id].map { role.text($0.value) } ?? "–" }
      for challenger in challengers {
        let difference = group.differences[challenger]
        cells += [
          difference.map { role.signed($0.value) } ?? "–",
          difference?.interval.map { role.interval($0) }
            ?? (difference == nil ? "–" : "too few clusters"),
        ]
      }
      table.add(cells)
    }
    return table
  }
}

extension Breakdown.Group {
  /// Whether a challenger differs from the baseline at all.
  fileprivate var differs: Bool { differences.values.contains { abs($0.value) > 1e-9 } }
}
