// Without the trait there is no database library, and the module is empty.
#if SQLiteUsage || Evals
  public import CoachAccess
  import Documents
  import GRDB
  import SourceFiles

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// A usage store in a SQLite file, which several processes of one machine may share.
  ///
  /// Each person is a row. A change is one transaction that locks the file before it reads, so two changes never start
  /// from the same ledger. The file uses a write-ahead log: a crash of the program loses nothing, a power failure at most
  /// the last moments.
  ///
  /// The module needs the package's trait `SQLiteUsage`:
  ///
  /// ```swift
  /// import CoachKit
  /// import SQLiteUsage
  ///
  /// let usage = try SQLiteUsageStore(path: "usage.sqlite")
  /// ```
  public final class SQLiteUsageStore: UsageStore {
    private let path: String
    private let database: DatabaseQueue
    /// A connection for reading what takes long, which must not delay the changes of turns.
    private let reports: DatabaseQueue

    /// Opens the file, or creates it; its folder must exist.
    ///
    /// Throws ``SQLiteUsageError`` if the file is not one of this store, was written by a later version, or cannot be
    /// opened. Such a file is left unchanged.
    public init(path: String) throws {
      self.path = path
      var configuration = Configuration()
      configuration.label = "coachkit usage"
      // Another process may be writing.
      configuration.busyMode = .timeout(10)
      configuration.prepareDatabase { database in
        // Checked first, because a change of the journal mode would already modify the file.
        try UsageSchema.checkOwner(of: database, at: path)
        // What is deleted is overwritten, so that nothing of a forgotten person stays in the file.
        try database.execute(
          sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON")
      }
      (database, reports) = try SQLiteUsageError.naming(path) { [configuration] in
        try Self.alone(at: path) {
          let queue = try DatabaseQueue(path: path, configuration: configuration)
          try UsageSchema.migrations.migrate(queue)
          var reading = Configuration()
          reading.label = "coachkit usage reports"
          reading.busyMode = .timeout(10)
          reading.readonly = true
          return (queue, try DatabaseQueue(path: path, configuration: reading))
        }
      }
    }

    /// Opens a file while no other process does: SQLite does not wait while another one changes the journal's mode.
    private static func alone<Value>(at path: String, _ work: () throws -> Value) throws -> Value {
      guard case .taken(let lock) = FileLock.take(path + ".opening", waits: true) else {
        return try work()
      }
      defer { lock.release() }
      return try work()
    }

    /// Changes the ledger of a person in one transaction. Throws ``SQLiteUsageError`` if the file cannot be read or
    /// written, and what the change throws.
    public func updateLedger<Value: Sendable>(
      of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
    ) async throws -> Value {
      let path = path
      return try await self.change { database in
        let key = Data(person.utf8)
        let before = try Self.ledger(of: key, in: database, at: path)
        var ledger = before
        let value = try change(&ledger)
        if ledger != before { try Self.write(ledger, of: key, in: database) }
        return value
      }
    }

    /// Does some work in one transaction. Failures of SQLite name the file.
    func change<Value: Sendable>(
      _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
      try await naming { try await database.write(work) }
    }

    /// Reads beside the changes of others. Failures of SQLite name the file.
    func report<Value: Sendable>(
      _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
      try await naming { try await reports.read(work) }
    }

    private func naming<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
      do {
        return try await work()
      } catch let error as DatabaseError {
        throw SQLiteUsageError(error, at: path)
      } catch is RowDecodingError {
        throw SQLiteUsageError.damaged(path)
      }
    }

    /// Deletes everything about a person, so that the file holds no byte of it, nor does its log unless another process
    /// is reading at this moment. Throws ``SQLiteUsageError`` if the file cannot be written.
    public func forget(_ person: String) async throws {
      try await updateLedger(of: person) { $0 = UsageLedger() }
      let path = path
      do {
        try await database.writeWithoutTransaction { database in
          _ = try Row.fetchAll(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
      } catch let error as DatabaseError {
        throw SQLiteUsageError(error, at: path)
      }
    }

    private static func ledger(of key: Data, in database: Database, at path: String) throws
      -> UsageLedger
    {
      let text = try Data.fetchOne(
        database, sql: "SELECT CAST(ledger AS BLOB) FROM usage WHERE person = ?", arguments: [key])
      guard let text else { return UsageLedger() }
      do {
        return try UsageLedger.document.read(
          SourceFile(path: path, bytes: Array(text), isQuoted: false))
      } catch {
        throw SQLiteUsageError.damaged(path)
      }
    }

    private static func write(_ ledger: UsageLedger, of key: Data, in database: Database) throws {
      guard !ledger.isEmpty else {
        return try database.execute(sql: "DELETE FROM usage WHERE person = ?", arguments: [key])
      }
      try database.execute(
        sql: """
          INSERT INTO usage (person, ledger) VALUES (?, ?)
          ON CONFLICT (person) DO UPDATE SET ledger = excluded.ledger
          """, arguments: [key, Data(ledger.json.text().utf8)])
    }
  }

  /// The table, and the migrations of older files.
  private enum UsageSchema {
    /// Marks the file as one of this store: the letters `CKUS`.
    private static let applicationID = 0x434b_5553

    static var migrations: DatabaseMigrator {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("one ledger for each person") { database in
        try database.execute(
          sql: """
            CREATE TABLE usage (person BLOB PRIMARY KEY NOT NULL, ledger BLOB NOT NULL) WITHOUT ROWID;
            PRAGMA application_id = \(applicationID)
            """)
      }
      migrator.registerMigration("costs of each person and day") { database in
        try database.execute(sql: CostTables.creation)
      }
      migrator.registerMigration("sums of costs") { database in
        try database.execute(sql: CostTables.sumsCreation)
      }
      return migrator
    }

    /// Refuses a file that belongs to another program or to a later version of this one.
    static func checkOwner(of database: Database, at path: String) throws {
      let owner = try Int.fetchOne(database, sql: "PRAGMA application_id")
      let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
      guard tables != 0 else { return }
      guard owner == applicationID else {
        throw SQLiteUsageError(
          "'\(path)' is a database of another program", advice: "name a file of its own")
      }
      guard try !migrations.hasBeenSuperseded(database) else {
        throw SQLiteUsageError(
          "'\(path)' was written by a later version of CoachKit", advice: "update this program")
      }
    }
  }
#endif
