import Foundation

/// A folder that is removed when it is no longer used.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "graders-\(UUID())")
    path = folder.path(percentEncoded: false)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
  }

  package func read(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }
}
