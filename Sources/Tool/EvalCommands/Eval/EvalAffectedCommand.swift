import ArgumentParser
import CommandLineSupport
import Documents
import EvalStatistics
import PromptEvals
import SourceFiles

struct EvalAffectedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "affected",
    abstract: "List the suites that a change reaches.",
    discussion: """
      Compares everything that a suite depends on with its state at the merge base with another commit, such \
      as the target branch of a pull request: prompt versions (by number or label) and their partials; \
      transcripts, cases and people; domains; graders with their prompts and programs; recorded replies; the \
      suite's own settings and its baseline file. Uncommitted changes count. Suites that are new or cannot be \
      read are listed too. If no suite is affected, nothing is printed and the exit code is 0. Changes of \
      coachkit itself are not considered.

      Examples:
        coachkit eval affected --since origin/main
        coachkit eval affected --since HEAD~1 Evals/suites/tasks --json
        coachkit eval affected --since origin/main --paths | while read -r suite; do coachkit eval run "$suite"; done
      """)

  @Argument(
    help: ArgumentHelp(
      "Suites, or folders with suites; Evals/suites by default.", valueName: "path"))
  var paths: [String] = []

  @Option(
    help: ArgumentHelp("A branch, a tag or a commit in git.", valueName: "commit"))
  var since: String

  @Flag(name: .customLong("paths"), help: "Print the paths of the suites alone, one per line.")
  var onlyPaths = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var workspace: WorkspaceOptions

  /// The number of reasons that a line names.
  private static let maximumReasons = 3

  func validate() throws {
    guard !(onlyPaths && json) else {
      throw ValidationError("--paths and --json are two forms of the same list: leave one out.")
    }
  }

  func run() throws {
    let search = try AffectedSuites(
      in: evalWorkspace(from: DiskFileSystem()), since: earlier(), called: since)
    let suites = try search.suites(at: paths.isEmpty ? ["Evals/suites"] : paths)
    let affected = suites.compactMap(search.affected)
    guard !json else {
      Terminal.print(
        JSONValue.array(affected.map { .object($0.json) }).printed(.indented(2)))
      return
    }
    for suite in affected {
      Terminal.print(onlyPaths ? suite.path : "\(suite.path)  \(Self.line(on: suite))")
    }
    if affected.isEmpty, !onlyPaths {
      Terminal.printError(
        "none of \(Figures.counted(suites.count, "suite")) is affected by what changed since \(since)"
      )
    }
  }

  private static func line(on suite: AffectedSuite) -> String {
    let shown = suite.reasons.prefix(maximumReasons).joined(separator: "; ")
    let rest = suite.reasons.count - maximumReasons
    return rest > 0 ? "\(shown); and \(rest) more" : shown
  }

  /// The workspace at the commit. That git cannot be asked is an error; that the workspace was broken there affects all
  /// suites.
  private func earlier() throws -> Result<EvalWorkspace, SourceError> {
    let tree = try GitTree(since: since)
    return Result { () throws(SourceError) in try evalWorkspace(from: tree) }
  }

  private func evalWorkspace(from files: any FileSystem) throws(SourceError) -> EvalWorkspace {
    try EvalWorkspace(
      prompts: workspace.prompts, domains: workspace.domains, people: workspace.people,
      files: files)
  }
}
