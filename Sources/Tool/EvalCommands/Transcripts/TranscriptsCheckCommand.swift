import ArgumentParser
import CoachTranscripts
import CommandLineSupport
import EvalGraders
import EvalStatistics
import PromptEvals
import SourceFiles

struct TranscriptsCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check transcripts, and find problems that would make results unreliable.",
    discussion: """
      Files that cannot be used are errors, with exit code 1. Probable mistakes (mixed-up speakers, duplicate \
      chats, personal data in messages, titles and ids, text in the wrong encoding) are warnings, which set the \
      exit code only with --strict.

      Examples:
        coachkit transcripts check
        coachkit transcripts check Evals/transcripts/logs --strict
      """)

  @Argument(
    help: ArgumentHelp("Files, or folders, which are searched recursively.", valueName: "path"))
  var paths: [String] = [TranscriptDefaults.folder]

  @Option(help: ArgumentHelp("The folder with the known domains.", valueName: "dir"))
  var domains = WorkspaceOptions.usualDomains

  @Flag(help: "Also exit with code 1 for warnings.")
  var strict = false

  func run() throws {
    let known = try DomainNames.read(domains)
    let checker = TranscriptChecker(
      graders: try GraderRegistry.standard.checked().names, domains: known)
    let result = try checker.check(paths)
    for finding in result.diagnostics { Terminal.printError(finding.description) }
    if known == nil, !result.domains.isEmpty {
      Terminal.printError(DomainNames.note(result.domains, in: domains))
    }
    let warnings = result.diagnostics.count - result.errors
    let transcripts = Figures.counted(result.readable, "transcript")
    if result.diagnostics.isEmpty {
      Terminal.print("\("✓".inked(.green)) \(transcripts), no problems")
    } else {
      let counts = [
        Figures.counted(result.errors, "error"), Figures.counted(warnings, "warning"),
      ]
      Terminal.print("\(transcripts): \(counts.joined(separator: ", "))")
    }
    if result.errors > 0 || strict && warnings > 0 { throw ExitCode(1) }
  }
}
