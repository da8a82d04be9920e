import ArgumentParser
import CommandLineSupport
import Documents
import PromptEvals
import SourceFiles

struct EvalShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the result of a run again; the last one by default.",
    discussion: """
      With --metric it prints everything that statistics say about one metric: the interval and every test \
      and effect size, with the assumptions of each. With --sample it prints one conversation with all \
      verdicts, and with what judges were shown and wrote. The outcome then does not set the exit code.

      Examples:
        coachkit eval show
        coachkit eval show 20260331-102030-discovery-ab
        coachkit eval show --json
        coachkit eval show --metric one-question
        coachkit eval show --sample discovery-amara-night-shifts --side v2
      """)

  @Argument(help: ArgumentHelp("The run's id.", valueName: "run"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "Shows all statistics of this metric: a grader, overall or passed.", valueName: "id"))
  var metric: String?

  @Option(
    help: ArgumentHelp(
      "Shows the samples of this transcript, or one of them.", valueName: "id[#n]"))
  var sample: String?

  @Option(help: ArgumentHelp("With --sample: only this variant or reference.", valueName: "side"))
  var side: String?

  @Flag(help: "Print the figures, or the samples, as JSON.")
  var json = false

  @Flag(help: "Write the page again, too.")
  var report = false

  @OptionGroup var store: EvalStoreOptions

  func validate() throws {
    guard metric == nil && sample == nil || !report else {
      throw ValidationError(
        "--report writes the page of the whole run: leave out --metric and --sample.")
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
    if let metric {
      try show(metric, of: run, in: store)
      return
    }
    if let sample { return try show(sample: sample, of: run, in: store) }
    guard !json else {
      let report = try EvalReport(run, from: store)
      Terminal.print(JSONValue.object(report.json).printed(.indented(2)))
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
