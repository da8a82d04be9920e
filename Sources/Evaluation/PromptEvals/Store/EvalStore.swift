import GRDB
import SourceFiles
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A cache of the sides of runs, by the run's ID.
final class KnownSides: Sendable {
  private let sides = Mutex<[String: [String]]>([:])

  subscript(run: String) -> [String]? {
    get { sides.withLock { $0[run] } }
    set { sides.withLock { $0[run] = newValue } }
  }
}

/// The evaluation results of a workspace, in one SQLite file.
///
/// Each sample is a row of figures, which statistics read, and a row of texts, which they do not touch: a run
/// of 200,000 samples is summarized without reading its gigabyte of text. A write returns once it is on disk;
/// concurrent writes share one transaction.
///
/// ```swift
/// import PromptEvals
///
/// let store = try EvalStore(path: ".coachkit/evals.sqlite", isThere: true)
/// for run in try store.runs() where run.suite == "discovery-ab" {
///   var failedTurns = 0
///   try store.eachScores(of: run) { failedTurns += $0.failedTurns }
///   print("\(run.id) is \(run.status.rawValue), with \(failedTurns) failed replies")
/// }
/// ```
///
/// All reads are synchronous, even in asynchronous methods: an asynchronous read would take a connection and
/// then wait for a thread, and once all threads wait for a connection, no task makes progress.
public struct EvalStore: Sendable {
  let path: String
  let database: any DatabaseWriter
  let commits: CommitQueue
  let knownSides = KnownSides()

  /// Opens the file, or creates it together with its folder.
  ///
  /// A file in an older format is migrated. If results must exist and the file or its folder cannot be written, it is
  /// opened for reading only: results on another's disk can be shown, and a write throws.
  ///
  /// Throws ``StoreError`` if the path is a folder, if the database belongs to another program or was written
  /// by a later version, or if it cannot be opened. Such a database is left unchanged.
  ///
  /// - Parameters:
  ///   - path: The path of the SQLite file.
  ///   - isThere: Whether results must exist already. If true, a missing or empty database is an error and
  ///     nothing is created.
  public init(path: String, isThere: Bool = false) throws {
    try Self.checkPlace(path, isThere: isThere)
    try self.init(path: path, isThere: isThere, isReadOnly: isThere && !Self.isWritable(path))
  }

  init(path: String, isThere: Bool, isReadOnly: Bool) throws {
    self.path = path
    var configuration = Configuration()
    // Another process may be reading results or running another suite.
    configuration.busyMode = .timeout(20)
    configuration.prepareDatabase { database in
      // Checked before anything else, because a change of the journal mode would already modify the file.
      try StoreSchema.checkOwner(database, at: path, isThere: isThere)
      guard !isReadOnly else { return }
      // Every transaction has to reach the disk, not only the operating system's cache.
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    if isReadOnly { configuration.readonly = true }
    database = try Self.named(path) { [configuration] () -> any DatabaseWriter in
      if isReadOnly {
        let queue = try DatabaseQueue(
          path: Self.readOnlyAddress(of: path), configuration: configuration)
        try Self.checkMigrated(queue, at: path)
        return queue
      }
      return try Self.alone(at: path) {
        let pool = try DatabasePool(path: path, configuration: configuration)
        try StoreSchema.migrations.migrate(pool)
        return pool
      }
    }
    commits = CommitQueue(database, path: path)
  }

  /// Opens a file while no other process does.
  ///
  /// SQLite does not wait while another process changes the journal's mode, and the migrator looks at what is there
  /// before its transaction begins, so that two of them would both begin.
  private static func alone<Value>(at path: String, _ work: () throws -> Value) throws -> Value {
    guard case .taken(let lock) = FileLock.take(path + ".opening", waits: true) else {
      return try work()
    }
    defer { lock.release() }
    return try work()
  }

  private static func isWritable(_ path: String) -> Bool {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    return FileManager.default.isWritableFile(atPath: path)
      && FileManager.default.isWritableFile(atPath: folder)
  }

  /// Returns the address under which SQLite opens a file without writing beside it.
  ///
  /// A database with a log of recent writes needs a shared-memory file, unless SQLite is told that nobody changes it.
  /// Then it ignores the log, so one that is not empty must be read in the usual way.
  private static func readOnlyAddress(of path: String) -> String {
    let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
    guard log ?? 0 == 0 else { return path }
    return URL(filePath: path).absoluteString + "?immutable=1"
  }

  private static func checkMigrated(_ database: any DatabaseReader, at path: String) throws {
    guard try database.read(StoreSchema.migrations.hasCompletedMigrations) else {
      throw StoreError(
        "'\(path)' is in an older format and cannot be written to change that",
        hint: "copy it to a folder of your own: it is changed when it is opened there")
    }
  }

  private static func checkPlace(_ path: String, isThere: Bool) throws {
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard !isFolder else {
      throw StoreError("'\(path)' is a folder", hint: "name the file inside it")
    }
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    guard !isThere || (exists && size != 0) else {
      throw StoreError("there are no results in '\(path)'", hint: "run a suite first")
    }
    guard !exists else { return }
    let folder = URL(filePath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw StoreError(
        "the folder of '\(path)' cannot be created",
        hint: "check the path, and the permissions of the folder above it")
    }
  }

  /// The version of the SQLite library in use; `unknown` if it cannot be determined.
  public static var libraryVersion: String {
    let version = try? DatabaseQueue().read {
      try String.fetchOne($0, sql: "SELECT sqlite_version()")
    }
    return version ?? "unknown"
  }
}
