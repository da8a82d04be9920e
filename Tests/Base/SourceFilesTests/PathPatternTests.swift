import Foundation
import SourceFiles
import Testing

@Suite("Glob patterns for paths")
struct PathPatternTests {
  private static let files = InMemoryFileSystem(
    Dictionary(
      uniqueKeysWithValues: [
        "/a/one.yaml", "t/one.yaml", "t/two.yaml", "t/two.json", "t/d/three.yaml",
        "t/d/e/four.yaml", "t/x1/f.yaml", "t/x22/f.yaml",
      ].map { ($0, "") }))

  @Test(
    "names, folders, and files at any depth",
    arguments: [
      ("t/one.yaml", ["t/one.yaml"]), ("./t/one.yaml", ["t/one.yaml"]),
      ("t/t*.yaml", ["t/two.yaml"]), ("t/two.*", ["t/two.json", "t/two.yaml"]),
      ("t/tw?.json", ["t/two.json"]), ("t/tw?.jso", []), ("t/x?/f.yaml", ["t/x1/f.yaml"]),
      ("t/x*/f.yaml", ["t/x1/f.yaml", "t/x22/f.yaml"]),
      ("t/*/*.yaml", ["t/d/three.yaml", "t/x1/f.yaml", "t/x22/f.yaml"]),
      ("t/**/e/*", ["t/d/e/four.yaml"]), ("t/d/**/*.yaml", ["t/d/e/four.yaml", "t/d/three.yaml"]),
      ("t/**/**/three.yaml", ["t/d/three.yaml"]), ("/a/*.yaml", ["/a/one.yaml"]),
      ("t/*o*w*", []), ("t/**w*.json", ["t/two.json"]),
    ] as [(String, [String])])
  func paths(pattern: String, expected: [String]) {
    #expect(PathPattern(pattern).paths(in: Self.files) == expected)
  }

  @Test(
    "without matches the result is empty, and folders are not files",
    arguments: ["nosuch/*.yaml", "nosuch/**/*.yaml", "t/nosuch.yaml", "t/d", "t/?", ""])
  func nothing(pattern: String) {
    #expect(PathPattern(pattern).paths(in: Self.files).isEmpty)
  }

  @Test("hidden files and folders on disk match only explicitly")
  func hidden() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "coachkit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: ".git"), withIntermediateDirectories: true)
    for name in ["seen.yaml", ".hidden.yaml", ".git/inner.yaml"] {
      try Data().write(to: folder.appending(path: name))
    }
    let path = folder.path()
    let disk = DiskFileSystem()
    #expect(PathPattern("\(path)/*.yaml").paths(in: disk) == ["\(path)/seen.yaml"])
    #expect(PathPattern("\(path)/**/*").paths(in: disk) == ["\(path)/seen.yaml"])
    #expect(PathPattern("\(path)/.hidden.yaml").paths(in: disk) == ["\(path)/.hidden.yaml"])
  }

  @Test("the characters that form a pattern")
  func isPattern() {
    #expect(PathPattern.isPattern("a/*.yaml") && PathPattern.isPattern("a?"))
    #expect(!PathPattern.isPattern("a/b.yaml"))
  }

  @Test(
    "paths are relative to a folder",
    arguments: [
      ("../x", "a/b", "a/x"), ("x/y", "a", "a/x/y"), ("./x", "a", "a/x"), ("../../x", "a/b", "x"),
      ("../../../x", "a/b", "../x"), ("../x", "..", "../../x"), ("/x", "a", "/x"),
      ("../x", ".", "../x"), ("..", "a", "."), ("x", "/a", "/a/x"), ("../x", "/a/b", "/a/x"),
    ])
  func resolved(path: String, folder: String, expected: String) {
    #expect(path.resolved(in: folder) == expected)
  }
}
