import ArgumentParser
import CoachDomains
import CommandLineSupport
import Documents

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
