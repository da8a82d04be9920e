import ArgumentParser

struct RouterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "router",
    abstract: "Fit the router to labelled conversations.",
    subcommands: [RouterFitCommand.self])
}
