import ArgumentParser

struct SafetyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "safety",
    abstract: "Fit the crisis screen to labelled messages, and report how often it was needed.",
    subcommands: [
      SafetyFitCommand.self, SafetyFitRepliesCommand.self, SafetyWordsCommand.self,
      SafetyReportCommand.self,
    ])
}
