import Foundation
import SourceFiles
import Testing
import TestKit

@Suite("Hints for missing files")
struct MissingFileTests {
  /// The hint for a name in a folder with some names.
  private func hint(for name: String, among names: [String]) throws -> String? {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in names { try Data().write(to: folder.appending(path: name)) }
    let error = #expect(throws: SourceError.self) {
      try DiskFileSystem().read("\(folder.path())/\(name)")
    }
    let hint = error?.diagnostics.first?.hint
    return hint?.replacingOccurrences(of: folder.path() + "/", with: "")
  }

  @Test(
    "similar names are listed, even with another extension",
    arguments: [
      ("discovry-ab.yaml", "discovery-ab.yaml"), ("notes.yml", "notes.yaml"),
      ("notes.prompt", "notes.yaml"), ("Notes.yaml", "notes.yaml"), ("ntoes", "notes"),
    ])
  func near(name: String, match: String) throws {
    try expect(hint(for: name, among: [match, "other.txt"]), equals: "did you mean '\(match)'?")
  }

  @Test(
    "names that share only the extension are not listed",
    arguments: [
      ("nope.yaml", "notr.yaml"), ("a.yaml", "b.yaml"), ("v1", "v2"), ("notes.txt", "nodes.yaml"),
      ("git", ".git"),
    ])
  func far(name: String, other: String) throws {
    try expect(hint(for: name, among: [other]), equals: "the path was looked up as '\(name)'")
  }

  @Test("a relative path is shown as an absolute one")
  func relative() {
    let error = #expect(throws: SourceError.self) {
      try DiskFileSystem().names(in: "nowhere-at-all/x")
    }
    let place = FileManager.default.currentDirectoryPath
    #expect(
      error?.diagnostics.first?.hint == "the path was looked up as '\(place)/nowhere-at-all/x'")
  }
}
