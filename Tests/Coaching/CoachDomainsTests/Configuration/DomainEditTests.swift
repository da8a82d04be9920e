@testable import CoachDomains
import SourceFiles
import Synchronization
import Testing
import TestKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite("Edits of domains by an operator")
struct DomainEditTests {
  private let files = ChangingFiles(SampleDomain.files)

  private func live() throws -> LiveDomainLibrary {
    try LiveDomainLibrary(folder: "D", files: files)
  }

  private func edited(_ name: String) -> [UInt8] {
    var sample = SampleDomain.garden
    sample.name = name
    return Array(sample.yaml.utf8)
  }

  /// Saves into the files in memory.
  @discardableResult
  private func save(
    _ bytes: [UInt8], as id: String = "garden", _ condition: DomainEditCondition,
    in live: LiveDomainLibrary
  ) throws -> SavedDomain {
    try live.save(bytes, as: id, replacing: condition) { [files] bytes, path in
      files.set(path, String(decoding: bytes, as: UTF8.self))
    }
  }

  private func error(_ work: () throws -> Void) -> DomainEditError? {
    #expect(throws: DomainEditError.self) { try work() }
  }

  @Test("an edit takes effect at once, and its tag is that of the new file")
  func effective() throws {
    let live = try live()
    let tag = try #require(live.file(of: "garden")).tag
    let saved = try save(edited("The garden"), .unchanged(tag), in: live)
    try expect(live.library.domain("garden").name, equals: "The garden")
    #expect(live.current.domains.first { $0.id == "garden" }?.name == "The garden")
    #expect(live.file(of: "garden")?.tag == saved.tag && saved.tag != tag && !saved.isNew)
  }

  @Test("the second of two edits of the same text is refused, and loses nothing")
  func overtaken() throws {
    let live = try live()
    let tag = try #require(live.file(of: "garden")).tag
    let first = try save(edited("First"), .unchanged(tag), in: live)
    let refused = error { try save(edited("Second"), .unchanged(tag), in: live) }
    guard case .changed(let now)? = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(now == first.tag)
    try expect(live.library.domain("garden").name, equals: "First")
    try save(edited("Second"), .any, in: live)
    try expect(live.library.domain("garden").name, equals: "Second")
  }

  @Test("a broken text changes neither file nor library, and its problem has a place")
  func broken() throws {
    let live = try live()
    let before = live.file(of: "garden")
    let text = String(decoding: edited("x"), as: UTF8.self).replacing("tone: t", with: "tone: [t]")
    let refused = error { try save(Array(text.utf8), .any, in: live) }
    guard case .invalid(let problem)? = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(problem.diagnostics.first?.location?.line == 4)
    #expect(live.file(of: "garden") == before)
    try expect(live.library.domain("garden").name, equals: SampleDomain.garden.name)
  }

  @Test("a text with another id than its name is refused")
  func otherID() throws {
    let live = try live()
    guard case .invalid? = error({ try save(edited("x"), as: "orchard", .new, in: live) }) else {
      Issue.record("saved")
      return
    }
    #expect(live.file(of: "orchard") == nil)
  }

  @Test("a new domain exists from the next turn on, and only once")
  func new() throws {
    let live = try live()
    let text = String(decoding: edited("The orchard"), as: UTF8.self)
      .replacing("id: garden", with: "id: orchard")
    let saved = try save(Array(text.utf8), as: "orchard", .new, in: live)
    #expect(saved.isNew && live.current.domains.contains { $0.id == "orchard" })
    guard case .changed? = error({ try save(Array(text.utf8), as: "orchard", .new, in: live) })
    else {
      Issue.record("saved twice")
      return
    }
  }

  @Test(
    "an id leads nowhere but to a domain's file",
    arguments: [
      "", "..", "../garden", "a/b", "_none", "_router", ".hidden", "garden.yaml", "Garden", "a b",
      "ä", "a\u{0}b", String(repeating: "a", count: 65),
    ])
  func ids(id: String) throws {
    let live = try live()
    #expect(live.file(of: id) == nil)
    guard case .invalidID? = error({ try save(edited("x"), as: id, .any, in: live) }) else {
      Issue.record("\(id)")
      return
    }
  }

