import ArgumentParser
import CoachDomains
import CommandLineSupport
import SourceFiles

struct DomainsCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check every domain; exits with 1 if one is invalid.",
    discussion: """
      Files that cannot be read are errors, reported with line and column. Probable mistakes are warnings: \
      keywords or examples that two domains share, placeholders, a missing outcome, thresholds that were fitted \
      before the words changed.

      Example:
        coachkit domains check --domains DomainConfigs
      """)

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try workspace.domainLibrary()
    let findings = library.findings
    for finding in findings { Terminal.printError(finding.description) }
    try report(
      library.diagnostics, count: library.domains.count, in: workspace.domains,
      healthy: "\(library.domains.count) domains, \(library.outcomes.count) outcomes",
      warnings: findings.count)
  }
}
