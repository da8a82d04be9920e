import ArgumentParser

struct NudgesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nudges",
    abstract: "Plan the day's nudges for many people.",
    subcommands: [NudgesPlanCommand.self, NudgesCandidateCommand.self])
}
