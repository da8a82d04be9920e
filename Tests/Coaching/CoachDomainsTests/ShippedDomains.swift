@testable import CoachDomains
import SourceFiles
import TestKit

/// The domains of the project.
enum ShippedDomains {
  static let folder = "\(ProjectFolder.path)/DomainConfigs"

  static let ids = [
    "career", "creativity", "fitness", "leadership", "life", "loss", "mindset", "money",
    "relationships",
  ]

  static func library() throws -> DomainLibrary { try DomainLibrary(folder: folder) }

  /// The file of a domain or, with an underscore before its name, of an outcome.
  static func file(_ stem: String) throws -> SourceFile {
    try DiskFileSystem().read("\(folder)/\(stem).yaml")
  }
}
