// Without the trait there is no client library, and the module is empty.
#if Postgres
  public import CoachAccess
  import Synchronization

  /// A usage store in PostgreSQL, which any number of processes on any number of machines may share.
  ///
  /// Each person is a row. A change is one statement that takes effect only if the row is still the one from which the
  /// change started; otherwise it runs again. Ledgers of people who wrote recently stay in memory, so that this needs no
  /// reading before. The store reconnects when the server restarts or another one takes over, and a change whose reply
  /// was lost is neither lost nor done twice.
  ///
  /// The module needs the package's trait `Postgres` and libpq:
  ///
  /// ```swift
  /// import CoachKit
  /// import PostgresUsage
  ///
  /// let usage = try await PostgresUsageStore("postgresql://coach@db.example/coach")
  /// ```
  public final class PostgresUsageStore: UsageStore {
    /// The threads with their connections, for further tables of this store.
    package let pool: PostgresPool
    private let cache: Mutex<LedgerCache>
    private let settings: PostgresSession.Settings
    /// The thread and the connection of reports, from the first one on.
    private let reporting = Mutex<PostgresPool?>(nil)
    /// Identifies this store in the versions of rows.
    private let writer = UInt64.random(in: .min ... .max)

    /// The number of times that a change starts again because another process was faster.
    private static let maximumAttempts = 64

    /// Connects to a database, and creates or updates its tables.
    ///
    /// The user needs permission to create the schema, unless somebody else has run this once; then it needs `USAGE` of the
    /// schema and `SELECT`, `INSERT`, `UPDATE` and `DELETE` on its tables. Through a connection pooler, the store needs
    /// sessions of its own (with PgBouncer: `pool_mode=session`). Several hosts may be named: the store uses the one that
    /// accepts writes.
    ///
    /// Throws ``PostgresUsageError`` if the database cannot be used, or if its tables are those of a later version.
    ///
    /// - Parameters:
    ///   - connection: A connection string or URI of libpq. It is a secret and never part of an error. What it leaves out
    ///     comes from libpq's environment variables.
    ///   - schema: The schema of the tables. Those of two services may share a database.
    ///   - connections: The number of connections and threads, at least 1.
    ///   - cachedPeople: The number of ledgers that stay in memory, at most about 100 KB each.
    ///   - timeouts: How long calls may take.
    ///   - random: The source of the lengths of pauses between attempts.
    public init(
      _ connection: String, schema: String = "coachkit", connections: Int = 4,
      cachedPeople: Int = 1000, timeouts: PostgresTimeouts = PostgresTimeouts(),
      random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) async throws {
      guard 1...63 ~= schema.utf8.count, !schema.utf8.contains(0) else {
        throw PostgresUsageError.wrongSchemaName
      }
      let timeouts = timeouts.bounded
      (pool, settings) = try await PostgresUsageError.describing {
        let settings = PostgresSession.Settings(
          address: try PostgresAddress(connection, timeouts: timeouts), schema: schema,
          timeouts: timeouts, random: RandomSource(random))
        try await PostgresPool.once(settings) { connection, deadline in
          try PostgresSchema.migrate(schema, on: connection, before: deadline)
        }
        return (try PostgresPool(settings, connections: connections), settings)
      }
      cache = Mutex(LedgerCache(capacity: cachedPeople))
    }

    /// Changes the ledger of a person in one atomic step.
    ///
    /// Throws ``PostgresUsageError`` if the database does not answer in time or cannot be used, and what the change throws.
    /// After an error of the database the change may have been stored. The cancellation of the task has no effect.
    public func updateLedger<Value: Sendable>(
      of person: String, _ change: @escaping @Sendable (inout UsageLedger) throws -> Value
    ) async throws -> Value {
      let person = Array(person.utf8)
      return try await PostgresUsageError.describing {
        try await pool.perform(inOrderOf: person) { session, deadline in
          try self.run(
            change, on: LedgerRow(person: person, session: session, deadline: deadline))
        }
      }
    }

    /// Deletes everything about a person. A change that is in progress at the same time may come after it.
    ///
    /// The server removes the deleted row from its files with a later vacuum, and keeps it in archives and backups for as
    /// long as it has those. Throws ``PostgresUsageError`` if the database does not answer in time or cannot be used.
    public func forget(_ person: String) async throws {
      let person = Array(person.utf8)
      try await PostgresUsageError.describing {
        try await pool.perform(inOrderOf: person) { session, deadline in
          self.keep(nil, of: person)
          try LedgerRow(person: person, session: session, deadline: deadline).delete()
        }
      }
    }

    /// Which rows of sums this store adds to.
    var shard: Int64 { Int64(writer % CostTables.shards) }

    /// The thread for what may take longer than a turn would wait. One at a time is run.
    func reports() throws -> PostgresPool {
      try reporting.withLock { reporting in
        if let known = reporting { return known }
        var settings = settings
        settings.timeouts.operation = settings.timeouts.report
        let made = try PostgresPool(settings, connections: 1)
        reporting = made
        return made
      }
    }

    // MARK: On a thread of the pool

    private func run<Value>(
      _ change: (inout UsageLedger) throws -> Value, on row: LedgerRow
    ) throws -> Value {
      var stored = cache.withLock { $0.ledger(of: row.person) }
      // What was decided without a write holds only for a ledger that this call has read.
      var isCurrent = false
      if stored == nil {
        stored = try read(row)
        isCurrent = true
      }
      var conflicts = 0
      while conflicts < Self.maximumAttempts {
        let before = stored?.ledger ?? UsageLedger()
        var after = before
        let value = Result { try change(&after) }
        if case .success = value, after != before, stored != nil || !after.isEmpty {
          let version = RowVersion(by: writer)
          let written = StoredLedger(
            history: stored?.history.adding(version) ?? RowHistory(version), ledger: after)
          switch try row.write(written, inPlaceOf: stored) {
          case .written:
            keep(written, of: row.person)
            if after.isEmpty { deleteEmpty(written, row) }
            return try value.get()
          case .writtenAndReplaced:
            keep(nil, of: row.person)
            return try value.get()
          case .superseded:
            conflicts += 1
            try row.session.pause(afterConflicts: conflicts, before: row.deadline)
            stored = try read(row, unless: stored)
          }
        } else {
          if isCurrent { return try value.get() }
          let version = stored?.history.version
          stored = try read(row, unless: stored)
          if stored?.history.version == version { return try value.get() }
        }
        isCurrent = true
      }
      throw PostgresUsageError.contended
    }

    /// Reads the row, or confirms that it still is what is known of it.
    private func read(_ row: LedgerRow, unless known: StoredLedger? = nil) throws -> StoredLedger? {
      let stored = try row.read(unless: known)
      keep(stored, of: row.person)
      return stored
    }

    private func keep(_ stored: StoredLedger?, of person: [UInt8]) {
      cache.withLock { $0.set(stored, of: person) }
    }

    /// Deletes the row of a ledger that has become empty.
    ///
    /// It is first written like any other: after a lost reply, a missing row could not tell who had deleted it. If the
    /// deletion fails, the change is stored nevertheless, and the empty row has the effect of none.
    private func deleteEmpty(_ written: StoredLedger, _ row: LedgerRow) {
      keep(nil, of: row.person)
      try? row.delete(written.history.version)
    }
  }
#endif
