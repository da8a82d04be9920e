import ArgumentParser
import CommandLineSupport
import Documents
import EvalGraders
import PromptEvals

struct EvalSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of suites, for editors.",
    discussion: """
      A suite names it in its first line:
        # yaml-language-server: $schema=suite.schema.json

      Example:
        coachkit eval schema > Evals/suites/suite.schema.json
      """)

  func run() throws {
    Terminal.print(
      SuiteSchema.schema(for: try GraderRegistry.standard.checked()).text(.indented(2)))
  }
}
