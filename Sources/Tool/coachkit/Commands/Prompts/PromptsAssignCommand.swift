import ArgumentParser
import CommandLineSupport
import Documents
import PromptTemplates

struct PromptsAssignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "assign",
    abstract: "Show which version of a prompt a person gets.",
    discussion: """
      A person gets the same version as long as the shares stay the same. A conversation keeps its version even \
      after that, if its requests contain conversation.assignments. --simulate shows how many of a number of \
      simulated people get each version.

      Examples:
        coachkit prompts assign discovery ines
        coachkit prompts assign discovery ines --json
        coachkit prompts assign discovery --simulate 10000
      """)

  @Argument(help: "The prompt's name, without version.")
  var name: String

  @Argument(help: "The person's id, as your backend knows it.")
  var person: String?

  @Flag(help: "Print the assignment as one line of JSON, for a log of exposures.")
  var json = false

  @Option(help: ArgumentHelp("Assign versions to this number of simulated people.", valueName: "n"))
  var simulate: Int?

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard simulate == nil || !json else {
      throw ValidationError("--json is for one person.")
    }
    guard (person != nil) != (simulate != nil) else {
      throw ValidationError("Name a person, or give --simulate with a number.")
    }
    guard (1...1_000_000).contains(simulate ?? 1) else {
      throw ValidationError("--simulate must be a number from 1 to 1000000.")
    }
  }

  func run() throws {
    let library = try workspace.promptLibrary()
    try library.refuseBroken(PromptLabels.fileName)
    if let person {
      let assignment = try library.assign(person, to: name)
      return Terminal.print(json ? assignment.json.printed() : assignment.reference.description)
    }
    var counts: [String: Int] = [:]
    let people = simulate ?? 0
    for number in 0..<people {
      let assignment = try library.assign("person-\(number)", to: name)
      counts[assignment.reference.description, default: 0] += 1
    }
    var table = TextTable([("version", .left), ("people", .right), ("share", .right)])
    for (version, count) in counts.sorted(by: { $0.key < $1.key }) {
      let percent = (Double(count) / Double(people) * 1_000).rounded() / 10
      table.add([version, String(count), "\(percent) %"])
    }
    Terminal.print(table.lines.joined(separator: "\n"))
  }
}
