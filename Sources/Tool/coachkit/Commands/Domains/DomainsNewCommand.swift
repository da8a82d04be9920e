import ArgumentParser
import CoachDomains
import CommandLineSupport
import SourceFiles

struct DomainsNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a new domain: a complete template to edit.",
    discussion: """
      The file is valid, so 'domains check' works from the start. Its texts are placeholders: as long as all its \
      examples are placeholders, no message is routed to it.

      Example:
        coachkit domains new parenting --name "Parenting"
      """)

  @Argument(
    help: ArgumentHelp(
      "The ID, which is also the file name: lowercase letters, digits, hyphens.", valueName: "id"))
  var id: String

  @Option(help: ArgumentHelp("The name shown to people; the id by default.", valueName: "name"))
  var name: String?

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let text = try DomainTemplate(id: id, name: name).text
    let path = "\(workspace.domains)/\(id).yaml"
    guard DiskFileSystem().kind(of: path) == nil else {
      throw CommandError("\(path) is there already", hint: "choose another id, or edit that file")
    }
    try OutputFile.write(text: path) { try $0(text) }
    Terminal.print("\("✓".inked(.green)) \(path)")
    let folder =
      workspace.domains == WorkspaceOptions.usualDomains
      ? "" : " --domains \(workspace.domains.shellQuoted)"
    Terminal.print(
      """
      Edit every line in it, then run:
        coachkit domains check\(folder)
        coachkit domains fit\(folder)
      """)
  }
}
