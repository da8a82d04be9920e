public import PromptEvals

/// What a test found out about its prompts.
public struct EvaluationResult: Sendable {
  /// The figures and findings of the run.
  public let report: EvalReport
  /// The comparison with the baseline; `nil` without one.
  public let comparison: EvalReport?
  /// The samples with the lowest scores, one per line, with the reasons of their graders; empty if all are met.
  public let worstSamples: [String]

  /// What the run ends with: the worse of its own outcome and that of the comparison.
  public var outcome: EvalReport.Outcome {
    comparison.map { report.outcome(comparedIn: $0) } ?? report.outcome
  }

  /// The outcome, what was found, and the worst samples, as a failed test shows them.
  public var summary: String {
    let reports = ([report.isDecidedAlone || comparison == nil ? report : nil] + [comparison])
      .compactMap { $0 }
    var lines = reports.flatMap { report in
      ["\(report.run.suite): \(report.headline)"] + report.verdicts.map(\.text)
    }
    if !worstSamples.isEmpty { lines += ["worst samples:"] + worstSamples.map { "  \($0)" } }
    return lines.joined(separator: "\n")
  }
}
