import ArgumentParser
import CoachEngine
import CommandLineSupport
import Documents
import PromptTemplates
import SourceFiles

struct PromptsDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two versions of a prompt, word by word.",
    discussion: """
      The rendered prompts are compared, with a person's data; --source compares the files. The header \
      states how many tokens the change costs, and the byte from which a provider's cache no longer applies.

      Examples:
        coachkit prompts diff discovery@v1 discovery@v2
        coachkit prompts diff discovery@v1 discovery@v2 --person ines --context 2
        coachkit prompts diff discovery@v1 discovery@v2 --source
      """)

  @Argument(help: "The first version, as name@version or name@label.")
  var before: String

  @Argument(help: "The second version.")
  var after: String

  @OptionGroup var data: PromptDataOptions

  @Flag(help: "Compare the files instead of what they render to.")
  var source = false

  @Option(help: ArgumentHelp("Lines to show around a change.", valueName: "n"))
  var context = 1

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard (0...1_000).contains(context) else {
      throw ValidationError("--context must be a number from 0 to 1000.")
    }
    guard !source || !json else { throw ValidationError("--json is for rendered text only.") }
  }

  func run() throws {
    let library = try workspace.promptLibrary()
    let references = try [before, after].map { try PromptReference(argument: $0) }
    if source { return try compareSources(of: references, in: library) }
    let assembler = PromptAssembler(library: library)
    let names = try references.map { Set(try library.prompt($0).inputNames) }
    let rendered = try zip(references, names).map { reference, own in
      var request = try data.request(for: reference, in: workspace, from: library)
      // Values for inputs that only the other version has are removed.
      for name in request.values.keys where !own.contains(name) && names.joined().contains(name) {
        request.values[name] = nil
      }
      return try assembler.assemble(request)
    }
    let view = ComparisonView(
      before: rendered[0].reference, after: rendered[1].reference,
      person: data.person ?? "somebody new",
      comparison: PromptComparison(before: rendered[0], after: rendered[1]),
      context: context)
    Terminal.print(json ? view.json.printed(.indented(2)) : view.text)
  }

  private func compareSources(of references: [PromptReference], in library: PromptLibrary) throws {
    let templates = try references.map { try library.template($0) }
    let texts = templates.map { String(decoding: $0.file.bytes, as: UTF8.self) }
    let difference = TextDifference(from: texts[0], to: texts[1])
    Terminal.print("\(templates[0].file.path) → \(templates[1].file.path)".inked(.bold) + "\n")
    Terminal.print(
      difference.isEmpty
        ? "the files are the same" : difference.shown(context: context).joined(separator: "\n"))
  }
}
