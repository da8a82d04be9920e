import ArgumentParser
import Conversations
import JSONSchemas
import PromptTemplates
import SourceFiles

/// `coachkit prompts`
struct PromptsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prompts", abstract: "List and check the prompts of a workspace.",
    subcommands: [List.self, Check.self])

  /// `coachkit prompts list`
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the prompts with their versions.",
      discussion: "Example:\n  coachkit prompts list")

    @OptionGroup var workspace: WorkspaceOptions

    func run() throws {
      let library = try workspace.promptLibrary()
      var table = TextTable([
        ("prompt", .left), ("digest", .left), ("sections", .right), ("tags", .left),
        ("inputs", .left),
      ])
      for template in library.templates {
        let matter = template.frontMatter
        let inputs = matter.inputSchema?.source["properties"]?.object?.keys ?? []
        table.add([
          template.reference, library.digest(of: template).short, String(matter.sections.count),
          matter.contract.tags.map(\.name).joined(separator: ", "),
          inputs.joined(separator: ", "),
        ])
      }
      print(table.lines.joined(separator: "\n"))
      print("\npartials: \(library.partialFiles.map(\.name).joined(separator: ", "))")
      mention(library.diagnostics, seeWith: "coachkit prompts check")
    }
  }

  /// `coachkit prompts check`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check every prompt and partial; exits with 1 when one is broken.",
      discussion: "Example:\n  coachkit prompts check --prompts Prompts")

    @OptionGroup var workspace: WorkspaceOptions

    func run() throws {
      let library = try workspace.promptLibrary()
      try report(
        library.diagnostics, count: library.templates.count, in: workspace.prompts,
        healthy: "\(library.templates.count) prompts and \(library.partialFiles.count) partials")
    }
  }
}
