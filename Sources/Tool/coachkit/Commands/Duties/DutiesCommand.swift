import ArgumentParser
import CoachDuties
import CommandLineSupport
import Documents

struct DutiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duties",
    abstract: "Check what laws ask of a coach, and see which notices people get.",
    discussion: """
      The files in Duties/ say what laws ask of companion chatbots, with sections and the day on which they were looked \
      up. None of it is legal advice: Documentation/duties.md says what remains for the app and for a lawyer.
      """,
    subcommands: [DutiesCheckCommand.self, DutiesNoticesCommand.self, DutiesSchemaCommand.self],
    defaultSubcommand: DutiesCheckCommand.self)
}

struct DutiesSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of files of duties, for editors.",
    discussion: """
      A file names it in its first line:
        # yaml-language-server: $schema=duties.schema.json

      Example:
        coachkit duties schema > Duties/duties.schema.json
      """)

  func run() {
    Terminal.print(DutySchema.schema().text(.indented(2)))
  }
}
