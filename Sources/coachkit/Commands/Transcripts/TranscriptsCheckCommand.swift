#if Evals
  import ArgumentParser
  import PromptEvals
  import SourceFiles

  /// `coachkit transcripts check`
  struct TranscriptsCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check transcripts, and look for what would make a result doubtful.",
      discussion: """
        Errors are what cannot be used: they end with exit code 1. Warnings are what probably is not \
        meant (speakers mixed up, chats that are there twice, data of real people, text in the wrong \
        encoding): they end with exit code 1 with --strict only.

        Examples:
          coachkit transcripts check
          coachkit transcripts check Evals/transcripts/logs --strict
        """)

    @Argument(help: ArgumentHelp("Files, or folders with all below them.", valueName: "path"))
    var paths: [String] = [TranscriptDefaults.folder]

    @Flag(help: "End with exit code 1 for warnings, too.")
    var strict = false

    func run() throws {
      let result = try TranscriptChecker(graders: GraderRegistry.standard.names).check(paths)
      for finding in result.diagnostics { Terminal.printError(finding.description) }
      let warnings = result.diagnostics.count - result.errors
      if result.diagnostics.isEmpty {
        print("\("✓".inked(.green)) \(result.readable) transcripts, no problems")
      } else {
        print("\(result.readable) transcripts: \(result.errors) error(s), \(warnings) warning(s)")
      }
      if result.errors > 0 || strict && warnings > 0 { throw ExitCode(1) }
    }
  }
#endif
