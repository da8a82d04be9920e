import CommandLineSupport
import EvalGraders
import EvalStatistics
import LanguageModels
import ModelLayers
import PromptEvals
import PromptTemplates

/// A text about what a suite would run.
struct EvalPlanView {
  let plan: EvalPlan
  let estimate: PlanEstimate
  let duration: PlanDuration
  /// How fast models answer, by name.
  let paces: [String: CallPace]
  let concurrency: Int
  /// Whether calls to a provider are free.
  let isFree: (String) -> Bool

  /// The minimum number of clusters with which the sign-flip test can be significant at 5 %: of the 2ᴳ sign
  /// assignments two are always as extreme as the observed one.
  private static let minimumClusters = 6

  private var cost: ExpectedCost { ExpectedCost(estimate, isFree: isFree) }
  private var clusters: Int { Set(plan.subjects.map(\.clusterName)).count }

  var text: String {
    let suite = plan.suite
    let question = suite.description.isEmpty ? "" : "  \(suite.description)"
    var lines = [suite.name.inked(.bold) + question, ""]
    let together =
      clusters < plan.subjects.count ? " in \(Figures.counted(clusters, "cluster"))" : ""
    lines.append("replay       \(suite.replay.rawValue)")
    if suite.replay.isOfConversations { lines.append("pipeline     \(suite.pipeline.rawValue)") }
    let unit = suite.replay.unit + "s"
    lines.append(
      unit.padding(to: 13) + "\(plan.subjects.count)\(together)")
    lines.append(
      "variants     " + suite.comparison.variants.map(describe).joined(separator: "\n             ")
    )
    if !suite.comparison.references.isEmpty {
      lines.append("references   " + suite.comparison.references.map(\.id).joined(separator: ", "))
    }
    lines.append("graders      " + suite.grading.graders.map(\.id).joined(separator: ", "))
    let subsets = suite.samples.subsets.map { "\($0.samples) for \($0.name)" }
    lines.append("samples      \(suite.samples.each) each" + subsets.map { ", \($0)" }.joined())
    lines.append("in all       \(Figures.counted(estimate.samples, "sample"))")
    if let gate = suite.gate {
      let looks = gate.looks.map { "\(Figures.decimal($0 * 100, places: 0)) %" }
      let early =
        looks.count > 1
        ? " (looked at after \(looks.joined(separator: ", ")) of the \(unit))" : ""
      lines.append("gate         " + gate.demands.joined(separator: "; ") + early)
    }
    lines.append("")
    lines += table.lines
    lines += ["", summary] + warnings.map { "note: \($0)".inked(.yellow) }
    return lines.joined(separator: "\n")
  }

  private func describe(_ variant: EvalVariant) -> String {
    let isBaseline = variant.id == plan.suite.comparison.baseline
    let parts = [
      variant.prompt.description, variant.model?.description, variant.domain,
      variant.leftOut.isEmpty ? nil : "without \(variant.leftOut.joined(separator: ", "))",
    ].compactMap { $0 }
    return "\(variant.id): \(parts.joined(separator: ", "))" + (isBaseline ? " (baseline)" : "")
  }

  private var table: TextTable {
    var table = TextTable(
      [
        ("model", .left), ("as", .left), ("calls", .right), ("tokens in", .right),
        ("tokens out", .right), ("cost", .right),
      ], shrinkable: ["model": 12, "as": 10])
    for share in estimate.shares {
      table.add([
        share.model, share.variant.map { "variant \($0)" } ?? share.role,
        Figures.count(share.calls), Figures.count(share.inputTokens),
        Figures.count(share.outputTokens),
        (share.dollars ?? (isFree(share.provider) ? 0 : nil))
          .map(\.asDollars) ?? "unknown",
      ])
    }
    return table
  }

  private var summary: String {
    "\(Figures.counted(estimate.calls, "call")), \(cost), \(time)"
  }

  /// The expected duration: what is known of it, and how it is known.
  var time: String {
    let known = estimate.shares.filter { !$0.isPrepared && $0.calls > 0 }.map(\.model)
      .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      .compactMap { model in paces[model].map { (model: model, pace: $0) } }
    guard !known.isEmpty else {
      return duration.unknown.isEmpty
        ? "almost no time"
        : "time unknown: no run here tells how fast \(duration.unknown.joined(separator: ", ")) answers"
    }
    let words = known.map { model, pace in
      let rounded = pace.atOnce.map { max(1, Int($0.rounded())) }
      let together = rounded.map { ", \($0) at once" } ?? ""
      let places = pace.secondsPerCall < 10 ? 1 : 0
      return "\(model): \(Figures.decimal(pace.secondsPerCall, places: places)) s a call"
        + "\(together), \(pace.source)"
    }
    let unknown = duration.unknown.map { "\($0): unknown" }
    return (unknown.isEmpty ? "about" : "at least")
      + " \(Duration.seconds(duration.seconds).spoken)"
      + " with \(Figures.counted(concurrency, "sample")) at once"
      + " (\((words + unknown).joined(separator: "; ")))"
  }

  private var warnings: [String] {
    let suite = plan.suite
    var warnings = plan.notes
    if suite.samples.largest > 1, suite.generation.parameters.seed == nil {
      warnings.append(
        "several samples of a case without a seed are the same request: a cache or a recording gives the"
          + " same reply to all of them (parameters: {seed: …})")
    }
    if suite.samples.largest > 1, suite.generation.parameters.temperature == 0 {
      warnings.append("several samples at temperature 0 are mostly the same reply")
    }
    for use in suite.grading.graders {
      guard let count = use.repeats, count > suite.samples.largest else { continue }
      let maximum = Figures.counted(suite.samples.largest, "sample")
      warnings.append(
        "\(use.id) asks for pass^\(count), but no case gets more than \(maximum): it stays empty"
          + " (samples: \(count))")
    }
    if let unknown = cost.unknownNote {
      warnings.append(
        "\(unknown): the suite can state it (price: …); 'coachkit prices' lists other ways")
    }
    if clusters < 10, suite.comparison.variants.count > 1 { warnings.append(fewClusters) }
    return warnings + (suite.gate?.hopelessDemands(clusters: clusters) ?? [])
  }

  /// A warning about few clusters. The conversations of one person are one cluster, and tests count clusters.
  private var fewClusters: String {
    return clusters < Self.minimumClusters
      ? "with \(Figures.counted(clusters, "cluster")) of \(plan.suite.replay.unit)s no difference can be shown, however large:"
        + " at least \(Self.minimumClusters) are needed"
      : "with \(Figures.counted(clusters, "cluster")) of \(plan.suite.replay.unit)s only large differences can be shown, and with"
        + " fewer than \(Self.minimumClusters) none (see --difference)"
  }
}

extension Duration {
  /// The duration rounded for people: `40 s`, `12 min`, `3 h 20 min`.
  var spoken: String {
    let seconds = Int((self / .seconds(1)).rounded(.up))
    if seconds < 90 { return "\(seconds) s" }
    let minutes = (seconds + 30) / 60
    return minutes < 90 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
