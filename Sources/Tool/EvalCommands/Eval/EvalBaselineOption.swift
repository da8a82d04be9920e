import ArgumentParser
import CommandLineSupport
import EvalGraders
import PromptEvals
import SourceFiles

/// The option for an earlier run, kept as a file, with which a run is compared.
struct EvalBaselineOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Also compare the run with this baseline file, written by 'coachkit eval bless --to'.",
      valueName: "file"))
  var baseline: String?

  /// Reads the file; nil if none is named. Throws if the suite has nothing in common with it, before anything is spent.
  func read(for suite: EvalSuite) throws -> RunBaseline? {
    guard let path = baseline else { return nil }
    let found = try RunBaseline(DiskFileSystem().read(path))
    let design = found.run.design
    let hint = "name the file of another run, or write it again with 'coachkit eval bless --to'"
    guard
      design.variants.contains(where: { side in
        suite.comparison.variants.contains { $0.id == side.id }
      })
    else {
      throw CommandError(
        "\(path) and the suite '\(suite.name)' have no variant in common", hint: hint)
    }
    guard
      design.graders.contains(where: { role in
        suite.grading.graders.contains { $0.id == role.id }
      })
    else {
      throw CommandError(
        "\(path) and the suite '\(suite.name)' have no grader in common", hint: hint)
    }
    return found
  }
}
