import CoachDomains
import PromptTemplates

/// The project's own prompts and domains.
enum Workspace {
  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  private static let content = Result {
    (
      library: try PromptLibrary(folder: "\(root)/Prompts"),
      domains: DomainSet(try DomainLibrary(folder: "\(root)/DomainConfigs").domains)
    )
  }

  static func read() throws -> (library: PromptLibrary, domains: DomainSet) {
    try content.get()
  }
}
