import ArgumentParser
import CoachDomains
import CommandLineSupport
import Documents

struct DomainsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "domains",
    abstract: "List, check, create and fit the coaching domains of a workspace.",
    subcommands: [
      DomainsListCommand.self, DomainsCheckCommand.self, DomainsShowCommand.self,
      DomainsNewCommand.self, DomainsFitCommand.self, DomainsSchemaCommand.self,
    ])
}

struct DomainsSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of domain files, for editors.",
    discussion: """
      A domain names it in its first line:
        # yaml-language-server: $schema=domain.schema.json

      Example:
        coachkit domains schema > DomainConfigs/domain.schema.json
      """)

  func run() {
    Terminal.print(DomainSchema.schema().text(.indented(2)))
  }
}
