import CoachModel
import CommandLineSupport
import Documents
import EvalStatistics
import PromptEvals

/// A report as text.
struct EvalReportView {
  let report: EvalReport
  /// The width of the terminal; nil for unlimited lines.
  var width = Terminal.columns

  var text: String {
    let run = report.run
    var lines = [
      run.suite.inked(.bold) + (run.question.isEmpty ? "" : "  \(run.question)"),
      generation(of: run).inked(.dim), "",
    ]
    lines += metrics + perfect + legend
    for table in [repeats, ungraded].compactMap(\.self) {
      lines += [""] + table.lines(within: width)
    }
    lines += [""] + sides.lines(within: width)
    if let price = run.design.price, report.sides.contains(where: { $0.costs?.dollars != nil }) {
      lines.append("cost at the price of \(price), which the suite states".inked(.dim))
    }
    if let frontier = report.frontier {
      lines += [""] + EvalFrontierView(frontier: frontier).table.lines(within: width)
    }
    if let caching {
      lines += [""] + caching.lines(within: width)
      lines.append("computed from the transcripts, at the list price of each model".inked(.dim))
    }
    if !report.pairwise.isEmpty { lines += [""] + pairwise.lines(within: width) }
    lines += [""] + verdicts
    lines += report.caveats.map { "  \($0)".inked(.dim) }
    return (lines + [""]).joined(separator: "\n")
  }

  /// How replies were generated; a run that grades recorded ones has no models.
  private func generation(of run: EvalRun) -> String {
    let models = run.design.models.filter { !$0.isEmpty }
    guard !models.isEmpty else { return run.design.method }
    let own = JSONValue.object(run.design.parameters).text()
    let parameters =
      run.design.replay != .task && run.design.pipeline == .prompt
      ? own : run.design.parameters.isEmpty ? "of the prompts" : "\(own) and those of the prompts"
    return
      "\(run.design.method), model \(models.joined(separator: ", ")), parameters \(parameters)"
  }

  /// The answer of the run, and below it what it rests on; the version of which most is shown first.
  private var verdicts: [String] {
    guard !report.verdicts.isEmpty else { return [report.verdict.inked(.bold)] }
    let leading = report.verdicts.filter { $0.challenger == report.leadingChallenger }
    let others = report.verdicts.filter { $0.challenger != report.leadingChallenger }
    return (leading + others).flatMap { verdict in
      [verdict.conclusion.inked(.bold)]
        + (verdict.notes + [verdict.basis]).filter { !$0.isEmpty }.map { "  \($0)" }
    }
  }

  // MARK: What is measured

  /// The metrics in one table or, if that is too wide, one table for the sides and one for each challenger.
  private var metrics: [String] {
    let challengers = report.run.design.challengers.map(\.id)
    let whole = metricTable(sides: true, challengers)
    guard !whole.fits(width), !challengers.isEmpty else { return whole.lines(within: width) }
    return metricTable(sides: true, []).lines(within: width)
      + challengers.flatMap { challenger -> [String] in
        let table = metricTable(sides: false, [challenger])
        return ["", name(of: challenger).inked(.bold)] + table.lines(within: width)
      }
  }

  /// The graders that found nothing on any side, in a line.
  private var perfect: [String] {
    let perfect = report.orderedMetrics.perfect
    guard !perfect.isEmpty else { return [] }
    return ["100 % on every side: \(perfect.map(\.role.title).joined(separator: ", "))".inked(.dim)]
  }

  /// What the columns of a comparison mean, for a reader who has not seen one.
  private var legend: [String] {
    guard report.metrics.contains(where: { !$0.comparisons.isEmpty }) else { return [] }
    let tests = report.testedFamily
    let adjusted = tests > 1 ? ", adjusted for \(tests) tests (Holm)" : ""
    let isClustered = report.metrics.contains { metric in
      metric.comparisons.values.contains { $0.difference.clusters < $0.difference.count }
    }
    let clusters =
      isClustered
      ? ["cluster: \(report.run.design.replay.unit)s of one person, which count as one"] : []
    let pairings = Set(report.metrics.flatMap { $0.comparisons.values.map(\.isPaired) })
    let unit = report.run.design.replay.unit
    let counted =
      pairings == [true]
      ? "\(unit)s that both have"
      : pairings == [false]
        ? "\(unit)s of both sides together"
        : "\(unit)s that both have, or of both sides together where the difference is unpaired"
    let lines = [
      "n: \(counted); p adj.: the probability of such a difference",
      "by chance\(adjusted); below 0.05 it is shown, – is not tested;",
      "g: the difference in standard deviations (Hedges; 0.8 is large)",
    ]
    return (lines + clusters).map { $0.inked(.dim) }
  }

  private func name(of challenger: String) -> String {
    "\(challenger) − \(report.run.design.baseline)"
  }

