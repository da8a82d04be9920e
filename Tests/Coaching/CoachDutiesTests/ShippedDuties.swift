@testable import CoachDuties
import SourceFiles
import TestKit

/// The duties of the project.
enum ShippedDuties {
  static let folder = "\(ProjectFolder.path)/Duties"

  static let ids = ["eu", "us-ca", "us-ny", "us-or", "us-wa"]

  static func set() throws -> DutySet { try DutySet(folder: folder) }

  static func file(_ id: String) throws -> SourceFile {
    try DiskFileSystem().read("\(folder)/\(id).yaml")
  }
}
