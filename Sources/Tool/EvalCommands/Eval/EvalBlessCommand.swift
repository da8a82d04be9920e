import ArgumentParser
import CommandLineSupport
import PromptEvals

struct EvalBlessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bless",
    abstract: "Mark a run as the one to compare later runs of its suite with.",
    discussion: """
      --to also writes the run to a baseline file: a file without texts that can be kept in git instead of a \
      database. It has one line for each fact about the run and for each sample, sorted, so that a changed \
      verdict shows up as a changed line. 'coachkit eval run --baseline FILE' and 'coachkit eval compare FILE' \
      compare later runs with it.

      Examples:
        coachkit eval bless 20260331-102030-discovery-ab
        coachkit eval bless --to Evals/suites/discovery-ab.baseline.jsonl
      """)

  @Argument(help: ArgumentHelp("The run's id; the last one by default.", valueName: "run"))
  var id: String?

  @Option(help: ArgumentHelp("The baseline file to write.", valueName: "file"))
  var to: String?

  @OptionGroup var store: EvalStoreOptions

  func run() throws {
    let store = try self.store.open()
    let run = try self.store.run(id, in: store)
    guard run.status.isFinal else {
      throw CommandError(
        "the run '\(run.id)' is not complete",
        hint: "go on with '\(EvalOutput.wayOn(from: run, hint: EvalHint(store: self.store)))'")
    }
    if let to {
      let text = try RunBaseline(run, from: store).text
      try OutputFile.write(text: to) { write in try write(text) }
    }
    try store.bless(run)
    Terminal.print("\(run.id) is what later runs of '\(run.suite)' are compared with")
    if let to, OutputFile.isFile(to) { Terminal.print("baseline   \(to)") }
  }
}
