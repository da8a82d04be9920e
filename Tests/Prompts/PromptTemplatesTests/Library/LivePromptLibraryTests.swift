import PromptTemplates
import SourceFiles
import Synchronization
import Testing
import TestKit

@Suite("A live library follows its files and keeps the last valid versions")
struct LivePromptLibraryTests {
  private func text(_ live: LivePromptLibrary, _ name: String) throws -> String {
    try live.current.render(PromptReference(name: name)).text
  }

  @Test("an edit takes effect; without one nothing changes")
  func edit() throws {
    let files = ChangingFiles(["P/a.v1.prompt": "one {{> x}}", "P/_x.prompt": "x"])
    let live = try LivePromptLibrary(folder: "P", files: files)
    try expect(live.reload()?.changed, equals: nil)
    files.set("P/_x.prompt", "y")
    try expect(live.reload()?.changed, equals: ["a@v1"])
    try expect(text(live, "a"), equals: "one y")
    files.set("P/b.v1.prompt", "new")
    files.set("P/a.v1.prompt", nil)
    let reload = try live.reload()
    #expect(reload?.changed == ["b@v1"] && reload?.removed == ["a@v1"])
  }

  @Test(
    "labels that name no version, and a labelled version whose file is removed, do not take effect")
  func labelsWithoutVersion() throws {
    let files = ChangingFiles([
      "P/a.v1.prompt": "one", "P/a.v2.prompt": "two", "P/labels.yaml": "a: {production: v2}",
    ])
    let live = try LivePromptLibrary(folder: "P", files: files)
    func assigned() throws -> String {
      try live.current.assign("p", to: "a").reference.description
    }
    files.set("P/labels.yaml", "a: {production: v9}")
    var reload = try #require(try live.reload())
    #expect(reload.diagnostics.map(\.code) == ["labels.unknown-version"] && reload.kept == [])
    try expect(assigned(), equals: "a@v2")
    files.set("P/labels.yaml", "a: {production: v2}")
    _ = try live.reload()
    files.set("P/a.v2.prompt", nil)
    reload = try #require(try live.reload())
    #expect(reload.diagnostics.map(\.code) == ["labels.unknown-version"])
    #expect(reload.kept == ["a@v2"] && reload.removed == [] && reload.changed == [])
    try expect(assigned(), equals: "a@v2")
    try expect(text(live, "a"), equals: "two")
    files.set("P/labels.yaml", "a: {production: v1}")
    reload = try #require(try live.reload())
    #expect(reload.diagnostics.isEmpty && reload.removed == ["a@v2"] && reload.kept == [])
    try expect(assigned(), equals: "a@v1")
    // At a start, there is nothing to keep.
    files.set("P/labels.yaml", "a: {production: v9}")
    let error = #expect(throws: SourceError.self) {
      try PromptLibrary(folder: "P", files: files).requireValid()
    }
    #expect(error?.diagnostics.map(\.code) == ["labels.unknown-version"])
  }

  @Test("a repaired file counts as changed, a broken one only as kept")
  func repaired() throws {
    let files = ChangingFiles(["P/a.v1.prompt": "one"])
    let live = try LivePromptLibrary(folder: "P", files: files)
    files.set("P/a.v1.prompt", "{{#if")
    var reload = try #require(try live.reload())
    #expect(reload.kept == ["a@v1"] && reload.changed == [])
    files.set("P/a.v1.prompt", "one")
    reload = try #require(try live.reload())
    #expect(reload.kept == [] && reload.changed == ["a@v1"])
  }

  @Test("watching reports a reason once, and leaves the caller's actor free")
  @MainActor
  func watching() async throws {
    let files = ChangingFiles(["P/a.v1.prompt": "one"])
    let live = try LivePromptLibrary(folder: "P", files: files)
    let reports = Observed<[String]>([])
    let watching = Task {
      await live.watch(every: .milliseconds(1)) { result in
        reports.update { $0.append((try? result.get().changed.joined()) ?? "failed") }
      }
    }
    files.set("P/a.v1.prompt", nil)
    // The main actor is free while the folder is read again and again.
    try await reports.until { $0 == ["failed"] }
    files.set("P/a.v1.prompt", "two")
    try await reports.until { $0.count > 1 }
    #expect(reports.current == ["failed", "a@v1"])
    watching.cancel()
    await watching.value
  }

  @Test("an invalid file, partial or link keeps the last valid version")
  func broken() throws {
    for (path, broken) in [
      ("P/a.v1.prompt", "{{#if"), ("P/_x.prompt", "{{#if"), ("P/a.v1.prompt", "{{> nowhere}}"),
      ("P/_x.prompt", "{{> x}}"),
    ] {
      let files = ChangingFiles([
        "P/a.v1.prompt": "one {{> x}}", "P/_x.prompt": "x", "P/b.v1.prompt": "b",
      ])
      let live = try LivePromptLibrary(folder: "P", files: files)
      files.set(path, broken)
      files.set("P/b.v1.prompt", "b, edited")
      let reload = try #require(try live.reload())
      #expect(reload.diagnostics.first?.location?.file == path, "\(broken)")
      try expect(text(live, "a"), equals: "one x", "\(broken)")
      try expect(text(live, "b"), equals: "b, edited", "\(broken)")
      // Invalid again in another way: the last valid version is still kept.
      files.set(path, broken + " ")
      _ = try live.reload()
      try expect(text(live, "a"), equals: "one x", "\(broken)")
      files.set(path, path == "P/_x.prompt" ? "z" : "two {{> x}}")
      #expect(try live.reload()?.diagnostics.isEmpty ?? false)
      try expect(text(live, "a"), equals: (path == "P/_x.prompt" ? "one z" : "two x"))
    }
  }

  @Test("invalid labels keep their last valid state")
  func labels() throws {
    let files = ChangingFiles([
      "P/a.v1.prompt": "1", "P/a.v2.prompt": "2", "P/labels.yaml": "a: {production: v1}",
    ])
    let live = try LivePromptLibrary(folder: "P", files: files)
    files.set("P/labels.yaml", "a: [")
    try expect(live.reload()?.diagnostics.first?.location?.file, equals: "P/labels.yaml")
    try expect(live.current.assign("x", to: "a").reference.version, equals: "v1")
    files.set("P/labels.yaml", "a: {production: v2}")
    try expect(live.reload()?.changed, equals: ["a@v1", "a@v2"])
    try expect(live.current.assign("x", to: "a").reference.version, equals: "v2")
  }

  @Test("watching reports the result of each reload until it is cancelled")
  func watch() async throws {
    let files = ChangingFiles(["P/a.v1.prompt": "one"])
    let live = try LivePromptLibrary(folder: "P", files: files)
    let (reports, continuation) = AsyncStream.makeStream(of: [String].self)
    let clock = TickingClock()
    let task = Task {
      await live.watch(clock: clock) { result in
        if case .success(let reload) = result { continuation.yield(reload.changed) }
      }
      continuation.finish()
    }
    try await clock.untilAsleep()
    files.set("P/a.v1.prompt", "two")
    clock.tick()
    var iterator = reports.makeAsyncIterator()
    await expect(iterator.next(), equals: ["a@v1"])
    task.cancel()
    await expect(iterator.next(), equals: nil)
    try expect(text(live, "a"), equals: "two")
  }
}
