import ArgumentParser
import CommandLineSupport
import PromptEvals

struct EvalBlessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bless",
    abstract: "Mark a run as the one that later runs of its suite are compared with.",
    discussion: "Example:\n  coachkit eval bless 20260331-102030-discovery-ab")

  @Argument(help: ArgumentHelp("The run's id; the last one by default.", valueName: "run"))
  var id: String?

  @OptionGroup var store: EvalStoreOptions

  func run() throws {
    let store = try self.store.open()
    let run = try self.store.run(id, in: store)
    guard run.status.isFinal else {
      throw CommandError(
        "the run '\(run.id)' is not complete",
        hint: "go on with '\(EvalOutput.wayOn(from: run, hint: EvalHint(store: self.store)))'")
    }
    try store.bless(run)
    Terminal.print("\(run.id) is what later runs of '\(run.suite)' are compared with")
  }
}
