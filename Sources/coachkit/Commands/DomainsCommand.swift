import ArgumentParser
import CoachDomains

/// `coachkit domains`
struct DomainsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "domains", abstract: "List and check the coaching domains of a workspace.",
    subcommands: [List.self, Check.self])

  /// `coachkit domains list`
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the domains.", discussion: "Example:\n  coachkit domains list")

    @OptionGroup var workspace: WorkspaceOptions

    func run() throws {
      let library = try workspace.domainLibrary()
      var table = TextTable([
        ("id", .left), ("name", .left), ("keywords", .right), ("examples", .right),
        ("starters", .right), ("description", .left),
      ])
      for domain in library.domains {
        table.add([
          domain.id, domain.name, String(domain.routing.keywords.count),
          String(domain.routing.examples.count), String(domain.starters.count),
          String(domain.description.prefix(60)),
        ])
      }
      print(table.lines.joined(separator: "\n"))
      mention(library.diagnostics, seeWith: "coachkit domains check")
    }
  }

  /// `coachkit domains check`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check every domain; exits with 1 when one is broken.",
      discussion: "Example:\n  coachkit domains check --domains DomainConfigs")

    @OptionGroup var workspace: WorkspaceOptions

    func run() throws {
      let library = try workspace.domainLibrary()
      try report(
        library.diagnostics, count: library.domains.count, in: workspace.domains,
        healthy: "\(library.domains.count) domains")
    }
  }
}
