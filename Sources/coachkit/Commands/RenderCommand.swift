import ArgumentParser
import CoachEngine
import Conversations
import PromptTemplates

/// `coachkit render`
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Show what a prompt becomes with a person's data.",
    discussion: """
      Without a person, nothing is known of them, as at the start of a discovery conversation.

      Examples:
        coachkit render discovery
        coachkit render discovery@v1 --set closing=true
        coachkit render coaching --person ines --domain career --explain
      """)

  @OptionGroup var promptOptions: PromptOptions

  @Option(
    name: .customLong("set"), parsing: .singleValue,
    help: ArgumentHelp("Sets an input over everything else.", valueName: "name=value"))
  var settings: [String] = []

  @Flag(help: "Show the sections instead: tokens, origins, and what can be cached.")
  var explain = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let request = try promptOptions.request(in: workspace, values: InputValues.read(settings))
    let rendered = try PromptAssembler(library: workspace.promptLibrary()).assemble(request)
    switch (explain, json) {
    case (true, false): print(PromptExplanation(rendered).table)
    case (true, true): print(PromptExplanation(rendered).json.text(.indented(2)))
    case (false, true): print(rendered.json.text(.indented(2)))
    case (false, false): print(rendered.readable)
    }
  }
}
