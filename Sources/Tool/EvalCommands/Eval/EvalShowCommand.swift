public import ArgumentParser
import CommandLineSupport
import Documents
import PromptEvals
import SourceFiles

extension Breakdown.Dimension: ExpressibleByArgument {}

struct EvalShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the result of a run again; the last one by default.",
    discussion: """
      --metric prints all statistics of one metric: the interval, every test and every effect size with their \
      assumptions, and for a pairwise judge every pair with its reasons. --by prints rates and differences by \
      tag, cluster, person, language or message number, for all graders or for the one in --metric; use it to \
      explore, not to decide. --sample prints one conversation with all verdicts, and with the prompts and \
      replies of judges. With these options, the outcome does not set the exit code.

      Examples:
        coachkit eval show
        coachkit eval show 20260331-102030-discovery-ab
        coachkit eval show --json
        coachkit eval show --metric one-question
        coachkit eval show --by tag
        coachkit eval show --by message --metric one-question
        coachkit eval show --sample discovery-amara-night-shifts --side v2
      """)

  @Argument(help: ArgumentHelp("The run's id.", valueName: "run"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "Show all statistics of this metric: a grader, a pairwise judge, overall or passed.",
      valueName: "id"))
  var metric: String?

  @Option(
    help: ArgumentHelp(
      "Show rates and differences by \(Breakdown.Dimension.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "group"))
  var by: Breakdown.Dimension?

  @Option(
    help: ArgumentHelp(
      "Show the samples of this transcript, or one of them.", valueName: "id[#n]"))
  var sample: String?

  @Option(help: ArgumentHelp("With --sample: only this variant or reference.", valueName: "side"))
  var side: String?

  @Flag(help: "Print the figures, or the samples, as JSON.")
  var json = false

  @Flag(help: "Also write the report page again.")
  var report = false

  @OptionGroup var store: EvalStoreOptions

  func validate() throws {
    guard metric == nil && sample == nil && by == nil || !report else {
      throw ValidationError(
        "--report writes the page of the whole run: leave out --metric, --by and --sample.")
    }
    guard by == nil || sample == nil else {
      throw ValidationError("--by and --sample show different things: give one of them.")
    }
    guard metric == nil || sample == nil else {
      throw ValidationError("--metric and --sample show different things: give one of them.")
    }
    guard side == nil || sample != nil else {
      throw ValidationError("--side chooses among the samples of --sample.")
    }
  }

  func run() throws {
    let store = try self.store.open()
    let run = try self.store.run(id, in: store)
    if let by { return try show(by, of: run, in: store) }
    if let metric {
      try show(metric, of: run, in: store)
      return
    }
    if let sample { return try show(sample: sample, of: run, in: store) }
    guard !json else {
      let report = try EvalReport(run, from: store)
      let figures = try EvalExport(report, from: store).json
      Terminal.print(JSONValue.object(figures).printed(.indented(2)))
      try EvalOutput.conclude(report, hint: EvalHint(store: self.store), printsFindings: false)
      return
    }
    try EvalOutput.show(run, in: store, folder: self.store.out, writesPage: report)
  }

  private func show(sample name: String, of run: EvalRun, in store: EvalStore) throws {
    let names = EvalNames(run: run, hint: EvalHint(store: self.store))
    try names.check(side: side)
    let parts = name.split(separator: "#", maxSplits: 1).map(String.init)
    let attempt = parts.count == 2 ? Int(parts[1]) : nil
    guard let transcript = parts.first, parts.count < 2 || attempt != nil else {
      throw ValidationError("--sample takes the id of a transcript, or one with a number: id#2.")
    }
    let all = try names.samples(of: transcript, in: store)
    let samples = all.filter { sample in
      (side.map { $0 == sample.key.side } ?? true)
        && (attempt.map { $0 == sample.key.attempt } ?? true)
    }
    guard !samples.isEmpty else {
      throw CommandError(
        "there is no such sample of '\(transcript)'",
        hint: "there are \(all.map { "\($0.key.side) #\($0.key.attempt)" }.joined(separator: ", "))"
      )
    }
    guard !json else {
      let values = samples.map { JSONValue.object($0.json) }
      return Terminal.print(JSONValue.array(values).printed(.indented(2)))
    }
    for sample in samples {
      Terminal.print(try SampleConversationView(sample: sample, run: run, reader: store).text)
    }
  }

  private func show(_ by: Breakdown.Dimension, of run: EvalRun, in store: EvalStore) throws {
    if let metric, !MetricDetail.metrics(of: run).contains(metric) {
      throw Self.unknown(metric, in: run)
    }
    let report = try EvalReport(run, from: store)
    let breakdowns = try report.breakdowns(by: [by], from: store).filter {
      metric == nil || $0.metric == metric
    }
    guard !breakdowns.isEmpty else { throw Self.nothing(by, metric: metric, in: run) }
    Terminal.print(
      json
        ? JSONValue.array(breakdowns.map { .object($0.json) }).printed(.indented(2))
        : EvalBreakdownView(report: report, breakdowns: breakdowns).text)
  }

  private static func nothing(
    _ by: Breakdown.Dimension, metric: String?, in run: EvalRun
  ) -> CommandError {
    let hint =
      switch by {
      case .tag: "give the transcripts 'tags' and run the suite again"
      case .person, .language:
        "runs of earlier versions did not record it: run the suite again"
          + (by == .person ? ", over transcripts that name a 'person'" : "")
      case .message: "only graders of single messages have verdicts on them"
      case .cluster: "nothing was graded"
      }
    return CommandError(
      "there is nothing to show of \(metric.map { "'\($0)'" } ?? "the run \(run.id)") by \(by.rawValue)",
      hint: hint)
  }

  private static func unknown(
    _ metric: String, in run: EvalRun, beside judges: [String] = []
  ) -> CommandError {
    let known = MetricDetail.metrics(of: run) + judges
    let match = known.closestMatch(to: metric).map { "did you mean '\($0)'? " } ?? ""
    return CommandError(
      "the run \(run.id) has no metric '\(metric)'",
      hint: "\(match)known: \(known.joined(separator: ", "))")
  }

  private func show(_ metric: String, of run: EvalRun, in store: EvalStore) throws {
    if let detail = try PairwiseDetail(run, judge: metric, from: store) {
      Terminal.print(
        json
          ? JSONValue.object(detail.json).printed(.indented(2))
          : EvalPairsView(run: run, detail: detail).text)
      return
    }
    guard let detail = try MetricDetail(run, metric: metric, from: store) else {
      throw try Self.unknown(
        metric, in: run, beside: PairwiseDetail.judges(of: run, in: store))
    }
    Terminal.print(
      json
        ? JSONValue.object(detail.json).printed(.indented(2))
        : EvalMetricView(run: run, detail: detail).text)
  }
}
