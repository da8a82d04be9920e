import CommandLineSupport
import EvalStatistics
import PromptEvals

/// A text with all statistics for one metric of a run.
struct EvalMetricView {
  let run: EvalRun
  let detail: MetricDetail

  private var role: EvalMetricRole { detail.role }

  var text: String {
    var lines = [role.id.inked(.bold) + "  \(role.summary)", about.inked(.dim), ""]
    guard !detail.sides.isEmpty else {
      return (lines + ["Nothing was measured.", ""]).joined(separator: "\n").printableInColour
    }
    lines += sides.lines + shares + repeats
    if run.design.challengers.isEmpty { lines += ["", "One version only: nothing to compare."] }
    for comparison in detail.comparisons { lines += [""] + block(comparison) }
    return (lines + [""]).joined(separator: "\n").printableInColour
  }

  private var about: String {
    let unit =
      switch role.kind {
      case .grader, .overall, .passed: "from 0 % to 100 %, more is better; differences in points"
      case .seconds: "in seconds, less is better"
      case .dollars: "in dollars, less is better"
      }
    return "\(run.suite), run \(run.id); \(unit)"
  }

  // MARK: Each side

  private var sides: TextTable {
    var table = TextTable([
      ("side", .left), ("mean", .right), ("95 % interval", .right),
      ("\(run.design.replay.unit)s", .right),
      ("clusters", .right), ("samples", .right),
    ])
    for side in detail.sides {
      let name = side.isReference ? side.id.inked(.dim) : side.id
      table.add([
        name, role.text(side.estimate.value), range(side.estimate.interval),
        String(side.estimate.count), String(side.estimate.clusters), String(side.samples),
      ])
    }
    return table
  }

  /// The intervals of shares, for sides whose scores are all 0 or 1.
  private var shares: [String] {
    var table = TextTable([
      ("side", .left), ("share", .right), ("Wilson", .right), ("Clopper-Pearson", .right),
    ])
    var isEmpty = true
    for side in detail.sides {
      guard let wilson = side.wilson else { continue }
      isEmpty = false
      table.add([
        side.id, role.text(wilson.value), range(wilson.interval),
        range(side.clopperPearson?.interval),
      ])
    }
    guard !isEmpty else { return [] }
    return ["", "as a share of \(run.design.replay.unit)s, each treated as independent"]
      + table.lines
  }

  /// The probabilities for k samples; omitted if each transcript has only one sample.
  private var repeats: [String] {
    let sides = detail.sides.filter { $0.repeats.count > 1 }
    guard let threshold = detail.threshold, !sides.isEmpty else { return [] }
    var table = TextTable([
      ("side", .left), ("k", .right), ("all k meet it", .right), ("at least one", .right),
    ])
    for side in sides {
      for chance in side.repeats {
        table.add([
          chance.count == 1 ? side.id : "", String(chance.count), Figures.percent(chance.all),
          Figures.percent(chance.atLeastOne),
        ])
      }
    }
    let title = "k samples of one \(run.design.replay.unit), each against the threshold of"
    return ["", "\(title) \(Figures.percent(threshold))"] + table.lines
  }

  // MARK: A challenger

  private func block(_ comparison: MetricDetail.Comparison) -> [String] {
    let title = "\(comparison.challenger) − \(run.design.baseline)".inked(.bold)
    let count = "\(Figures.counted(comparison.transcripts, run.design.replay.unit)) that both have"
    var lines = [
      "\(title)  \(count), in \(Figures.counted(comparison.clusters, "cluster"))",
      decision(comparison), "",
    ]
    if let difference = comparison.difference {
      lines += table(of: difference).lines + [""]
    } else {
      lines += [
        "No \(run.design.replay.unit) was measured on both sides: there is no difference to show.",
        "",
      ]
    }
    lines += means(comparison) + oneCluster(comparison)
    lines += tests(comparison).lines
    lines += testNotes(comparison)
    lines += [""] + effects(comparison).lines
    lines += ["", likeness(comparison)] + variation(comparison)
    return lines
  }

  /// The means of which the difference is made, if those above are over other transcripts.
  private func means(_ comparison: MetricDetail.Comparison) -> [String] {
    guard let first = comparison.baselineMean, let second = comparison.challengerMean,
      detail.sides.contains(where: { side in
        [run.design.baseline, comparison.challenger].contains(side.id)
          && side.estimate.count != comparison.transcripts
      })
    else { return [] }
    let figures =
      "\(run.design.baseline) \(role.text(first)), \(comparison.challenger) \(role.text(second))"
    return [
      "Over the \(Figures.counted(comparison.transcripts, run.design.replay.unit)) that both have: \(figures).",
      "",
    ]
  }

