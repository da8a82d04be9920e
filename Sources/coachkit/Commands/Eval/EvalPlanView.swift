#if Evals
  import LanguageModels
  import PromptTemplates
  import Conversations
  import PromptEvals

  /// What a suite would run, for people.
  struct EvalPlanView {
    let plan: EvalPlan
    let estimate: PlanEstimate
    let concurrency: Int

    var text: String {
      let suite = plan.suite
      var lines = ["\(suite.name)".inked(.bold) + "  \(suite.description)", ""]
      let clusters = Set(plan.subjects.map(\.clusterName)).count
      let together = clusters < plan.subjects.count ? " in \(clusters) clusters" : ""
      lines.append("replay       \(suite.replay.rawValue)")
      lines.append("transcripts  \(plan.subjects.count)\(together)")
      lines.append(
        "variants     " + suite.variants.map(describe).joined(separator: "\n             "))
      if !suite.references.isEmpty {
        lines.append("references   " + suite.references.map(\.id).joined(separator: ", "))
      }
      lines.append("graders      " + suite.graders.map(\.id).joined(separator: ", "))
      let subsets = suite.samples.subsets.map { "\($0.samples) for \($0.name)" }
      lines.append("samples      \(suite.samples.each) each" + subsets.map { ", \($0)" }.joined())
      lines.append("in all       \(Figures.count(estimate.samples)) samples")
      if let gate = suite.gate {
        let demands =
          gate.margins.map {
            "\($0.metric) at most \(Figures.decimal($0.margin * 100, 1)) points worse"
          } + gate.levels.map { "\($0.metric) at least \(Figures.percent($0.least))" }
        lines.append(
          "gate         " + demands.joined(separator: "; ") + " (\(gate.method.rawValue))")
      }
      lines.append("")
      lines += table.lines
      lines += ["", summary] + warnings.map { "note: \($0)".inked(.yellow) }
      return lines.joined(separator: "\n")
    }

    private func describe(_ variant: EvalVariant) -> String {
      let isBaseline = variant.id == plan.suite.baseline
      let parts = [
        variant.prompt.description, variant.model?.description, variant.domain,
        variant.leftOut.isEmpty ? nil : "without \(variant.leftOut.joined(separator: ", "))",
      ].compactMap { $0 }
      return "\(variant.id): \(parts.joined(separator: ", "))" + (isBaseline ? " (baseline)" : "")
    }

    private var table: TextTable {
      var table = TextTable([
        ("model", .left), ("as", .left), ("calls", .right), ("tokens in", .right),
        ("tokens out", .right), ("cost", .right),
      ])
      for share in estimate.shares {
        table.add([
          share.model, share.role, Figures.count(share.calls), Figures.count(share.inputTokens),
          Figures.count(share.outputTokens),
          share.dollars.map { "$\(Figures.decimal($0, 2))" } ?? "unknown",
        ])
      }
      return table
    }

    private var summary: String {
      let seconds = estimate.seconds(concurrency: concurrency)
      let time = seconds == 0 ? "at once" : "about \(Duration.seconds(seconds).spoken)"
      return
        "\(Figures.count(estimate.calls)) calls, about $\(Figures.decimal(estimate.dollars, 2)), \(time) with"
        + " \(concurrency) samples at once"
    }

    private var warnings: [String] {
      let suite = plan.suite
      var warnings: [String] = []
      if suite.samples.largest > 1, suite.parameters.seed == nil {
        warnings.append(
          "several samples of a case without a seed are the same request: a cache or a recording gives the"
            + " same reply to all of them (parameters: {seed: …})")
      }
      if suite.samples.largest > 1, suite.parameters.temperature == 0 {
        warnings.append("several samples at temperature 0 are mostly the same reply")
      }
      let unpriced = Set(estimate.unpriced).sorted()
      if !unpriced.isEmpty {
        warnings.append(
          "no price is known for \(unpriced.joined(separator: ", ")) ('coachkit prices')")
      }
      if plan.subjects.count < 10, suite.variants.count > 1 {
        warnings.append(
          "with \(plan.subjects.count) transcripts only large differences can be shown (see --difference)"
        )
      }
      return warnings
    }
  }

  extension Duration {
    /// `40 s`, `12 min`, `3 h 20 min`
    var spoken: String {
      let seconds = Int((self / .seconds(1)).rounded(.up))
      if seconds < 90 { return "\(seconds) s" }
      let minutes = (seconds + 30) / 60
      return minutes < 90 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
  }
#endif
