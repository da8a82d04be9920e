import ArgumentParser
import CoachDomains
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

  @Argument(help: "The prompt, as name or name@version; a name alone means the newest version.")
  var prompt: String

  @Option(help: ArgumentHelp("A person's id in the people's folder, or a file.", valueName: "who"))
  var person: String?

  @Option(help: ArgumentHelp("The domain, where the prompt has one.", valueName: "id"))
  var domain: String?

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
    let request = AssemblyRequest(
      prompt: try workspace.reference(prompt), person: try workspace.person(person),
      domain: try domain.map { try workspace.domainLibrary().domain($0) },
      values: try InputValues.read(settings))
    let rendered = try PromptAssembler(library: workspace.promptLibrary()).assemble(request)
    switch (explain, json) {
    case (true, false): print(PromptExplanation(rendered).table)
    case (true, true): print(PromptExplanation(rendered).json.text(.indented(2)))
    case (false, true): print(rendered.json.text(.indented(2)))
    case (false, false): print(rendered.readable)
    }
  }
}
