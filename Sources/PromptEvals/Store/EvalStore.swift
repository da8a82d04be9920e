#if Evals
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
    public init(path: String) throws {
      let folder = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var configuration = Configuration()
      // Somebody else may be looking at results, or running another suite.
      configuration.busyMode = .timeout(20)
      configuration.prepareDatabase { database in
        // Each transaction reaches the disk, not only the system's memory.
        try database.execute(sql: "PRAGMA synchronous = FULL")
      }
      database = try DatabasePool(path: path, configuration: configuration)
      commits = CommitQueue(database)
      try StoreSchema.migrations.migrate(database)
    }

    /// The version of SQLite that is at work.
    public static var libraryVersion: String {
      let version = try? DatabaseQueue().read {
        try String.fetchOne($0, sql: "SELECT sqlite_version()")
      }
      return version ?? "unknown"
    }
  }
#endif
