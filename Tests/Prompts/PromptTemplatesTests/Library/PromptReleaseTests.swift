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
    entry.earlierTraffic = [
      [.init(version: "v1", weight: 95), .init(version: "v2", weight: 5)],
      [.init(version: "v0.1", weight: 1)],
    ]
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

  /// Weights of v1, v3 and v9 before and after a change.
  private static let growths: [([Double], [Double])] = [
    ([0, 80, 20], [0, 50, 50]), ([0, 99, 1], [0, 90, 10]), ([48, 32, 20], [30, 20, 50]),
    ([50, 50, 0], [40, 40, 20]), ([0, 20, 80], [0, 0, 100]),
  ]

  @Test(
    "a share that grows moves exactly its growth, and nobody away from it",
    arguments: PromptAssignmentTests.growths)
  func growth(weights before: [Double], then after: [Double]) {
    let people = (0..<10_000).map { "p-\($0)" }
    let (old, new) = (
      labels(Array(zip(["v1", "v3", "v9"], before))), labels(Array(zip(["v1", "v3", "v9"], after)))
    )
    let moved = people.compactMap { person -> (String, String)? in
      let from = old.version(of: "a", for: person) ?? ""
      let to = new.version(of: "a", for: person) ?? ""
      return from == to ? nil : (from, to)
    }
    #expect(moved.allSatisfy { $0.1 == "v9" && $0.0 != "v9" })
    func count(_ labels: PromptLabels) -> Int {
      people.count { labels.version(of: "a", for: $0) == "v9" }
    }
    #expect(moved.count == count(new) - count(old) && !moved.isEmpty)
  }

  @Test("a share that grows at the cost of one of several loses nobody")
  func unevenGrowth() {
    let old = deal(labels([("v1", 50), ("v3", 30), ("v9", 20)]))
    let new = deal(labels([("v1", 25), ("v3", 25), ("v9", 50)]))
    #expect(zip(old, new).allSatisfy { $0 != "v9" || $1 == "v9" })
  }

  @Test("an experiment's id names its shares and those before them, however they are written")
  func experiments() throws {
    func id(
      _ weights: [(String, Double)], after earlier: [[(String, Double)]] = [], salt: String? = nil
    ) throws -> String {
      var labels = labels(weights, salt: salt)
      labels.entries["a"]?.earlierTraffic = earlier.map { split in
        split.map { .init(version: $0.0, weight: $0.1) }
      }
      return try #require(labels.assign("ines", to: "a")).experiment
    }
    let first = try id([("v3", 80), ("v9", 20)])
    #expect(first.hasPrefix("a:a:v3+v9:"))
    try expect(id([("v9", 1), ("v3", 4)]), equals: first)
    let ramp = try id([("v3", 50), ("v9", 50)], after: [[("v3", 80), ("v9", 20)]])
    let back = try id(
      [("v3", 80), ("v9", 20)], after: [[("v3", 80), ("v9", 20)], [("v3", 50), ("v9", 50)]])
    let others = try [ramp, back, id([("v3", 80), ("v9", 20)], salt: "b")]
    #expect(Set(others + [first]).count == 4)
  }

  @Test("a conversation keeps its version while there is one, until the salt changes")
  func keeping() throws {
    func library(_ labels: String, versions: [String] = ["v3", "v9"]) throws -> PromptLibrary {
      var files = ["P/labels.yaml": "a:\n  production: v3\n" + labels]
      for version in versions { files["P/a.\(version).prompt"] = "text \(version)" }
      return try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
    }
    let split = try library("  traffic: {v3: 80, v9: 20}\n")
    let ramp = try library("  traffic: {v3: 20, v9: 80}\n")
    let person = try #require(
      Self.people.first { person in
        split.labels.version(of: "a", for: person) == "v3"
          && ramp.labels.version(of: "a", for: person) == "v9"
      })
    let first = try split.assign(person, to: "a")
    try expect(PromptAssignment(json: first.json), equals: first)
    #expect(first.reference.version == "v3" && first.traffic.map(\.weight) == [80, 20])
    try expect(ramp.assign(person, to: "a").reference.version, equals: "v9")
    // The shares of the first message stay with the conversation, and with what is logged of it.
    try expect(ramp.assign(person, to: "a", keeping: [first]), equals: first)
    try expect(library("").assign(person, to: "a", keeping: [first]), equals: first)
    let salted = try library("  traffic: {v9: 100}\n  salt: again\n")
    try expect(salted.assign(person, to: "a", keeping: [first]).reference.version, equals: "v9")
    let kept = PromptAssignment(
      reference: PromptReference(name: "a", version: "v8"), person: person, experiment: "")
    let other = PromptAssignment(
      reference: PromptReference(name: "a", version: "v3"), person: "other", experiment: "")
    for useless in [kept, other] {
      try expect(
        ramp.assign(person, to: "a", keeping: [useless]).reference.version, equals: "v9")
    }
  }

  @Test("a conversation keeps no version that was withdrawn, or that was never released")
  func withdrawing() throws {
    func library(_ labels: String) throws -> PromptLibrary {
      try PromptLibrary(
        folder: "P",
        files: InMemoryFileSystem([
          "P/labels.yaml": "a:\n  production: v3\n" + labels, "P/a.v3.prompt": "three",
          "P/a.v9.prompt": "nine",
        ]))
    }
    let assigned = PromptAssignment(
      reference: PromptReference(name: "a", version: "v9"), person: "ines", experiment: "")
    func version(_ labels: String) throws -> String? {
      try library(labels).assign("ines", to: "a", keeping: [assigned]).reference.version
    }
    try expect(version(""), equals: "v3")
    try expect(version("  next: v9\n"), equals: "v9")
    try expect(version("  earlier_traffic: [{v3: 80, v9: 20}]\n"), equals: "v9")
    try expect(version("  traffic: {v3: 100, v9: 0}\n"), equals: "v3")
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

  private static let shared = [
    "P/a.v1.prompt": "a {{> x}}", "P/b.v1.prompt": "b {{> x}}", "P/c.v1.prompt": "c {{> y}}",
    "P/_x.prompt": "x", "P/_y.prompt": "y",
  ]

  /// The files with a lock of all prompts, with or without the digests of the partials.
  private func locked(
    _ files: [String: String], withPartials: Bool = true
  ) throws -> [String: String] {
    var files = files
    let library = try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
    var lock = PromptLock()
    for template in library.templates {
      lock.digests[template.reference] = library.digest(of: template).hexadecimal
    }
    if withPartials { lock.partials = library.partialDigests(for: lock) }
    files["P/prompts.lock"] = lock.text
    return files
  }

  @Test("an edited partial is named once, with the prompts that it is part of")
  func partial() throws {
    for withPartials in [true, false] {
      var files = try locked(Self.shared, withPartials: withPartials)
      files["P/_x.prompt"] = "edited"
      let library = try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
      let found = try #require(library.diagnostics.first)
      expect(library.diagnostics.count, equals: 1)
      #expect(found.code == "lock.changed" && found.location?.file == "P/_x.prompt")
      #expect(found.message.contains("'x'") && found.message.contains("a@v1, b@v1"))
      #expect(found.hint?.contains("lock --again a@v1 b@v1") ?? false, "\(found)")
      for (name, isChanged) in [("a", true), ("b", true), ("c", false)] {
        let text = try? library.render(PromptReference(name: name))
        #expect((text == nil) == isChanged, "\(name)")
      }
    }
  }

  @Test("an edited prompt is named itself, beside an edited partial of others")
  func both() throws {
    var files = try locked(Self.shared)
    files["P/_x.prompt"] = "edited"
    files["P/c.v1.prompt"] = "edited {{> y}}"
    let found = try PromptLibrary(folder: "P", files: InMemoryFileSystem(files)).diagnostics
    #expect(Set(found.compactMap(\.location?.file)) == ["P/_x.prompt", "P/c.v1.prompt"])
    let own = found.first { $0.location?.file == "P/c.v1.prompt" }
    expect(own?.message ?? "", equals: "c@v1 is released and has changed since")
  }

  @Test("two edited prompts are not blamed on a partial that the lock knows")
  func prompts() throws {
    var files = try locked(Self.shared)
    files["P/a.v1.prompt"] = "edited {{> x}}"
    files["P/b.v1.prompt"] = "edited {{> x}}"
    let found = try PromptLibrary(folder: "P", files: InMemoryFileSystem(files)).diagnostics
    #expect(found.map(\.location?.file) == ["P/a.v1.prompt", "P/b.v1.prompt"])
  }

  @Test("a partial keeps its digest as long as one of its prompts is not locked again")
  func again() throws {
    var files = try locked(Self.shared)
    files["P/_x.prompt"] = "edited"
    let library = try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
    var lock = library.lock
    let before = lock.partials["x"]
    #expect(before != nil)
    for (reference, isRenewed) in [("a@v1", false), ("b@v1", true)] {
      let template = try library.template(try #require(PromptReference(reference)))
      lock.digests[reference] = library.digest(of: template).hexadecimal
      lock.partials = library.partialDigests(for: lock)
      #expect((lock.partials["x"] != before) == isRenewed)
    }
    try expect(PromptLock(SourceFile(path: "l", text: lock.text)).partials, equals: lock.partials)
  }
}

@Suite("A prompt folder in the middle of a merge")
struct ConflictedFolderTests {
  private static let conflict = "<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> alice\n"
  private static let files = [
    "P/a.v1.prompt": "a {{> x}}", "P/a.v2.prompt": "b", "P/_x.prompt": "{{> y}}",
    "P/_y.prompt": "y",
    "P/labels.yaml": "a:\n  production: v1\n", "P/prompts.lock": "{}",
  ]

  private func library(_ name: String, _ text: String = conflict) throws -> PromptLibrary {
    var files = Self.files
    files["P/\(name)"] = text
    return try PromptLibrary(folder: "P", files: InMemoryFileSystem(files))
  }

  @Test(
    "the file is named, once and alone",
    arguments: [
      "a.v1.prompt", "a.v2.prompt", "_x.prompt", "_y.prompt", "labels.yaml", "prompts.lock",
    ])
  func named(file: String) throws {
    let library = try library(file)
    #expect(library.diagnostics.map(\.code) == ["file.conflict"], "\(library.diagnostics)")
    #expect(
      library.diagnostics.first?.location == FileLocation(file: "P/\(file)", line: 1, column: 1))
    #expect(throws: SourceError.self) { try library.requireValid() }
  }

  @Test(
    "nothing is rendered with it",
    arguments: [
      ("a.v1.prompt", "a@v1"), ("a.v2.prompt", "a"), ("_x.prompt", "a@v1"), ("_y.prompt", "a@v1"),
      ("labels.yaml", "a@production"), ("prompts.lock", "a@v2"),
    ])
  func rendering(file: String, reference: String) throws {
    let library = try library(file)
    let error = #expect(throws: SourceError.self) {
      try library.render(try #require(PromptReference(reference)))
    }
    #expect(error?.diagnostics.map(\.code) == ["file.conflict"])
    #expect(error?.diagnostics.first?.location?.file == "P/\(file)")
  }

  @Test("nobody is assigned by labels in conflict")
  func assignment() throws {
    let library = try library("labels.yaml")
    let error = #expect(throws: SourceError.self) { try library.assign("ines", to: "a") }
    #expect(error?.diagnostics.first?.code == "file.conflict")
  }

  @Test("a conflict inside front matter, between entries of labels and of the lock")
  func inside() throws {
    let digest = String(repeating: "0", count: 64)
    for (file, text, line) in [
      ("a.v1.prompt", "---\ndescription: x\n" + Self.conflict + "---\nx", 3),
      (
        "labels.yaml",
        "a:\n<<<<<<< HEAD\n  production: v1\n=======\n  production: v2\n>>>>>>> alice\n", 2
      ),
      (
        "prompts.lock",
        "<<<<<<< HEAD\na@v1: \"\(digest)\"\n=======\na@v2: \"\(digest)\"\n>>>>>>> alice\n", 1
      ),
      ("prompts.lock", "a@v1: \"\(digest)\"\n>>>>>>> alice\n", 2),
      ("labels.yaml", "a:\n  production: v1\n=======\nb:\n  production: v1\n", 3),
    ] {
      let found = try library(file, text).diagnostics
      #expect(found.map(\.code) == ["file.conflict"], "\(file) \(found)")
      expect(found.first?.location?.line ?? 0, equals: line)
    }
  }

  @Test("a running library keeps what it had")
  func live() throws {
    let good = try PromptLibrary(folder: "P", files: InMemoryFileSystem(Self.files))
    for (name, reference) in [
      ("a.v2.prompt", "a"), ("_y.prompt", "a@v1"), ("labels.yaml", "a@production"),
      ("prompts.lock", "a"),
    ] {
      var files = Self.files
      files["P/\(name)"] = Self.conflict
      let library = try PromptLibrary(
        folder: "P", files: InMemoryFileSystem(files), lastGood: good)
      #expect(library.diagnostics.map(\.code) == ["file.conflict"], "\(name)")
      let reference = try #require(PromptReference(reference))
      #expect(try library.render(reference).text == good.render(reference).text)
    }
  }
}
