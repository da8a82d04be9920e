import CoachDomains
import PromptTemplates
import TestKit

/// The project's own prompts and domains.
enum Workspace {
  private static let content = Result {
    (
      library: try PromptLibrary(folder: "\(ProjectFolder.path)/Prompts"),
      domains: DomainSet(
        try DomainLibrary(folder: "\(ProjectFolder.path)/DomainConfigs").domains,
        routing: KnownDomainRouting())
    )
  }

  static func read() throws -> (library: PromptLibrary, domains: DomainSet) {
    try content.get()
  }
}
