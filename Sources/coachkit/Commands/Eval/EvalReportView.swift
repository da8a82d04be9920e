#if Evals
  import Conversations
  import PromptEvals

  /// A report as text.
  struct EvalReportView {
    let report: EvalReport

    var text: String {
      let run = report.run
      let models = run.models.joined(separator: ", ")
      var lines = [
        "\(run.suite)".inked(.bold) + "  \(run.question)",
        "\(run.replay.rawValue), model \(models), parameters \(JSONValue.object(run.parameters).text())"
          .inked(.dim), "",
      ]
      lines += metrics.lines + [""] + sides.lines
      if let price = run.price { lines.append("cost at the price of \(price)".inked(.dim)) }
      if !report.pairwise.isEmpty { lines += [""] + pairwise.lines }
      lines += ["", report.verdict.inked(.bold)]
      lines += report.caveats.map { "  \($0)".inked(.dim) }
      return (lines + [""]).joined(separator: "\n")
    }

    private var metrics: TextTable {
      let challengers = report.run.challengers.map(\.id)
      var columns: [(String, TextTable.Alignment)] = [("metric", .left)]
      columns += report.sides.map { ($0.id, .right) }
      for challenger in challengers {
        let name = challengers.count > 1 ? "\(challenger) − \(report.run.baseline)" : "difference"
        columns += [(name, .right), ("95 % interval", .right), ("n", .right), ("p adj.", .right)]
      }
      let hasErrors = report.metrics.contains { $0.values.values.contains { $0.errors > 0 } }
      let hasRepeats = report.metrics.contains { $0.role.repeats != nil }
      if hasRepeats { columns.append(("pass^k", .right)) }
      if hasErrors { columns.append(("errors", .right)) }
      var table = TextTable(columns)
      for metric in report.metrics where metric.role.kind == .grader || !metric.values.isEmpty {
        var cells = [metric.role.id]
        cells += report.sides.map { side in
          let text = metric.values[side.id].map { metric.role.text($0.estimate.value) } ?? "–"
          return side.isReference ? text.inked(.dim) : text
        }
        for challenger in challengers { cells += comparison(metric, challenger) }
        if hasRepeats {
          cells.append(
            metric.role.repeats == nil
              ? ""
              : report.sides.compactMap { metric.values[$0.id]?.repeats.map(Figures.percent) }
                .joined(separator: " "))
        }
        if hasErrors {
          let errors = metric.values.values.reduce(0) { $0 + $1.errors }
          cells.append(errors > 0 ? String(errors).inked(.yellow) : "")
        }
        table.add(cells)
      }
      return table
    }

    private func comparison(_ metric: EvalReport.MetricReport, _ challenger: String) -> [String] {
      guard let comparison = metric.comparisons[challenger] else { return ["–", "–", "–", "–"] }
      let difference = metric.role.signed(comparison.difference.value)
      let isShown = comparison.isShown && metric.role.kind == .grader
      return [
        isShown ? difference.inked(.bold) : difference,
        comparison.difference.interval.map { metric.role.interval($0) } ?? "–",
        String(comparison.difference.count),
        Figures.probability(comparison.adjustedP ?? comparison.p),
      ]
    }

    private var sides: TextTable {
      var table = TextTable([
        ("side", .left), ("samples", .right), ("messages", .right), ("not whole", .right),
        ("at limit", .right), ("tokens in", .right), ("cached", .right), ("tokens out", .right),
        ("cost", .right), ("judges", .right), ("first word", .right), ("whole reply", .right),
      ])
      for side in report.sides {
        table.add([
          side.id, String(side.samples), String(side.turns), String(side.failedTurns),
          String(side.limitedTurns), Figures.count(side.costs?.usage.input),
          Figures.count(side.costs?.usage.cachedInput), Figures.count(side.costs?.usage.output),
          side.costs.map { Figures.dollars($0.dollars) } ?? "–",
          side.overhead.calls > 0 ? Figures.dollars(side.overhead.dollars) : "–",
          time(side.firstContent), time(side.seconds),
        ])
      }
      return table
    }

    /// The middle and the 95th percentile; a dash where nothing was measured.
    private func time(_ percentiles: EvalReport.Percentiles?) -> String {
      percentiles.map { "\(Figures.decimal($0.median, 2)) / \(Figures.decimal($0.high, 2)) s" }
        ?? "–"
    }

    private var pairwise: TextTable {
      var table = TextTable([
        ("side by side", .left), ("challenger", .left), ("wins", .right), ("ties", .right),
        ("losses", .right), ("errors", .right), ("share of wins", .right),
        ("95 % interval", .right), ("flipped", .right), ("first chosen", .right),
      ])
      for judged in report.pairwise {
        let interval = judged.rate?.interval.map {
          "[\(Figures.percent($0.lowerBound)), \(Figures.percent($0.upperBound))]"
        }
        table.add([
          judged.judge, judged.challenger, String(judged.wins), String(judged.ties),
          String(judged.losses), String(judged.errors),
          judged.rate.map { Figures.percent($0.value) } ?? "–", interval ?? "–",
          judged.flipRate.map { Figures.percent($0.value) } ?? "–",
          judged.firstRate.map { Figures.percent($0.value) } ?? "–",
        ])
      }
      return table
    }
  }
#endif
