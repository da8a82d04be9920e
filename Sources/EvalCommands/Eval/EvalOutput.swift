import ArgumentParser
import CommandLineSupport
import EvalReports
import PromptEvals

/// Prints a report, writes its page and determines the exit code.
enum EvalOutput {
  /// The number of samples up to which a page is written automatically; pages for larger runs take too long to
  /// load.
  private static let maximumSamplesOnPage = 20_000

  static func show(
    _ run: EvalRun, in store: EvalStore, folder: String, writesPage: Bool = true,
    hint: EvalHint? = nil
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
    try conclude(report, hint: hint)
  }

  /// Prints the gate's outcome and throws its exit code.
  /// - Parameters:
  ///   - unfinished: The run that is not complete, if it is not that of the report.
  ///   - printsGate: Whether to print the gate; false if standard output is JSON, which contains it.
  static func conclude(
    _ report: EvalReport, hint: EvalHint = EvalHint(), unfinished: EvalRun? = nil,
    printsGate: Bool = true
  ) throws {
    for finding in printsGate ? report.gateFindings : [] {
      let ink: String.Ink =
        switch finding.outcome {
        case .passed: .green
        case .failed: .red
        case .inconclusive: .yellow
        }
      Terminal.print("gate       " + "\(finding.outcome.rawValue)  \(finding.text)".inked(ink))
    }
    let wayOn = wayOn(from: unfinished ?? report.run, hint: hint)
    guard report.run.status != .interrupted else {
      Terminal.printError("interrupted: \(wayOn)")
      throw ExitCode(130)
    }
    if !report.run.status.isFinal { Terminal.printError("not complete: \(wayOn)") }
    switch report.gateOutcome {
    case nil, .passed?: break
    case .failed?: throw ExitCode(100)
    case .inconclusive?: throw ExitCode(101)
    }
  }

  /// Returns the command that completes a run.
  static func wayOn(from run: EvalRun, hint: EvalHint) -> String {
    hint.command("resume", run.id)
  }
}
