import ArgumentParser
import CommandLineSupport
import EvalStatistics
import PromptEvals
import SourceFiles

struct EvalMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Take the runs of other result files into this workspace.",
    discussion: """
      For results of several machines. A run that is here already gets the samples that it lacks, if both \
      have the same configuration; nothing is overwritten, and the other files are not changed.

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
    for (file, other) in others {
      let taken = try store.merge(other)
      Terminal.print(
        "\(file)  \(Figures.counted(taken.runs, "run")), \(Figures.counted(taken.samples, "sample"))"
      )
      for skipped in taken.skipped { Terminal.printError("  left out: \(skipped)") }
    }
  }
}
