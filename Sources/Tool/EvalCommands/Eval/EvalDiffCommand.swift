import ArgumentParser
import CommandLineSupport
import PromptEvals

struct EvalDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the messages on which two sides of a run differ, next to each other.",
    discussion: """
      By default, messages with different verdicts are shown; --all shows every message, --transcript one \
      conversation.

      Examples:
        coachkit eval diff
        coachkit eval diff --grader one-question
        coachkit eval diff --transcript discovery-amara-night-shifts --all
      """)

  @Argument(help: ArgumentHelp("The run's id; the last one by default.", valueName: "run"))
  var id: String?

  @Option(help: ArgumentHelp("The first side; the baseline by default.", valueName: "side"))
  var before: String?

  @Option(help: ArgumentHelp("The second side; the last variant by default.", valueName: "side"))
  var after: String?

  @Option(help: ArgumentHelp("Only this transcript.", valueName: "id"))
  var transcript: String?

  @Option(help: ArgumentHelp("Only messages on which this grader differs.", valueName: "id"))
  var grader: String?

  @Flag(help: "Show every message, even if the verdicts agree.")
  var all = false

  @Option(help: ArgumentHelp("The maximum number of messages to show.", valueName: "n"))
  var limit = 40

  @OptionGroup var store: EvalStoreOptions

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit must be above 0.") }
  }

  func run() throws {
    let store = try self.store.open()
    let run = try self.store.run(id, in: store)
    let names = EvalNames(run: run, hint: EvalHint(store: self.store))
    let first = before ?? run.design.baseline
    let last = run.design.challengers.last?.id ?? run.design.references.first ?? run.design.baseline
    let second = after ?? last
    try names.check(side: first, grader: grader)
    try names.check(side: second)
    guard first != second else {
      throw CommandError(
        run.design.sides.count == 1
          ? "the run has one side, '\(first)', and a difference needs two"
          : "both sides are '\(first)'",
        hint: run.design.sides.count == 1
          ? "see its grades with '\(EvalHint(store: self.store).command("show", run.id))'"
          : "name two of \(run.design.sides.joined(separator: ", "))")
    }
    let view = SampleDifferenceView(
      first: first, second: second, grader: grader, showsAll: all, replay: run.design.replay)
    let report = try EvalReport(run, from: store)
    if let transcript { _ = try names.samples(of: transcript, in: store) }
    var found = 0
    for subject in report.subjects where transcript.map({ $0 == subject.id }) ?? true {
      let samples = try store.samples(of: run, transcript: subject.id)
      for sample in samples where sample.key.side == first {
        guard
          let other = samples.first(where: {
            $0.key.side == second && $0.key.attempt == sample.key.attempt
          })
        else { continue }
        for text in view.differences(from: sample, to: other) {
          found += 1
          if found <= limit { Terminal.print(text) }
        }
      }
    }
    if found > limit { Terminal.print("… \(found - limit) more (--limit \(found))".inked(.dim)) }
    if found == 0 {
      Terminal.print(
        "no message on which \(first) and \(second) differ"
          + (all ? "" : " in their verdicts (--all shows the rest)"))
    }
  }
}
