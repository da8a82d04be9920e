import CommandLineSupport
import PromptEvals

/// The findings of a run as text: a line for each, what was found first, and what the run ends with.
struct EvalFindingsView {
  let report: EvalReport
  let hint: EvalHint

  var text: String {
    let lines = report.findings.flatMap(lines)
    return (lines + ["result     ".inked(.bold) + report.headline.inked(report.outcome.ink)])
      .joined(separator: "\n").printableInColour
  }

  private func lines(on finding: EvalReport.Finding) -> [String] {
    let word = finding.outcome.word.padding(to: 11)
    var lines = [(word + finding.text).inked(finding.outcome.ink)]
    if let example = finding.example, !finding.text.contains(example.text) {
      lines.append("           first: \(example.text)".inked(.dim))
    }
    if let reply = finding.example?.reply {
      lines.append("           the judge's reply: \(reply.oneLine(maximum: 300))".inked(.dim))
    }
    guard finding.kind == .assertion || finding.kind == .grader, finding.samples.count > 0 else {
      return lines
    }
    // A comparison names a side with its run.
    let suffix = " of \(report.run.id)"
    let side =
      finding.side.hasSuffix(suffix) ? String(finding.side.dropLast(suffix.count)) : finding.side
    let words = ["failures", report.run.id, "--grader", finding.metric, "--side", side]
    let command = hint.command(words + (finding.kind == .grader ? ["--errors"] : []))
    return lines + ["           all of them: \(command)".inked(.dim)]
  }
}

extension EvalReport.Outcome {
  /// The word in front of a finding.
  fileprivate var word: String {
    switch self {
    case .error: "error"
    case .failed: "failed"
    case .inconclusive: "undecided"
    case .passed: "passed"
    case .informed: "informs"
    }
  }

  fileprivate var ink: String.Ink {
    switch self {
    case .error, .failed: .red
    case .inconclusive: .yellow
    case .passed: .green
    case .informed: .dim
    }
  }
}

extension String {
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text on one line, cut after a number of characters.
  fileprivate func oneLine(maximum: Int) -> String {
    let line = split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > maximum ? line.prefix(maximum) + "…" : line
  }
}
