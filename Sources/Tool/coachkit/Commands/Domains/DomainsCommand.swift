import ArgumentParser

struct DomainsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "domains",
    abstract: "List, check, create and fit the coaching domains of a workspace.",
    subcommands: [
      DomainsListCommand.self, DomainsCheckCommand.self, DomainsShowCommand.self,
      DomainsNewCommand.self, DomainsFitCommand.self, DomainsSchemaCommand.self,
    ])
}
