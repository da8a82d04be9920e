import ArgumentParser
import CommandLineSupport
import Documents
import EvalStatistics
import PromptEvals
import SourceFiles

struct EvalCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two runs, transcript by transcript.",
    discussion: """
      Without ids, the last run is compared with the blessed run of its suite. With one id, the last run is \
      compared with that run. One side of each run is compared: those that --before and --after name, or else \
      the last variant that both runs have. Only graders and transcripts that both runs have are used. If the \
      runs share fewer than half of the smaller run's transcripts, for example two weeks of use, all \
      transcripts are compared unpaired (Welch's t test on clusters), which detects less. Differences between \
      the runs' configurations are printed first. The gate and the assertions of the later run decide the exit \
      code, also with --json.

      Examples:
        coachkit eval compare
        coachkit eval compare 20260331-102030-discovery-ab
        coachkit eval compare Evals/suites/discovery-ab.baseline.jsonl --markdown
        coachkit eval compare 20260301-090000-discovery-ab 20260331-102030-discovery-ab
        coachkit eval compare 20260301-090000-a 20260331-102030-b --before v1 --after v2
      """)

  @Argument(
    help: ArgumentHelp(
      "The earlier run, or a baseline file.",
      valueName: "earlier"))
  var earlier: String?

  @Argument(help: ArgumentHelp("The later run.", valueName: "later"))
  var later: String?

  @Option(help: ArgumentHelp("The side of the earlier run.", valueName: "side"))
  var before: String?

  @Option(help: ArgumentHelp("The side of the later run.", valueName: "side"))
  var after: String?

  @Flag(help: "Print the figures as JSON.")
  var json = false

  @Flag(help: "Print a summary in Markdown, for a pull request.")
  var markdown = false

  @OptionGroup var store: EvalStoreOptions

  func validate() throws {
    guard !(json && markdown) else {
      throw ValidationError("--json and --markdown are two forms of one output: leave one out.")
    }
  }

  func run() throws {
    let store = try self.store.open()
    guard let baseline = try baseline() else {
      return try compare(runs(in: store), from: store)
    }
    try compare(
      (baseline.run, self.store.run(later, in: store)),
      from: BaselineReader(baseline, beside: store))
  }

  /// The earlier run, if it is a file.
  private func baseline() throws -> RunBaseline? {
    guard let earlier, DiskFileSystem().kind(of: earlier) == .file else { return nil }
    return try RunBaseline(DiskFileSystem().read(earlier))
  }

  private func compare(_ runs: (EvalRun, EvalRun), from reader: some RunReader) throws {
    let (first, second) = runs
    try check(first, against: second)
    let comparison = try RunComparison(
      first: first, second: second, before: before, after: after, from: reader)
    guard !markdown else {
      try EvalExport(comparison.report, from: reader).write(as: .markdown) {
        try Terminal.send($0)
      }
      return try conclude(comparison, first: first, second: second)
    }
    guard !json else {
      Terminal.print(JSONValue.object(comparison.report.json).printed(.indented(2)))
      try conclude(comparison, first: first, second: second)
      return
    }
    let changes = first.configuration.changes(to: second.configuration)
    if !changes.isEmpty {
      Terminal.print("what differs between the runs".inked(.bold))
      for line in Self.lines(on: changes, counting: second.design.replay.unit) {
        Terminal.print("  \(line)".inked(.dim))
      }
      Terminal.print("")
    }
    Terminal.print(EvalReportView(report: comparison.report).text)
    try conclude(comparison, first: first, second: second)
  }

  /// Describes changes; transcripts or cases of one run alone, of which a part of a suite has many, are counted.
  private static func lines(
    on changes: [RunConfiguration.Change], counting unit: String
  ) -> [String] {
    let transcripts = changes.filter { $0.name.hasPrefix("transcript ") }
    let counts = [
      (transcripts.count { $0.after == nil }, "only in the earlier run"),
      (transcripts.count { $0.before == nil }, "only in the later run"),
      (transcripts.count { $0.before != nil && $0.after != nil }, "changed in between"),
    ]
    let counted = counts.filter { $0.0 > 0 }.map { count, what in
      "generation  \(Figures.counted(count, unit)) \(what)"
    }
    let others = changes.filter { !$0.name.hasPrefix("transcript ") }
    let shown = others.prefix(30).map { "\($0.part.rawValue)  \($0)" }
    return shown + counted + (others.count > 30 ? ["… and \(others.count - 30) more"] : [])
  }

  private func conclude(_ comparison: RunComparison, first: EvalRun, second: EvalRun) throws {
    try EvalOutput.conclude(
      comparison.report, hint: EvalHint(store: self.store),
      unfinished: first.status.isFinal ? second : first, printsFindings: !json && !markdown)
  }

  /// Checks that the sides exist and differ.
  private func check(_ first: EvalRun, against second: EvalRun) throws {
    for (side, run) in [(before, first), (after, second)] {
      guard let side, !run.design.variants.contains(where: { $0.id == side }) else { continue }
      throw CommandError(
        "the run '\(run.id)' has no variant '\(side)'",
        hint: run.design.variants.map(\.id).hint(for: side)
          ?? "see '\(EvalHint(store: self.store).command("show", run.id))'")
    }
    guard first.id == second.id else { return }
    // A single side applies to both runs.
    guard let before, let after, before != after else {
      throw CommandError(
        "the run '\(first.id)' would be compared with itself",
        hint: "name two of its sides with --before and --after, or two runs")
    }
  }

  private func runs(in store: EvalStore) throws -> (EvalRun, EvalRun) {
    if let earlier, let later {
      return (try self.store.run(earlier, in: store), try self.store.run(later, in: store))
    }
    let last = try self.store.run(earlier, in: store)
    guard !last.isBlessed else {
      let which = earlier == nil ? "the last run, '\(last.id)'," : "the run '\(last.id)'"
      throw CommandError(
        "\(which) is the blessed one of '\(last.suite)' itself",
        hint: "run the suite again, or name two runs")
    }
    guard let blessed = try store.runs().first(where: { $0.suite == last.suite && $0.isBlessed })
    else {
      throw CommandError(
        "no run of '\(last.suite)' is blessed",
        hint:
          "bless one with '\(EvalHint(store: self.store).command("bless", "RUN"))', or name two runs"
      )
    }
    return (blessed, last)
  }
}
