import CoachDomains
import CoachEngine
import CoachModel
import PromptTemplates
import SourceFiles
import TestKit

/// The project's own content, as the tests use it.
enum Workspace {
  private static let shared = Result { try PromptLibrary(folder: "\(ProjectFolder.path)/Prompts") }

  static func library() throws -> PromptLibrary { try shared.get() }

  private static let sharedDomains = Result {
    try DomainLibrary(folder: "\(ProjectFolder.path)/DomainConfigs")
  }

  static func domains() throws -> [DomainConfig] { try sharedDomains.get().domains }

  static func domain(_ id: String) throws -> DomainConfig { try sharedDomains.get().domain(id) }

  static func person(_ id: String) throws -> Person {
    try Person(DiskFileSystem().read("\(ProjectFolder.path)/Evals/people/\(id).yaml"))
  }

  static let people = ["new", "amara", "kenji", "ines"]
}
