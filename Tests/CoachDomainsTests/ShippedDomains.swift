@testable import CoachDomains
import SourceFiles

/// The domains of the project.
enum ShippedDomains {
  /// The project's folder.
  static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  static let folder = "\(root)/DomainConfigs"

  static let ids = [
    "career", "creativity", "fitness", "leadership", "life", "mindset", "relationships",
  ]

  static func library() throws -> DomainLibrary { try DomainLibrary(folder: folder) }

  /// The file of a domain or, with an underscore before its name, of an outcome.
  static func file(_ stem: String) throws -> SourceFile {
    try LocalFileSystem().read("\(folder)/\(stem).yaml")
  }
}