  private func metricTable(sides showsSides: Bool, _ challengers: [String]) -> TextTable {
    let sides = showsSides ? report.sides : []
    var columns: [(String, TextTable.Alignment)] = [("metric", .left)]
    columns += sides.map { ($0.id, .right) }
    for challenger in challengers {
      let title = challengers.count > 1 ? name(of: challenger) : "difference"
      columns += [
        (title, .right), ("95 % interval", .right), ("n", .right), ("p adj.", .right),
        ("g", .right),
      ]
    }
    // The names of sides can be truncated, their figures cannot.
    let shrinkable = Dictionary(sides.map { ($0.id, 9) }) { first, _ in first }
    var table = TextTable(columns, shrinkable: shrinkable.merging(["metric": 14]) { $1 })
    for metric in report.orderedMetrics.seen {
      var cells = [metric.role.title]
      cells += sides.map { side in
        let text = metric.shown(side.id).map { metric.role.text($0.value) } ?? "–"
        return side.isReference ? text.inked(.dim) : text
      }
      for challenger in challengers { cells += comparison(of: metric, challenger: challenger) }
      table.add(cells)
    }
    return table
  }

  private func comparison(of metric: EvalReport.MetricReport, challenger: String) -> [String] {
    guard let comparison = metric.comparisons[challenger] else {
      return ["–", "–", "–", "–", "–"]
    }
    let difference = metric.role.signed(comparison.difference.value)
    // Without an adjusted p-value a result is only informative and not shown as a difference.
    let isShown = comparison.adjustedP.map { $0 < 0.05 } ?? false
    return [
      isShown ? difference.inked(.bold) : difference,
      comparison.difference.interval.map { metric.role.interval($0) } ?? "–",
      String(comparison.difference.count), Figures.probability(comparison.adjustedP),
      comparison.effectSize.map { Figures.signed($0, decimals: 2) } ?? "–",
    ]
  }

  /// The probability that k samples of a case all meet the threshold, by side; nil unless a grader asks for it.
  private var repeats: TextTable? {
    let metrics = report.metrics.filter { $0.role.repeats != nil }
    guard !metrics.isEmpty else { return nil }
    var table = TextTable(
      [("pass^k", .left), ("k", .right)] + report.sides.map { ($0.id, .right) },
      shrinkable: ["pass^k": 14])
    for metric in metrics {
      table.add(
        [metric.role.id, metric.role.repeats.map(String.init) ?? ""]
          + report.sides.map { side in
            metric.values[side.id]?.repeats.map(Figures.percent) ?? "–"
          })
    }
    return table
  }

  /// The graders' errors, inconclusive verdicts, and messages they do not apply to, by side; nil if there are none.
  private var ungraded: TextTable? {
    var table = TextTable(
      [("not graded", .left)] + report.sides.map { ($0.id, .right) },
      shrinkable: ["not graded": 14])
    var isEmpty = true
    for (place, grader) in report.run.design.graders.enumerated() {
      let cells = report.sides.map { side -> String in
        let errors = side.errors.indices.contains(place) ? side.errors[place] : 0
        let open = side.inconclusive.indices.contains(place) ? side.inconclusive[place] : 0
        let outside = side.notApplicable.indices.contains(place) ? side.notApplicable[place] : 0
        let parts = [
          errors > 0 ? Figures.counted(errors, "error") : nil,
          open > 0 ? "\(open) inconclusive" : nil,
          outside > 0 ? "\(outside) not applicable" : nil,
        ].compactMap(\.self)
        let text = parts.isEmpty ? "–" : parts.joined(separator: ", ")
        return errors + open > 0 ? text.inked(.yellow) : text
      }
      guard cells.contains(where: { $0 != "–" }) else { continue }
      table.add([grader.id] + cells)
      isEmpty = false
    }
    return isEmpty ? nil : table
  }

  // MARK: Sides

  private var sides: TextTable {
    var table = TextTable(
      [
        ("side", .left), ("samples", .right),
        (report.run.design.replay == .task ? "replies" : "messages", .right),
        ("incomplete", .right),
        ("at limit", .right), ("tokens in", .right), ("cached", .right), ("tokens out", .right),
        ("cost", .right), ("judges", .right), ("first word", .right), ("complete reply", .right),
      ], shrinkable: ["side": 8])
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

  /// Returns the median and the 95th percentile; a dash if nothing was measured.
  private func time(_ percentiles: EvalReport.Percentiles?) -> String {
    percentiles.map {
      "\(Figures.decimal($0.median, places: 2)) / \(Figures.decimal($0.high, places: 2)) s"
    }
      ?? "–"
  }

  /// What whole conversations would read from caches; nil without a forecast.
  private var caching: TextTable? {
    guard !report.run.caching.isEmpty else { return nil }
    var table = TextTable(
      [
        ("expected in use", .left), ("model", .left), ("read from cache", .right),
        ("cost of a conversation", .right),
      ], shrinkable: ["expected in use": 15, "model": 12])
    for expected in report.run.caching {
      table.add([
        expected.side, expected.model, Figures.percent(expected.readShare),
        expected.dollars.map(Figures.dollars) ?? "–",
      ])
    }
    return table
  }

  private var pairwise: TextTable { EvalPairsView.table(of: report.pairwise) }
}
