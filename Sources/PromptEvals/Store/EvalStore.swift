import GRDB
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
  let database: DatabasePool
  let commits: CommitQueue
  let knownSides = KnownSides()

  /// Opens the file, or creates it together with its folder.
  ///
  /// A file in an older format is migrated.
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
    var configuration = Configuration()
    // Another process may be reading results or running another suite.
    configuration.busyMode = .timeout(20)
    configuration.prepareDatabase { database in
      // Checked before anything else, because a change of the journal mode would already modify the file.
      try StoreSchema.checkOwner(database, at: path, isThere: isThere)
      // Every transaction has to reach the disk, not only the operating system's cache.
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    do {
      database = try DatabasePool(path: path, configuration: configuration)
      try StoreSchema.migrations.migrate(database)
    } catch let error as DatabaseError {
      throw StoreError(error, at: path)
    }
    commits = CommitQueue(database)
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
