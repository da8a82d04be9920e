import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("The order of versions")
struct VersionOrderTests {
  @Test(
    "from the oldest to the newest",
    arguments: [
      ["v9", "v10", "v11-alpha", "v11-beta", "v11-rc.1", "v11-rc.2", "v11-rc.10", "v11", "v11.1"],
      [
        "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
        "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0",
      ],
      ["1.0.0-0.3.7", "1.0.0-1", "1.0.0-x.7.z.92", "1.0.0"], ["v1.9", "v1.10", "v2-rc1", "v2"],
      ["v2beta", "v2rc2", "v2rc10", "v2", "v2b"], ["2026-01-05", "2026-01-05-2", "2026-01-12"],
      ["2026-02-01-draft", "2026-02-01"], ["v99999999999999999998", "v99999999999999999999"],
      ["v3-short", "v3"], ["v01-rc.1", "v01"],
    ])
  func order(versions: [String]) {
    let sorted = versions.reversed().sorted { VersionOrder($0) < VersionOrder($1) }
    #expect(sorted == versions)
    for (older, newer) in zip(versions, versions.dropFirst()) {
      #expect(
        VersionOrder(older) < VersionOrder(newer) && VersionOrder(older) != VersionOrder(newer))
      #expect(!(VersionOrder(newer) < VersionOrder(older)))
    }
  }

  @Test(
    "a name alone is the newest release, and a prerelease only if there is nothing else",
    arguments: [
      (["v11", "v11-beta", "v11-rc.10"], "v11"), (["v10", "v11-rc.1"], "v10"),
      (["v11-beta", "v11-rc.2", "v11-rc.10"], "v11-rc.10"), (["v9", "v10"], "v10"),
      (["v9", "v10-rc1", "v10.1"], "v10.1"),
    ])
  func newest(versions: [String], newest: String) throws {
    var texts: [String: String] = [:]
    for version in versions { texts["P/a.\(version).prompt"] = version }
    let library = try PromptLibrary(folder: "P", files: InMemoryFileSystem(texts))
    try expect(library.render(PromptReference(name: "a")).text, equals: newest)
    for version in versions {
      let named = PromptReference(name: "a", version: version)
      try expect(library.render(named).text, equals: version)
    }
  }

  @Test("a broken prerelease does not stand in the way of a release, and a broken release does")
  func broken() throws {
    let files = InMemoryFileSystem(["P/a.v1.prompt": "one", "P/a.v2-rc.1.prompt": "{{#if"])
    let library = try PromptLibrary(folder: "P", files: files)
    try expect(library.render(PromptReference(name: "a")).text, equals: "one")
    let other = InMemoryFileSystem(["P/a.v2-rc.1.prompt": "one", "P/a.v1.prompt": "{{#if"])
    #expect(throws: SourceError.self) {
      try PromptLibrary(folder: "P", files: other).template(PromptReference(name: "a"))
    }
  }
}
