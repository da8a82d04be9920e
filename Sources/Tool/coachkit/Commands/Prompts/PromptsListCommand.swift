import ArgumentParser
import CoachModel
import CommandLineSupport
import PromptTemplates
import SourceFiles

struct PromptsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the prompts with their versions.",
    discussion: "Example:\n  coachkit prompts list")

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try workspace.promptLibrary()
    var table = TextTable([
      ("prompt", .left), ("labels", .left), ("digest", .left), ("sections", .right),
      ("reply", .left), ("what for", .left),
    ])
    for template in library.templates {
      let matter = template.frontMatter
      table.add([
        template.reference, labels(of: template, in: library),
        library.digest(of: template).short, String(matter.sections.count),
        reply(matter), (matter.description ?? "").firstSentence(atMost: 60),
      ])
    }
    Terminal.print(table.lines.joined(separator: "\n"))
    Terminal.print(
      "\npartials: \(library.partialFiles.map(\.name).joined(separator: ", "))".printable)
    Terminal.print("* locked".inked(.dim))
    mention(library.diagnostics, seeWith: "coachkit prompts check")
  }

  private func labels(of template: PromptTemplate, in library: PromptLibrary) -> String {
    guard let entry = library.labels.entries[template.name] else { return "" }
    let names = entry.labels.filter { $0.value == template.version }.keys.sorted()
    let total = entry.traffic.reduce(0) { $0 + $1.weight }
    let share = entry.traffic.first { $0.version == template.version }.map {
      "\(Int(($0.weight / total * 100).rounded())) %"
    }
    let lock = library.lock.digests[template.reference] == nil ? "" : "*"
    return (names + [share].compactMap { $0 }).joined(separator: ", ") + lock
  }

  private func reply(_ matter: FrontMatter) -> String {
    let tags = matter.contract.tags.map(\.name).joined(separator: ", ")
    return matter.outputSchema != nil ? "JSON" : tags.isEmpty ? "text" : tags
  }
}
