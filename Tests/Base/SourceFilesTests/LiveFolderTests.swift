import Foundation
import SourceFiles
import Synchronization
import Testing
import TestKit

/// A file system whose files change, also between two reads.
private final class ScriptedFiles: FileSystem {
  private struct State {
    var files: [String: String]
    /// The next contents of a file, before its final one.
    var next: [String: [String]] = [:]
    /// The files whose version is known, by path.
    var versions: [String: Int64] = [:]
    var reads: [String: Int] = [:]
    /// Paths that exist and cannot be read.
    var refused: Set<String> = []
  }

  private let state: Mutex<State>

  init(_ files: [String: String]) {
    state = Mutex(State(files: files))
  }

  func set(_ path: String, _ text: String?) { state.withLock { $0.files[path] = text } }

  func set(version: Int64?, of path: String) { state.withLock { $0.versions[path] = version } }

  func refuse(_ path: String, isRefused: Bool) {
    state.withLock { state in
      if isRefused { state.refused.insert(path) } else { state.refused.remove(path) }
    }
  }

  func reads(of path: String) -> Int { state.withLock { $0.reads[path] ?? 0 } }

  func say(_ texts: [String], of path: String) { state.withLock { $0.next[path] = texts } }

  func read(_ path: String) throws(SourceError) -> SourceFile {
    let text: String? = state.withLock { state in
      state.reads[path, default: 0] += 1
      if state.refused.contains(path) { return nil }
      if let first = state.next[path]?.first {
        state.next[path]?.removeFirst()
        return first
      }
      return state.files[path]
    }
    guard let text else { throw SourceError(Diagnostic("file.missing", "no file at '\(path)'")) }
    return SourceFile(path: path, text: text)
  }

  func names(in folder: String) throws(SourceError) -> [String] {
    try InMemoryFileSystem(state.withLock { $0.files }).names(in: folder)
  }

  func kind(of path: String) -> FileKind? { nil }

  func version(of path: String) -> FileVersion? {
    state.withLock { $0.versions[path] }.map { FileVersion([$0]) }
  }
}

@Suite("A live folder follows its files")
struct LiveFolderTests {
  /// The texts of a folder by name; the text `broken` is rejected, and the earlier text replaces it.
  private func live(_ files: ScriptedFiles) throws -> LiveFolder<[String: String]> {
    try LiveFolder(folder: "F", files: files, includes: { $0.hasSuffix(".txt") }) {
      files, lastGood throws(SourceError) in
      var texts: [String: String] = [:]
      for name in try files.names(in: "F") where name.hasSuffix(".txt") {
        let text = String(decoding: try files.read("F/\(name)").bytes, as: UTF8.self)
        texts[name] = text == "broken" ? lastGood?[name] : text
      }
      return texts
    }
  }

  @Test("edited, new and removed files are detected at the next reload, and nothing else is")
  func reload() throws {
    let files = ScriptedFiles(["F/a.txt": "one", "F/b.txt": "two", "F/notes.md": "x"])
    let live = try live(files)
    #expect(live.current == ["a.txt": "one", "b.txt": "two"])
    try expect(live.reload()?.after, equals: nil)
    files.set("F/notes.md", "y")
    try expect(live.reload()?.after, equals: nil)
    files.set("F/a.txt", "three")
    #expect(live.current["a.txt"] == "one")
    let edit = try #require(try live.reload())
    #expect(edit.before["a.txt"] == "one" && edit.after["a.txt"] == "three")
    #expect(live.current == edit.after)
    files.set("F/c.txt", "new")
    files.set("F/b.txt", nil)
    try expect(live.reload()?.after, equals: ["a.txt": "three", "c.txt": "new"])
    try expect(live.reload()?.after, equals: nil)
  }

  @Test("a file is read again only if its version is new or not known")
  func versions() throws {
    let files = ScriptedFiles(["F/a.txt": "one", "F/b.txt": "two"])
    files.set(version: 1, of: "F/a.txt")
    let live = try live(files)
    for _ in 0..<3 { try expect(live.reload()?.after, equals: nil) }
    #expect(files.reads(of: "F/a.txt") == 1)
    #expect(files.reads(of: "F/b.txt") == 4)

    files.set("F/a.txt", "three")
    files.set(version: 2, of: "F/a.txt")
    try expect(live.reload()?.after["a.txt"], equals: "three")
    // Saved again as it was: read once, and no change.
    files.set(version: 3, of: "F/a.txt")
    for _ in 0..<3 { try expect(live.reload()?.after, equals: nil) }
    #expect(files.reads(of: "F/a.txt") == 3)

    files.set("F/a.txt", "four")
    files.set(version: nil, of: "F/a.txt")
    try expect(live.reload()?.after["a.txt"], equals: "four")
  }

