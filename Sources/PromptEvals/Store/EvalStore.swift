import GRDB
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sides of runs that are being written.
final class KnownSides: Sendable {
  private let sides = Mutex<[String: [String]]>([:])

  subscript(run: String) -> [String]? {
    get { sides.withLock { $0[run] } }
    set { sides.withLock { $0[run] = newValue } }
  }
}

/// The results of a workspace in one SQLite file.
///
/// A sample is one row of figures, which statistics read, and one of texts, which they do not touch; so a
/// run of 200,000 samples is summed up without reading its gigabyte. Whoever adds something waits until it
/// is on the disk; those who wait at the same time share one transaction (``CommitQueue``).
///
/// All reading is synchronous, also where the caller could wait: an asynchronous read takes a connection and
/// then waits for a thread, and when all threads wait for a connection nothing goes on any more.
public struct EvalStore: Sendable {
  let database: DatabasePool
  let commits: CommitQueue
  let knownSides = KnownSides()

  /// Opens the file, or makes it with its folder.
  ///
  /// A database that is somebody else's, or of a later version, is left as it is. Throws ``StoreError``.
  /// - Parameter isThere: whether the file must be there: whoever only reads makes nothing.
  public init(path: String, isThere: Bool = false) throws {
    try Self.checkPlace(path, isThere: isThere)
    var configuration = Configuration()
    // Somebody else may be looking at results, or running another suite.
    configuration.busyMode = .timeout(20)
    configuration.prepareDatabase { database in
      // Before anything else, since a journal in another form would be a change already.
      try StoreSchema.checkOwner(database, at: path, isThere: isThere)
      // Each transaction reaches the disk, not only the system's memory.
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
        "the folder of '\(path)' cannot be made",
        hint: "check the path, and the permissions of the folder above it")
    }
  }

  /// The version of SQLite that is at work.
  public static var libraryVersion: String {
    let version = try? DatabaseQueue().read {
      try String.fetchOne($0, sql: "SELECT sqlite_version()")
    }
    return version ?? "unknown"
  }
}
