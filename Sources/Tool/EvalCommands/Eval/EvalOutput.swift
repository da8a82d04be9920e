import ArgumentParser
import CommandLineSupport
import PromptEvals

/// Prints a report, writes its page and determines the exit code.
enum EvalOutput {
  /// The number of samples up to which a page is written automatically; pages for larger runs take too long to
  /// load.
  private static let maximumSamplesOnPage = 20_000

  static func show(
    _ run: EvalRun, in store: EvalStore, folder: String, writesPage: Bool = true,
    hint: EvalHint? = nil, baseline: RunBaseline? = nil
  ) throws {
    let report = try EvalReport(run, from: store)
    let hint = hint ?? EvalHint(out: folder)
    Terminal.print(EvalReportView(report: report).text)
    let samples = report.sides.reduce(0) { $0 + $1.samples }
    let path = "\(folder)/reports/\(run.id).html"
    if writesPage, samples <= maximumSamplesOnPage {
      try OutputFile.write(text: path) { write in
        try EvalExport(report, from: store).write(as: .html, to: write)
      }
      Terminal.print("report     \(path)")
    } else if writesPage {
      let command = EvalHint(out: folder).command(
        "export", run.id, "--format", "html", "--to", path)
      Terminal.print("report     too large to be written automatically: \(command)")
    }
    guard let baseline else { return try conclude(report, hint: hint) }
    try conclude(report, comparedWith: baseline, in: store, hint: hint)
  }

  /// Prints what a run found beside an earlier one, and throws the exit code of the worse.
  private static func conclude(
    _ report: EvalReport, comparedWith baseline: RunBaseline, in store: EvalStore, hint: EvalHint
  ) throws {
    if report.isDecidedAlone { Terminal.print(EvalFindingsView(report: report, hint: hint).text) }
    guard report.run.status.isFinal else {
      return try conclude(report, hint: hint, printsFindings: false)
    }
    let comparison = try RunComparison(
      first: baseline.run, second: report.run, before: nil, after: nil,
      from: BaselineReader(baseline, beside: store)
    ).report
    Terminal.print("")
    Terminal.print("compared with the baseline \(baseline.run.id)".inked(.bold))
    Terminal.print(EvalReportView(report: comparison).text)
    Terminal.print(EvalFindingsView(report: comparison, hint: hint).text)
    if let code = report.outcome(comparedIn: comparison).exitCode { throw code }
  }

  /// Prints the findings and what the run ends with, and throws its exit code.
  /// - Parameters:
  ///   - unfinished: The run that is not complete, if it is not that of the report.
  ///   - printsFindings: Whether to print them; false if standard output is JSON, which contains them.
  static func conclude(
    _ report: EvalReport, hint: EvalHint = EvalHint(), unfinished: EvalRun? = nil,
    printsFindings: Bool = true
  ) throws {
    if printsFindings { Terminal.print(EvalFindingsView(report: report, hint: hint).text) }
    let wayOn = wayOn(from: unfinished ?? report.run, hint: hint)
    guard report.run.status != .interrupted else {
      Terminal.printError("interrupted: \(wayOn)")
      throw ExitCode(130)
    }
    if !report.run.status.isFinal { Terminal.printError("not complete: \(wayOn)") }
    if let code = report.outcome.exitCode { throw code }
  }

  /// Returns the command that completes a run.
  static func wayOn(from run: EvalRun, hint: EvalHint) -> String {
    hint.command("resume", run.id)
  }
}

extension EvalReport.Outcome {
  /// The exit code of a command that reports a run with this outcome; nil for success.
  var exitCode: ExitCode? {
    switch self {
    case .error: ExitCode(1)
    case .failed: ExitCode(100)
    case .inconclusive: ExitCode(101)
    case .passed, .informed: nil
    }
  }
}