  @Test("a file that cannot be read is tried again in the same version")
  func unreadable() throws {
    let files = ScriptedFiles(["F/a.txt": "one", "F/b.txt": "two"])
    let live = try LiveFolder(folder: "F", files: files, includes: { _ in true }) {
      (files: any FileSystem, _: [String]?) throws(SourceError) in
      try files.names(in: "F").map { (try? files.read("F/\($0)"))?.path ?? "none" }
    }
    #expect(live.current == ["F/a.txt", "F/b.txt"])
    files.refuse("F/b.txt", isRefused: true)
    files.set(version: 1, of: "F/b.txt")
    try expect(live.reload()?.after, equals: ["F/a.txt", "none"])
    files.refuse("F/b.txt", isRefused: false)
    try expect(live.reload()?.after, equals: ["F/a.txt", "F/b.txt"])
  }

  @Test("on disk a file has a version once its last change is some seconds old, and keeps it")
  func versionsOnDisk() throws {
    let files = DiskFileSystem()
    let old = "\(ProjectFolder.path)/Package.swift"
    let version = try #require(files.version(of: old))
    #expect(files.version(of: old) == version)
    #expect(files.version(of: "\(ProjectFolder.path)/Makefile") != version)
    #expect(files.version(of: "/nowhere/at/all") == nil)

    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("version-\(UInt64.random(in: 0...UInt64.max))").path
    try Data("new".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(files.version(of: path) == nil)
  }

  @Test("an invalid file can keep its earlier value, however long it stays invalid")
  func lastGood() throws {
    let files = ScriptedFiles(["F/a.txt": "one"])
    let live = try live(files)
    files.set("F/a.txt", "broken")
    try expect(live.reload()?.after, equals: ["a.txt": "one"])
    files.set("F/b.txt", "two")
    try expect(live.reload()?.after, equals: ["a.txt": "one", "b.txt": "two"])
    files.set("F/a.txt", "repaired")
    try expect(live.reload()?.after["a.txt"], equals: "repaired")
  }

  @Test("a missing folder is an error, and the earlier value stays")
  func gone() throws {
    let files = ScriptedFiles(["F/a.txt": "one"])
    let live = try live(files)
    files.set("F/a.txt", nil)
    let error = #expect(throws: SourceError.self) { try live.reload() }
    #expect(error?.diagnostics.first?.code == "folder.missing")
    #expect(live.current == ["a.txt": "one"])
    files.set("F/a.txt", "back")
    try expect(live.reload()?.after, equals: ["a.txt": "back"])
  }

  @Test("a failed read changes nothing and is repeated")
  func failing() throws {
    let files = ScriptedFiles(["F/a.txt": "one"])
    let live = try LiveFolder(folder: "F", files: files, includes: { _ in true }) {
      (files: any FileSystem, _: String?) throws(SourceError) in
      let text = String(decoding: try files.read("F/a.txt").bytes, as: UTF8.self)
      if text == "broken" { throw SourceError(Diagnostic("x", "broken")) }
      return text
    }
    files.set("F/a.txt", "broken")
    #expect(throws: SourceError.self) { try live.reload() }
    #expect(live.current == "one")
    #expect(throws: SourceError.self) { try live.reload() }
    files.set("F/a.txt", "two")
    try expect(live.reload()?.after, equals: "two")
  }

  @Test("a change during a read is detected at the next reload")
  func changeWhileReading() throws {
    let files = ScriptedFiles(["F/a.txt": "two"])
    // The comparison finds the old text, the reading the new one.
    files.say(["one"], of: "F/a.txt")
    let live = try live(files)
    _ = try live.reload()
    #expect(live.current == ["a.txt": "two"])
    try expect(live.reload()?.after, equals: nil)
  }

  @Test("a change that is undone during a read has no effect")
  func changeAndBackWhileReading() throws {
    let files = ScriptedFiles(["F/a.txt": "one"])
    // The comparison finds the text; the short-lived text after it is never read.
    files.say(["one"], of: "F/a.txt")
    let live = try live(files)
    try expect(live.reload()?.after, equals: nil)
    #expect(live.current == ["a.txt": "one"])
  }

  @Test("concurrent reloads all end with the current files")
  func together() async throws {
    let files = ScriptedFiles(["F/a.txt": "0"])
    let live = try live(files)
    try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 {
            _ = try live.reload()
            await Task.yield()
          }
        }
      }
      group.addTask {
        for number in 1...100 {
          files.set("F/a.txt", "\(number)")
          await Task.yield()
        }
      }
      try await group.waitForAll()
    }
    _ = try live.reload()
    #expect(live.current == ["a.txt": "100"])
    try expect(live.reload()?.after, equals: nil)
  }

  @Test("a folder is reloaded repeatedly until the task is cancelled")
  func repeating() async {
    let (looks, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      await Changing().watch(every: .microseconds(10)) { _ in continuation.yield() }
      continuation.finish()
    }
    var iterator = looks.makeAsyncIterator()
    for _ in 0..<3 { #expect(await iterator.next() != nil) }
    task.cancel()
    // It ends.
    while await iterator.next() != nil {}
    #expect(task.isCancelled)
  }

  @Test("a task that is already cancelled does not reload")
  func cancelled() async {
    let count = Mutex(0)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await Changing().watch(every: .zero) { _ in count.withLock { $0 += 1 } }
      return count.withLock { $0 }
    }
    await expect(task.value, equals: 0)
  }
}

/// Content that has changed whenever it is read again.
private struct Changing: Reloadable {
  func reload() -> FolderReload? { FolderReload(diagnostics: []) }
}