  private func oneCluster(_ comparison: MetricDetail.Comparison) -> [String] {
    guard let share = comparison.leadingCluster else { return [] }
    let changes =
      "\(Figures.count(share.changed)) of \(Figures.counted(share.allChanged, "change"))"
    return [
      share.isAll
        ? "All of the difference comes from cluster \(share.cluster): \(changes)."
        : "Most of the difference comes from cluster \(share.cluster) (\(changes)); without it it is"
          + " \(role.difference(share.rest)).", "",
    ]
  }

  /// Says which results decide; all others are for comparison only.
  private func decision(_ comparison: MetricDetail.Comparison) -> String {
    var parts: [String] = []
    if let margin = detail.gateMargin {
      let demand = "the gate (at most \(Figures.decimal(margin * 100, places: 1)) points worse)"
      let limits = comparison.gateDifference.map { " \(role.difference($0))" } ?? ""
      let looks = run.design.lookFractions.count > 1 ? ", widened for looking early" : ""
      parts.append("\(demand) by Gaffke's limits\(limits)\(looks)\(together)")
    }
    if let level = detail.gateLevel {
      let demand = "the gate (at least \(Figures.percent(level)))"
      parts.append("\(demand) by Gaffke's limits of \(comparison.challenger) itself\(together)")
    }
    if let adjusted = comparison.adjustedP {
      parts.append(
        "whether there is a difference by the sign-flip test after Holm"
          + " (p adj. \(Figures.probability(adjusted)))")
    }
    var sentences = parts.isEmpty ? [] : ["Decided: \(parts.joined(separator: "; "))."]
    if comparison.adjustedP == nil {
      sentences.append(
        "No test decides here: this metric is a summary, informational or an assertion.")
    }
    return (sentences + ["The rest is for comparison."]).joined(separator: " ")
  }

  /// A note on multiple demands of a gate; empty if there is only one.
  private var together: String {
    let demands = (run.design.gate?.margins.count ?? 0) + (run.design.gate?.levels.count ?? 0)
    return demands * run.design.challengers.count > 1
      ? " (failed only by limits wide enough for all demands together)" : ""
  }

  private func table(of difference: Estimate) -> TextTable {
    var table = TextTable([
      ("difference", .right), ("95 % interval", .right), ("standard error", .right),
    ])
    table.add([
      role.signed(difference.value), difference.interval.map { role.interval($0) } ?? "–",
      difference.standardError.map(spread) ?? "–",
    ])
    return table
  }

  private func tests(_ comparison: MetricDetail.Comparison) -> TextTable {
    var table = TextTable([
      ("test", .left), ("statistic", .right), ("p", .right), ("what it assumes", .left),
    ])
    for test in comparison.tests {
      table.add([
        test.kind.name, statistic(test), Figures.probability(test.p),
        test.note ?? test.kind.assumption(unit: run.design.replay.unit),
      ])
    }
    return table
  }

  private func statistic(_ test: MetricDetail.Test) -> String {
    guard let value = test.statistic else { return "" }
    switch test.kind {
    case .wilcoxon: return "W \(Figures.decimal(value, places: 1))"
    case .clusteredMcNemar: return "Z \(number(value))"
    case .clusteredT, .pairedT, .welchT:
      let degrees = test.degreesOfFreedom.map { degrees in
        // The degrees of freedom of clusters of unequal size, and of Welch's test, are not integers.
        let places = abs(degrees - degrees.rounded()) < 0.05 ? 0 : 1
        return " (\(Figures.decimal(degrees, places: places)) d.f.)"
      }
      return "t \(number(value))\(degrees ?? "")"
    case .signFlip, .mcNemarExact, .mcNemarMidP: return ""
    }
  }

  private func testNotes(_ comparison: MetricDetail.Comparison) -> [String] {
    var lines: [String] = []
    if let smallest = comparison.smallestP, smallest >= 0.05 {
      lines.append(
        ("Too few clusters differ: the sign-flip test could not come below"
          + " \(Figures.decimal(smallest, places: 3)), regardless of the data.").inked(.dim))
    }
    if let discordant = comparison.discordant {
      lines.append(
        ("McNemar's tests look at what only one side passes:"
          + " \(Figures.counted(discordant.onlyBaseline, run.design.replay.unit)) only \(run.design.baseline),"
          + " \(discordant.onlyChallenger) only \(comparison.challenger).").inked(.dim))
    } else {
      lines.append(
        ("McNemar's tests, Cohen's h and the odds ratio are left out: they need a score of 0 or 1"
          + " of each \(run.design.replay.unit) on both sides.").inked(.dim))
    }
    return lines
  }

