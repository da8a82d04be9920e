import ArgumentParser
import CommandLineSupport
import EvalStatistics
import PromptEvals
import SourceFiles

struct EvalMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Copy the runs of other result files into this workspace.",
    discussion: """
      Use it to collect results from several machines. If a run already exists here, only its missing samples \
      are copied, and those in which a call failed here but not there. If a run with the same id has other \
      replies or another configuration, it is copied under a numbered id, which is printed. Nothing else is \
      overwritten, and the other files are not changed. If a run cannot be read, the others are copied and the \
      exit code is 1.

      Example:
        coachkit eval merge ci-1/evals.sqlite ci-2/evals.sqlite
      """)

  @Argument(help: ArgumentHelp("The other files.", valueName: "file"))
  var files: [String]

  @OptionGroup var store: EvalStoreOptions

  func run() throws {
    for file in files where DiskFileSystem().kind(of: file) != .file {
      throw CommandError(
        "no file at '\(file)'", hint: "name the evals.sqlite of another workspace")
    }
    // All files are opened first, so that an invalid one does not leave a merge incomplete.
    let others = try files.map { file in
      (file: file, store: try EvalStoreOptions.opened(file, isThere: true))
    }
    let store = try self.store.openOrMake()
    var isComplete = true
    for (file, other) in others {
      let taken = try store.merge(other)
      Terminal.print(
        "\(file)  \(Figures.counted(taken.runs, "run")), \(Figures.counted(taken.samples, "sample"))"
      )
      for renamed in taken.renamed {
        let reason =
          renamed.differsInSamples
          ? "has other replies or verdicts here" : "is the id of another run here"
        Terminal.print("  \(renamed.id) \(reason): taken as \(renamed.newID)")
      }
      for skipped in taken.skipped { Terminal.printError("  left out: \(skipped)".inked(.red)) }
      isComplete = isComplete && taken.skipped.isEmpty
    }
    if !isComplete { throw ExitCode(1) }
  }
}
