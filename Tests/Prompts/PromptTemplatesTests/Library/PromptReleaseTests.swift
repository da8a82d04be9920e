import Documents
import PromptTemplates
import SourceFiles
import Testing
import TestKit

@Suite("Labels assign versions to people")
struct PromptLabelTests {
  private func library(_ labels: String, versions: [String] = ["v1", "v2"]) throws -> PromptLibrary
  {
    var files = ["P/labels.yaml": labels]
    for version in versions { files["P/a.\(version).prompt"] = "text \(version)" }
    return try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
  }

  @Test("a label refers to its version; a name without a version is still the newest")
  func labels() throws {
    let library = try library("a:\n  production: v1\n  staging: v2\n")
    #expect(library.diagnostics.isEmpty)
    func text(_ name: String) throws -> String {
      try library.render(try #require(PromptReference(name))).text
    }
    try expect(text("a@production"), equals: "text v1")
    try expect(text("a@staging"), equals: "text v2")
    try expect(text("a"), equals: "text v2")
    let error = #expect(throws: SourceError.self) { try text("a@prodution") }
    #expect(error?.diagnostics.first?.hint == "did you mean 'production'?")
  }

  @Test(
    "errors have a location",
    arguments: [
      ("a:\n  production: v3\n", "labels.unknown-version", 2),
      ("a:\n  traffic: {v1: 1}\n", "labels.production", 2),
      ("a:\n  production: v1\n  traffic: {v1: 0}\n", "labels.traffic", 3),
      ("a:\n  production: v1\n  traffic: {v1: 1, v9: 1}\n", "labels.unknown-version", 3),
      ("a:\n  production: 1\n", "yaml.type", 2), ("- a\n", "yaml.type", 1),
    ])
  func mistakes(text: String, code: String, line: Int) throws {
    let found = try library(text).diagnostics.first
    #expect(found?.code == code)
    #expect(
      found?.location
        == FileLocation(file: "P/labels.yaml", line: line, column: found?.location?.column ?? 0))
  }

  @Test("written labels read back")
  func roundTrip() throws {
    var labels = PromptLabels()
    var entry = PromptLabels.Entry()
    entry.labels = ["production": "v1", "staging": "v2"]
    entry.traffic = [.init(version: "v1", weight: 80), .init(version: "v2", weight: 12.5)]
    entry.salt = "June"
    labels.entries["a"] = entry
    let read = try PromptLabels(SourceFile(path: "labels.yaml", text: labels.text))
    #expect(read.entries == labels.entries)
  }
}

@Suite("Traffic splits are stable per person")
struct PromptAssignmentTests {
  private func labels(_ weights: [(String, Double)], salt: String? = nil) -> PromptLabels {
    var labels = PromptLabels()
    var entry = PromptLabels.Entry()
    entry.labels["production"] = weights.first?.0 ?? "v1"
    entry.traffic = weights.map { .init(version: $0.0, weight: $0.1) }
    entry.salt = salt
    labels.entries["a"] = entry
    return labels
  }

  private static let people = (0..<4_000).map { "person-\($0)" }

  private func deal(_ labels: PromptLabels) -> [String] {
    Self.people.map { labels.assign($0, to: "a")?.reference.version ?? "" }
  }

  @Test("the shares match the weights within four standard errors")
  func uniform() {
    let dealt = deal(labels([("v1", 50), ("v2", 30), ("v3", 20)]))
    let count = Double(dealt.count)
    for (version, share) in [("v1", 0.5), ("v2", 0.3), ("v3", 0.2)] {
      let found = Double(dealt.count { $0 == version })
      #expect(
        abs(found - count * share) < 4 * (count * share * (1 - share)).squareRoot(), "\(version)")
    }
  }

  @Test("a third version takes people from the others and moves nobody between those")
  func stable() {
    let before = deal(labels([("v1", 50), ("v2", 50)]))
    let after = deal(labels([("v1", 50), ("v2", 50), ("v3", 50)]))
    let moved = zip(before, after).filter { $0 != $1 }
    #expect(moved.allSatisfy { $0.1 == "v3" })
    #expect((1_200...1_460).contains(moved.count))
    // The order in the file does not matter.
    #expect(deal(labels([("v2", 50), ("v1", 50)])) == before)
  }

  @Test("different prompts and salts split independently; the split is the same on every machine")
  func salt() {
    let before = deal(labels([("v1", 1), ("v2", 1)]))
    let salted = deal(labels([("v1", 1), ("v2", 1)], salt: "again"))
    let same = zip(before, salted).count { $0 == $1 }
    #expect((1_900...2_100).contains(same))
    #expect(Array(before.prefix(8)) == ["v2", "v1", "v2", "v1", "v1", "v2", "v1", "v2"])
  }

  @Test("without traffic everyone gets production, and the exposure says so")
  func production() throws {
    let labels = labels([])
    let assignment = try #require(labels.assign("ines", to: "a"))
    #expect(assignment.reference == PromptReference(name: "a", version: "v1"))
    #expect(assignment.json["person"] == "ines")
    #expect(labels.assign("ines", to: "b") == nil)
    #expect(self.labels([("v1", 1), ("v2", 0)]).assign("x", to: "a")?.reference.version == "v1")
  }
}

@Suite("Locked versions")
struct PromptLockTests {
  private func files(_ text: String, partial: String = "x", lock: String) -> InMemoryFileSystem {
    InMemoryFileSystem([
      "P/a.v1.prompt": text, "P/_x.prompt": partial, "P/prompts.lock": lock,
    ])
  }

  private func lock() throws -> String {
    let library = try PromptLibrary(folder: "P", files: files("one {{> x}}", lock: "{}"))
    var lock = PromptLock()
    lock.digests["a@v1"] = library.digest(of: library.templates[0]).hexadecimal
    return lock.text
  }

  @Test("a change to a locked version or its partial is an error with a fix")
  func changed() throws {
    let lock = try lock()
    try expectEmpty(PromptLibrary(folder: "P", files: files("one {{> x}}", lock: lock)).diagnostics)
    for changed in [
      files("two {{> x}}", lock: lock), files("one {{> x}}", partial: "y", lock: lock),
    ] {
      let library = try PromptLibrary(folder: "P", files: changed)
      #expect(library.diagnostics.map(\.code) == ["lock.changed"])
      #expect(library.diagnostics.first?.hint?.contains("new version") ?? false)
      #expect(throws: SourceError.self) { try library.render(PromptReference(name: "a")) }
    }
  }

  @Test("a missing locked version and an invalid digest have a location")
  func gone() throws {
    let missing = try PromptLibrary(
      folder: "P", files: InMemoryFileSystem(["P/b.prompt": "x", "P/prompts.lock": try lock()]))
    #expect(missing.diagnostics.map(\.code) == ["lock.missing"])
    #expect(missing.diagnostics.first?.location?.line == 2)
    let broken = try PromptLibrary(folder: "P", files: files("x", lock: "a@v1: \"12\"\n"))
    #expect(broken.diagnostics.map(\.code) == ["lock.digest"])
  }
}
