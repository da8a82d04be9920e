import ArgumentParser
import CoachDomains
import CommandLineSupport

struct DomainsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the domains and the other outcomes of routing.",
    discussion: "Example:\n  coachkit domains list")

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try workspace.domainLibrary()
    var table = TextTable([
      ("id", .left), ("name", .left), ("keywords", .right), ("hints", .right),
      ("examples", .right), ("description", .left),
    ])
    func add(_ id: String, name: String, signals: RoutingSignals, description: String) {
      table.add([
        id, name, String(signals.keywords.count), String(signals.hints.count),
        String(signals.examples.count), String(description.prefix(60)),
      ])
    }
    for domain in library.domains {
      add(domain.id, name: domain.name, signals: domain.routing, description: domain.description)
    }
    for outcome in library.outcomes {
      add(
        "(\(outcome.kind.rawValue))", name: outcome.name, signals: outcome.routing,
        description: outcome.description)
    }
    Terminal.print(table.lines.joined(separator: "\n"))
    mention(library.diagnostics, seeWith: "coachkit domains check")
  }
}
