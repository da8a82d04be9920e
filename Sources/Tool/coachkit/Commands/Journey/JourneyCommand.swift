import ArgumentParser
import CoachEngine
import CommandLineSupport
import Journeys

struct JourneyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journey",
    abstract: "Run user flows, such as an onboarding, that are defined in a file.",
    discussion: """
      A journey is a YAML file in Journeys/. It lists phases, each with a conversation, a task, a form or a review, \
      and the condition that completes it. The current phase follows from the facts in the person's state, so every \
      run continues where the last one stopped.

      Examples:
        coachkit journey list
        coachkit journey show trainer
        coachkit journey run journal --state me.json
        coachkit journey status journal --state me.json
      """,
    subcommands: [
      JourneyListCommand.self, JourneyShowCommand.self, JourneyStatusCommand.self,
      JourneyRunCommand.self,
    ])
}

struct JourneyListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the journeys.",
    discussion: "Example:\n  coachkit journey list")

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try workspace.journeyLibrary(with: try workspace.promptLibrary())
    var table = TextTable([("journey", .left), ("phases", .right), ("what for", .left)])
    for journey in library.journeys {
      table.add([journey.name, "\(journey.phases.count)", journey.description])
    }
    Terminal.print(table.lines.joined(separator: "\n"))
    try library.requireValid()
  }
}

struct JourneyShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Check a journey and draw it.",
    discussion: """
      Examples:
        coachkit journey show trainer
        coachkit journey show trainer --mermaid
      """)

  @Argument(help: "The journey.")
  var journey: String

  @Flag(help: "Print a Mermaid state diagram.")
  var mermaid = false

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let shown = try workspace.journeyLibrary(with: try workspace.promptLibrary()).journey(journey)
    Terminal.print(mermaid ? shown.mermaid : shown.drawing)
  }
}
