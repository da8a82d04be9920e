import Foundation
import GRDB
@testable import PromptEvals
import Testing
import TestKit

@Suite("Only files with results are opened, and others are not changed")
struct StoreFileTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body("\(folder.path())/evals.sqlite")
  }

  private func problem(_ path: String, isThere: Bool = false) -> StoreError? {
    #expect(throws: StoreError.self) { try EvalStore(path: path, isThere: isThere) }
  }

  @Test("files that are not databases, and a damaged one")
  func damaged() throws {
    try inFolder { path in
      try Data(repeating: 0x61, count: 5000).write(to: URL(filePath: path))
      let error = problem(path)
      #expect(error?.message.contains("'\(path)' is not a database") == true && error?.hint != nil)
    }
    try inFolder { path in
      _ = try EvalStore(path: path)
      let whole = try Data(contentsOf: URL(filePath: path))
      try Data(whole.prefix(whole.count / 2)).write(to: URL(filePath: path))
      for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
      #expect(problem(path)?.message.contains("'\(path)' is damaged") == true)
    }
  }

  @Test("a file that cannot be written is read, nothing appears beside it, and a write is an error")
  func readOnly() async throws {
    try await EvalStoreTests.inStore { store, path in
      try await store.begin(EvalStoreTests.run("r1"))
      let folder = URL(filePath: path).deletingLastPathComponent()
      let copy = folder.appending(path: "copy").path()
      try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
      let file = "\(copy)/evals.sqlite"
      // A copy without the log of recent writes, as one that a process has closed.
      try await store.database.vacuum()
      try await store.database.writeWithoutTransaction { database in
        _ = try database.checkpoint(.truncate)
      }
      try FileManager.default.copyItem(atPath: path, toPath: file)
      let other = try EvalStore(path: file, isThere: true, isReadOnly: true)
      try expect(other.runs().map(\.id), equals: ["r1"])
      try expect(FileManager.default.contentsOfDirectory(atPath: copy), equals: ["evals.sqlite"])
      await #expect {
        try await other.begin(EvalStoreTests.run("r2"))
      } throws: { error in
        (error as? StoreError)?.message == "'\(file)' cannot be written"
      }
    }
  }

  @Test("an older format that cannot be written is not migrated")
  func readOnlyOld() throws {
    try inFolder { path in
      let queue = try DatabaseQueue(path: path)
      try StoreSchema.migrations.migrate(queue, upTo: "runs and samples")
      try queue.close()
      let before = try Data(contentsOf: URL(filePath: path))
      #expect {
        try EvalStore(path: path, isThere: true, isReadOnly: true)
      } throws: { error in
        (error as? StoreError)?.message.contains("is in an older format") == true
      }
      try expect(Data(contentsOf: URL(filePath: path)), equals: before)
    }
  }

  @Test("several processes that open a new file at once all get it")
  func openedAtOnce() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "store-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for number in 0..<10 {
      let path = folder.appending(path: "\(number)/evals.sqlite").path()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<6 { group.addTask { try EvalStore(path: path).runs().count } }
        for try await count in group { #expect(count == 0) }
      }
      #expect(!FileManager.default.fileExists(atPath: path + ".opening"))
    }
  }

  @Test("another program's tables are not touched")
  func foreign() throws {
    try inFolder { path in
      let queue = try DatabaseQueue(path: path)
      try queue.write { try $0.execute(sql: "CREATE TABLE theirs (a)") }
      try queue.close()
      let before = try Data(contentsOf: URL(filePath: path))
      for isThere in [false, true] {
        #expect(problem(path, isThere: isThere)?.message.contains("another program") == true)
      }
      try expect(Data(contentsOf: URL(filePath: path)), equals: before)
    }
  }

  @Test("another program's migrations are not touched")
  func otherMigrations() throws {
    try inFolder { path in
      let queue = try DatabaseQueue(path: path)
      var migrator = DatabaseMigrator()
      migrator.registerMigration("theirs") { try $0.execute(sql: "CREATE TABLE theirs (a)") }
      try migrator.migrate(queue)
      try queue.close()
      #expect(problem(path)?.message.contains("another program") == true)
    }
  }

  @Test("a later version's results are not touched")
  func later() throws {
    try inFolder { path in
      let queue = try DatabaseQueue(path: path)
      try StoreSchema.migrations.migrate(queue)
      try queue.write {
        try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('to come')")
      }
      try queue.close()
      #expect(problem(path)?.message.contains("later version") == true)
    }
  }

  @Test("reading creates no folder, file or tables")
  func reading() throws {
    try inFolder { path in
      #expect(problem(path, isThere: true) != nil)
      #expect(problem("\(path)/none/evals.sqlite", isThere: true) != nil)
      #expect(!FileManager.default.fileExists(atPath: path))
      try Data().write(to: URL(filePath: path))
      #expect(problem(path, isThere: true)?.message.contains("no results") == true)
      try expectEmpty(Data(contentsOf: URL(filePath: path)))
      // For writing, an empty file counts as none.
      try expectEmpty(EvalStore(path: path).runs())
      try expectEmpty(EvalStore(path: path, isThere: true).runs())
    }
  }

  @Test("a folder that cannot be created is reported with the requested path")
  func folder() throws {
    try inFolder { path in
      try Data().write(to: URL(filePath: path))
      let error = problem("\(path)/below/evals.sqlite")
      #expect(error?.message.contains("cannot be created") == true && error?.hint != nil)
    }
  }

  @Test("an error while results are read names the file")
  func named() async throws {
    try await EvalStoreTests.inStore { store, path in
      try await store.begin(EvalStoreTests.run("r1"))
      try store.write { try $0.execute(sql: "DROP TABLE promptText") }
      let error = #expect(throws: StoreError.self) { try store.text("d1") }
      #expect(error?.message.contains(path) == true)
    }
  }
}
