import ArgumentParser
import CoachDomains
import CommandLineSupport
import SourceFiles

struct DomainsFitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit", abstract: "Fit the router's thresholds to the domains' examples.",
    discussion: """
      Each example is routed by a model that was built without it. The results calibrate the confidence, and each \
      domain gets the lowest threshold at which the requested share of decisions is correct. The thresholds are \
      written to _thresholds.yaml in the folder of the domains; fit them again when words of a domain change.

      Examples:
        coachkit domains fit
        coachkit domains fit --accuracy 0.9 --dry-run
      """)

  @Option(help: ArgumentHelp("The share of decisions that should be correct.", valueName: "share"))
  var accuracy = RoutingFit.usualAccuracy

  @Flag(help: "Only print the table.")
  var dryRun = false

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard (0.5...0.99).contains(accuracy) else {
      throw ValidationError("--accuracy must be a share from 0.5 to 0.99.")
    }
  }

  func run() throws {
    let library = try workspace.completeDomainLibrary()
    guard !library.domains.isEmpty else {
      throw CommandError(
        "there are no domains in \(workspace.domains)", hint: "name another folder")
    }
    let fit = RoutingFit(library, accuracy: accuracy)
    var table = TextTable([
      ("class", .left), ("examples", .right), ("least confidence", .right), ("right", .right),
      ("found", .right),
    ])
    for row in fit.rows {
      table.add([
        row.id, "\(row.cases)", row.threshold.plain, row.precision?.plain ?? "–",
        row.recall?.plain ?? "–",
      ])
    }
    Terminal.print(table.lines.joined(separator: "\n"))
    Terminal.print(
      "\nOf the examples \(fit.coverage.plain) are decided, and \(fit.accuracy?.plain ?? "–") of them correctly."
    )
    guard !dryRun else { return }
    let path = "\(workspace.domains)/\(RoutingThresholds.fileName)"
    try OutputFile.write(text: path) { try $0(fit.thresholds.yaml) }
    Terminal.print("\("✓".inked(.green)) \(path)")
  }
}
