#if Postgres
  /// The tables, and how older ones become the present ones.
  enum PostgresSchema {
    /// The changes of the tables, the oldest first. One that was released never changes. Processes of the version before
    /// go on with the tables as they are then, since not all are updated at once; they cannot start again.
    private static let migrations = [
      // The ledger is text in bytes: `jsonb` cannot hold every text. Rows change often and grow slowly; with room on their
      // page, an update needs no new entry in the index.
      """
      CREATE TABLE coachkit_usage (
        person bytea PRIMARY KEY,
        version bytea NOT NULL,
        earlier bytea NOT NULL,
        ledger bytea NOT NULL
      ) WITH (fillfactor = 70);
      COMMENT ON COLUMN coachkit_usage.version IS
        'random; processes notice a change that was made by hand only if it changes this, too'
      """, CostTables.creation, CostTables.sumsCreation,
    ]

    /// Identifies the lock of migrations in a database: the letters `coachkit`.
    private static let lock: Int64 = 0x636f_6163_686b_6974

    /// Creates or updates the tables; any number of processes may do so at once.
    ///
    /// If there is nothing to do, this needs no permission beyond reading. Throws ``PostgresUsageError`` if the tables are
    /// those of a later version, and ``PostgresFailure``.
    static func migrate(
      _ schema: String, on connection: PostgresConnection, before deadline: Deadline
    ) throws {
      guard try version(on: connection, before: deadline) < migrations.count else { return }
      // Whatever throws from here on closes the connection, which rolls back.
      try connection.execute("BEGIN", before: deadline)
      _ = try connection.run(takeLock, with: [Array(bigint: lock)], before: deadline)
      let schemaName = PostgresConnection.quoted(schema)
      let hasSchema = try connection.run(
        findSchema, with: [Array(schema.utf8)], before: deadline)
      if hasSchema.isEmpty {
        try connection.execute("CREATE SCHEMA \(schemaName)", before: deadline)
      }
      try connection.execute(
        """
        CREATE TABLE IF NOT EXISTS coachkit_migrations (
          version bigint PRIMARY KEY,
          applied_at timestamptz NOT NULL DEFAULT now()
        )
        """, before: deadline)
      // Another process may have been faster.
      for number in try version(on: connection, before: deadline)..<migrations.count {
        try connection.execute(migrations[number], before: deadline)
        _ = try connection.run(record, with: [Array(bigint: Int64(number + 1))], before: deadline)
      }
      try connection.execute("COMMIT", before: deadline)
    }

    /// The number of migrations that the tables have seen.
    private static func version(
      on connection: PostgresConnection, before deadline: Deadline
    ) throws -> Int {
      let isCreated = try connection.run(findMigrations, before: deadline).first?.flag(0) ?? false
      guard isCreated else { return 0 }
      let version = try connection.run(readVersion, before: deadline).first?.integer(0) ?? 0
      guard version <= migrations.count else { throw PostgresUsageError.laterVersion }
      return max(0, Int(version))
    }

    private static let takeLock = PostgresStatement(
      "SELECT pg_advisory_xact_lock($1)::text", isRepeatable: false)
    private static let findSchema = PostgresStatement(
      "SELECT true FROM pg_namespace WHERE nspname = $1", isRepeatable: true)
    private static let findMigrations = PostgresStatement(
      "SELECT to_regclass('coachkit_migrations') IS NOT NULL", isRepeatable: true)
    private static let readVersion = PostgresStatement(
      "SELECT coalesce(max(version), 0) FROM coachkit_migrations", isRepeatable: true)
    private static let record = PostgresStatement(
      "INSERT INTO coachkit_migrations (version) VALUES ($1)", isRepeatable: false)
  }
#endif
