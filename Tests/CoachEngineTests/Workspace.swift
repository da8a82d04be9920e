import CoachDomains
import CoachEngine
import CoachModel
import PromptTemplates
import SourceFiles

/// The project's own content, as the tests use it.
enum Workspace {
  static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  private static let shared = Result { try PromptLibrary(folder: "\(root)/Prompts") }

  static func library() throws -> PromptLibrary { try shared.get() }

  private static let sharedDomains = Result {
    try DomainLibrary(folder: "\(root)/DomainConfigs")
  }

  static func domains() throws -> [DomainConfig] { try sharedDomains.get().domains }

  static func domain(_ id: String) throws -> DomainConfig { try sharedDomains.get().domain(id) }

  static func person(_ id: String) throws -> Person {
    try Person(LocalFileSystem().read("\(root)/Evals/people/\(id).yaml"))
  }

  static let people = ["new", "amara", "kenji", "ines"]
}
