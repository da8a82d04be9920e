import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("Looking up names, versions and partials")
struct PromptLibraryTests {
  private let files = InMemoryFileSystem([
    "P/a.v1.prompt": "one", "P/a.v2.prompt": "two", "P/a.v10.prompt": "ten {{> x}}",
    "P/b.prompt": "---\nbroken: [\n---\n", "P/_x.prompt": "x", "P/notes.txt": "no prompt",
  ])

  private func library() throws -> PromptLibrary { try PromptLibrary(folder: "P", files: files) }

  @Test("a name without a version is the newest version, by number")
  func newest() throws {
    let library = try library()
    try expect(library.template(PromptReference(name: "a")).version, equals: "v10")
    try expect(library.render(PromptReference(name: "a")).text, equals: "ten x")
    try expect(library.render(PromptReference(name: "a", version: "v2")).text, equals: "two")
    #expect(library.templates.map(\.reference) == ["a@v1", "a@v2", "a@v10"])
  }

  @Test("an unknown name has a suggestion; an invalid prompt reports its problem")
  func unknown() throws {
    let library = try library()
    for (name, version, code) in [
      ("aa", nil, "prompt.unknown"), ("a", "v3", "prompt.unknown-version"),
      ("b", nil, "yaml.syntax"),
    ] as [(String, String?, String)] {
      let error = #expect(throws: SourceError.self) {
        try library.template(PromptReference(name: name, version: version))
      }
      #expect(error?.diagnostics.first?.code == code)
    }
    #expect(library.diagnostics.count == 1)
  }

  @Test(
    "an invalid newest version is not replaced by an older one, and an invalid partial is not unknown"
  )
  func brokenNewest() throws {
    let files = InMemoryFileSystem([
      "P/a.v1.prompt": "one", "P/a.v2.prompt": "{{#if", "P/b.v1.prompt": "{{> x}}",
      "P/_x.prompt": "{{#if",
    ])
    let library = try PromptLibrary(folder: "P", files: files)
    let newest = #expect(throws: SourceError.self) {
      try library.template(PromptReference(name: "a"))
    }
    #expect(newest?.diagnostics.first?.location?.file == "P/a.v2.prompt")
    try expect(library.render(PromptReference(name: "a", version: "v1")).text, equals: "one")
    let partial = #expect(throws: SourceError.self) {
      try library.render(PromptReference(name: "b"))
    }
    #expect(partial?.diagnostics.first?.location?.file == "P/_x.prompt")
  }

  @Test("the digest includes the partials")
  func digest() throws {
    let before = try library()
    let changed = InMemoryFileSystem(["P/a.v10.prompt": "ten {{> x}}", "P/_x.prompt": "y"])
    let after = try PromptLibrary(folder: "P", files: changed)
    let reference = PromptReference(name: "a", version: "v10")
    #expect(
      try before.digest(of: before.template(reference))
        != after.digest(of: after.template(reference)))
  }

  @Test(
    "references", arguments: [("a", "a", nil), ("a@v1", "a", "v1")] as [(String, String, String?)])
  func references(text: String, name: String, version: String?) {
    #expect(PromptReference(text) == PromptReference(name: name, version: version))
    #expect(PromptReference("") == nil)
    #expect(PromptReference("a@") == nil)
  }
}
