#if Evals
  import ArgumentParser
  import Conversations
  import PromptEvals

  /// Prints a report, writes its page and decides the exit code.
  enum EvalOutput {
    /// The largest run whose page is written unasked: larger ones make pages that nobody waits for.
    private static let mostSamplesOnPage = 20_000

    static func show(
      _ run: EvalRun, in store: EvalStore, folder: String, writesPage: Bool = true
    ) throws {
      let report = try EvalReport(run, from: store)
      print(EvalReportView(report: report).text)
      let samples = report.sides.reduce(0) { $0 + $1.samples }
      if writesPage, samples <= mostSamplesOnPage {
        let path = "\(folder)/reports/\(run.id).html"
        try OutputFile.write(text: path) { write in
          try EvalExport(report, from: store).write(.html, write)
        }
        print("report     \(path)")
      } else if writesPage {
        print(
          "report     too large to be written unasked: coachkit eval export \(run.id) --format html"
        )
      }
      try conclude(report)
    }

    /// Prints the gate's outcome and throws its exit code.
    static func conclude(_ report: EvalReport) throws {
      for finding in report.gateFindings {
        let ink: String.Ink =
          switch finding.outcome {
          case .passed: .green
          case .failed: .red
          case .inconclusive: .yellow
          }
        print("gate       " + "\(finding.outcome.rawValue)  \(finding.text)".inked(ink))
      }
      guard report.run.status != .interrupted else {
        Terminal.printError("interrupted: coachkit eval resume \(report.run.id)")
        throw ExitCode(130)
      }
      if !report.run.status.isFinal {
        Terminal.printError("not complete: coachkit eval resume \(report.run.id)")
      }
      switch report.gateOutcome {
      case nil, .passed?: break
      case .failed?: throw ExitCode(100)
      case .inconclusive?: throw ExitCode(101)
      }
    }
  }
#endif
