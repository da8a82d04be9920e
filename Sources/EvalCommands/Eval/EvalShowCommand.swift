import ArgumentParser
import CommandLineSupport
import EvalReports
import JSON
import PromptEvals
import SourceFiles

struct EvalShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the result of a run again; the last one by default.",
    discussion: """
      With --metric it prints everything that statistics say about one metric: the interval and every test \
      and effect size, with the assumptions of each. The gate then does not set the exit code.

      Examples:
        coachkit eval show
        coachkit eval show 20260331-102030-discovery-ab
        coachkit eval show --json
        coachkit eval show --metric one-question
      """)

  @Argument(help: ArgumentHelp("The run's id.", valueName: "run"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "Shows all statistics of this metric: a grader, overall or passed.", valueName: "id"))
  var metric: String?

  @Flag(help: "Print the figures as JSON.")
  var json = false

  @Flag(help: "Write the page again, too.")
  var report = false

  @OptionGroup var store: EvalStoreOptions

  func validate() throws {
    guard metric == nil || !report else {
      throw ValidationError("--report writes the page of the whole run: leave out --metric.")
    }
  }

  func run() throws {
    let store = try self.store.open()
    let run = try self.store.run(id, in: store)
    if let metric {
      try show(metric, of: run, in: store)
      return
    }
    guard !json else {
      let report = try EvalReport(run, from: store)
      Terminal.print(JSONValue.object(report.json).printed(.indented(2)))
      try EvalOutput.conclude(report, hint: EvalHint(store: self.store), printsFindings: false)
      return
    }
    try EvalOutput.show(run, in: store, folder: self.store.out, writesPage: report)
  }

  private func show(_ metric: String, of run: EvalRun, in store: EvalStore) throws {
    guard let detail = try MetricDetail(run, metric: metric, from: store) else {
      let known = MetricDetail.metrics(of: run)
      let match = known.closestMatch(to: metric).map { "did you mean '\($0)'? " } ?? ""
      throw CommandError(
        "the run \(run.id) has no metric '\(metric)'",
        hint: "\(match)known: \(known.joined(separator: ", "))")
    }
    Terminal.print(
      json
        ? JSONValue.object(detail.json).printed(.indented(2))
        : EvalMetricView(run: run, detail: detail).text)
  }
}