  private func effects(_ comparison: MetricDetail.Comparison) -> TextTable {
    var table = TextTable([
      ("effect size", .left), ("value", .right), ("95 % interval", .right), ("what it is", .left),
    ])
    table.add([
      "d_z", number(comparison.standardizedDifference), "",
      "the mean difference in standard deviations of differences",
    ])
    table.add([
      "Hedges' g", number(comparison.hedgesG), "", "d_z without the bias of small samples",
    ])
    guard let discordant = comparison.discordant else { return table }
    table.add([
      "Cohen's h", number(comparison.cohensH), "",
      "the distance of the two shares, where a step is as hard to see everywhere",
    ])
    let ratio = comparison.oddsRatio
    let interval = ratio?.interval.map {
      "[\(number($0.lowerBound)), \(number($0.upperBound))]"
    }
    let meaning: String
    if ratio != nil {
      meaning =
        "\(run.design.replay.unit)s that only \(comparison.challenger) passes for each that only"
        + " \(run.design.baseline) does"
    } else if discordant.onlyChallenger > 0 {
      meaning = "without end: \(run.design.baseline) passes no \(run.design.replay.unit) alone"
    } else {
      meaning = "unknown: no side passes a \(run.design.replay.unit) alone"
    }
    table.add(["odds ratio", number(ratio?.value), interval ?? "–", meaning])
    return table
  }

  // MARK: What varies

  private func likeness(_ comparison: MetricDetail.Comparison) -> String {
    guard let correlation = comparison.intraclassCorrelation,
      let effect = comparison.designEffect
    else {
      return comparison.clusters == comparison.transcripts
        ? "Clusters: each \(run.design.replay.unit) is one of its own."
        : "Clusters: the correlation within them is unknown."
    }
    let independent = Figures.decimal(Double(comparison.transcripts) / effect, places: 1)
    return "Clusters: ρ \(Figures.decimal(correlation, places: 3)), design effect"
      + " \(Figures.decimal(effect, places: 2)); \(Figures.counted(comparison.transcripts, run.design.replay.unit)) tell as"
      + " much as \(independent) unrelated ones."
  }

  /// Returns the components of the differences' variance, as standard deviations in the metric's unit.
  private func variation(_ comparison: MetricDetail.Comparison) -> [String] {
    guard let transcripts = comparison.transcriptVariance else {
      return ["Variation: unknown, since there is only one \(run.design.replay.unit)."]
    }
    let sides = [
      (run.design.baseline, comparison.baselineVariance),
      (comparison.challenger, comparison.challengerVariance),
    ]
    let samples = sides.map { side, variance in
      let amount = variance.map { spread($0.squareRoot()) } ?? "unknown (one each)"
      return "samples of \(side) \(amount)"
    }
    return [
      "Variation (standard deviations): \(run.design.replay.unit)s \(spread(transcripts.squareRoot())),"
        + " \(samples.joined(separator: ", "))."
    ]
  }

  // MARK: Figures

  /// Formats a standard deviation or standard error in the metric's unit; in points for shares.
  private func spread(_ value: Double) -> String {
    switch role.kind {
    case .grader, .overall, .passed: Figures.decimal(value * 100, places: 2)
    case .seconds: Figures.decimal(value, places: 3)
    case .dollars: Figures.decimal(value, places: 6)
    }
  }

  /// Formats a number without a unit; a dash if it is undefined.
  private func number(_ value: Double?) -> String {
    value.map { ($0 < 0 ? "−" : "") + Figures.decimal(abs($0), places: 3) } ?? "–"
  }

  private func range(_ interval: ClosedRange<Double>?) -> String {
    interval.map { "[\(role.text($0.lowerBound)), \(role.text($0.upperBound))]" } ?? "–"
  }
}

extension MetricDetail.Test.Kind {
  /// The name of the test.
  fileprivate var name: String {
    switch self {
    case .signFlip: "sign-flip"
    case .clusteredT: "clustered t"
    case .pairedT: "paired t"
    case .welchT: "Welch's t"
    case .wilcoxon: "Wilcoxon"
    case .mcNemarExact: "McNemar, exact"
    case .mcNemarMidP: "McNemar, mid-p"
    case .clusteredMcNemar: "McNemar, clustered"
    }
  }

  /// The assumption under which the p-value is correct.
  fileprivate func assumption(unit: String) -> String {
    switch self {
    case .signFlip: "clusters independent"
    case .clusteredT: "clusters independent, means near normal"
    case .pairedT: "\(unit)s independent, mean near normal"
    case .welchT: "clusters independent, sides unpaired"
    case .wilcoxon: "\(unit)s independent, differences symmetric"
    case .mcNemarExact, .mcNemarMidP: "\(unit)s independent"
    case .clusteredMcNemar: "clusters independent and many"
    }
  }
}
