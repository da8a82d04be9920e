import ArgumentParser

struct SafetyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "safety",
    abstract: "Fit the crisis screen to labelled messages.",
    subcommands: [SafetyFitCommand.self])
}