  @Test("a folder that cannot be written leaves everything as it was, and the reason is given")
  func unwritable() throws {
    struct Full: Error, CustomStringConvertible { let description = "no space left" }
    let live = try live()
    let refused = error {
      _ = try live.save(edited("x"), as: "garden", replacing: .any) { _, _ in throw Full() }
    }
    guard case .unwritable(let reason)? = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(reason.contains("no space left"))
    try expect(live.library.domain("garden").name, equals: SampleDomain.garden.name)
    guard
      case .unwritable? = error({ _ = try live.save(edited("x"), as: "garden", replacing: .any) })
    else {
      Issue.record("domains in memory were written")
      return
    }
  }

  @Test("an edit of what there is makes no new domain")
  func existing() throws {
    let live = try live()
    let text = String(decoding: edited("x"), as: UTF8.self)
      .replacing("id: garden", with: "id: orchard")
    guard
      case .changed(nil)? = error({ try save(Array(text.utf8), as: "orchard", .existing, in: live) }
      )
    else {
      Issue.record("saved")
      return
    }
    #expect(live.file(of: "orchard") == nil)
    try expect(save(edited("There"), .existing, in: live).isNew, equals: false)
  }

  @Test("what cannot be read is not taken for a new domain")
  func unreadable() throws {
    let live = try live()
    let unreadable = UnreadableFiles(files)
    let other = try LiveDomainLibrary(folder: "D", files: unreadable)
    unreadable.isBroken.set(true)
    guard
      case .changed(nil)? = error({
        _ = try other.save(edited("x"), as: "garden", replacing: .new) { _, _ in
          Issue.record("written over")
        }
      })
    else {
      Issue.record("saved")
      return
    }
    try expect(live.library.domain("garden").name, equals: SampleDomain.garden.name)
  }

  @Test("what was written is saved, also if the folder cannot be read again")
  func reloading() throws {
    let unreadable = UnreadableFiles(files)
    let live = try LiveDomainLibrary(folder: "D", files: unreadable)
    let saved = try live.save(edited("Later"), as: "garden", replacing: .any) { bytes, path in
      files.set(path, String(decoding: bytes, as: UTF8.self))
      unreadable.isBroken.set(true)
    }
    #expect(saved.findings.map(\.code) == ["domain.reload"] && !saved.isNew)
    unreadable.isBroken.set(false)
    _ = try live.reload()
    try expect(live.library.domain("garden").name, equals: "Later")
  }

  @Test("the folder is locked against other processes from the check to the rename")
  func locked() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "domains-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(SampleDomain.garden.yaml.utf8).write(to: URL(filePath: "\(folder)/garden.yaml"))
    let live = try LiveDomainLibrary(folder: folder)
    let lock = "\(folder)/.domains.lock"
    var wasHeld = false
    _ = try live.save(edited("Locked"), as: "garden", replacing: .any) { bytes, path in
      wasHeld = FileLock.isHeld(lock)
      try Data(bytes).write(to: URL(filePath: path))
    }
    #expect(wasHeld && !FileLock.isHeld(lock))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["garden.yaml"])
  }

  @Test("a file that is broken on disk can be read and repaired")
  func repaired() throws {
    let live = try live()
    files.set("D/garden.yaml", "id: garden\nname: [")
    _ = try live.reload()
    let file = try #require(live.file(of: "garden"))
    #expect(String(decoding: file.bytes, as: UTF8.self).hasSuffix("name: ["))
    try save(edited("Repaired"), .unchanged(file.tag), in: live)
    try expect(live.library.domain("garden").name, equals: "Repaired")
    #expect(live.library.diagnostics.isEmpty)
  }
}

/// Files that can be listed, until a test says that they cannot be read.
private final class UnreadableFiles: FileSystem {
  let isBroken = Flag()
  private let files: ChangingFiles

  init(_ files: ChangingFiles) { self.files = files }

  final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set(_ isSet: Bool) { value.withLock { $0 = isSet } }
  }

  private func check() throws(SourceError) {
    guard isBroken.isSet else { return }
    throw SourceError(Diagnostic("file.unreadable", "the disk does not answer"))
  }

  func read(_ path: String) throws(SourceError) -> SourceFile {
    try check()
    return try files.read(path)
  }

  func names(in folder: String) throws(SourceError) -> [String] {
    try check()
    return try files.names(in: folder)
  }

  func kind(of path: String) -> FileKind? { files.kind(of: path) }
}
