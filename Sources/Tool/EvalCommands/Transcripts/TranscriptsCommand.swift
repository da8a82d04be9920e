import ArgumentParser

struct TranscriptsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transcripts",
    abstract: "Import, list, check and anonymise conversations for evaluations.",
    subcommands: [
      TranscriptsImportCommand.self, TranscriptsListCommand.self, TranscriptsCheckCommand.self,
      TranscriptsAnonymiseCommand.self,
    ])
}

/// The default folder of transcripts in a workspace.
enum TranscriptDefaults {
  static let folder = "Evals/transcripts"
}
