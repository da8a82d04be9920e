import GRDB

/// The tables, and the migrations of older files.
enum StoreSchema {
  static var migrations: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("runs and samples") { database in
      try database.create(table: "run") { table in
        table.primaryKey("id", .text)
        table.column("suite", .text).notNull()
        table.column("started", .text).notNull()
        table.column("isComplete", .boolean).notNull().defaults(to: false)
        table.column("header", .text).notNull()
      }
      try database.create(table: "sample") { table in
        table.autoIncrementedPrimaryKey("id")
        table.belongsTo("run", onDelete: .cascade).notNull()
        table.column("side", .text).notNull()
        table.column("transcript", .text).notNull()
        table.column("inputTokens", .integer)
        table.column("outputTokens", .integer)
        table.column("content", .text).notNull()
        table.uniqueKey(["runId", "side", "transcript"])
      }
    }
    migrator.registerMigration("figures apart from texts", migrate: separateFigures)
    migrator.registerMigration("costs of pairwise judges") { database in
      try database.alter(table: "pairwise") { $0.add(column: "costs", .text) }
    }
    // Samples from before have none: theirs are in their texts.
    migrator.registerMigration("requests beside figures") { database in
      // A file of the first format has the column from its conversion.
      if try !database.columns(in: "sample").contains(where: { $0.name == "requests" }) {
        try database.alter(table: "sample") { $0.add(column: "requests", .text) }
      }
      try database.alter(table: "pairwise") { $0.add(column: "requests", .text) }
    }
    return migrator
  }

  /// Throws for the database of another program, for one of a later version, and, if results must exist, for an
  /// empty one.
  static func checkOwner(_ database: Database, at path: String, isThere: Bool) throws {
    let tables = try String.fetchSet(
      database,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'grdb_migrations'
        """)
    guard !tables.isEmpty else {
      guard !isThere else {
        throw StoreError("there are no results in '\(path)'", hint: "run a suite first")
      }
      return
    }
    let applied = try migrations.appliedIdentifiers(database)
    guard !applied.isDisjoint(with: migrations.migrations) else {
      throw StoreError(
        "'\(path)' is the database of another program",
        hint: "keep results elsewhere: this one is not changed")
    }
    guard try !migrations.hasBeenSuperseded(database) else {
      throw StoreError(
        "'\(path)' was written by a later version of coachkit",
        hint: "use that version, or keep results elsewhere")
    }
  }

  private static func separateFigures(_ database: Database) throws {
    let old = try StoreConversion.read(database)
    try database.drop(table: "sample")
    try database.drop(table: "run")
    try database.create(table: "run") { table in
      // A million rows may refer to a run, and an integer is shorter than the ID.
      table.autoIncrementedPrimaryKey("number")
      table.column("id", .text).notNull().unique()
      table.column("suite", .text).notNull()
      table.column("started", .text).notNull()
      table.column("status", .text).notNull()
      table.column("note", .text)
      table.column("isBlessed", .boolean).notNull().defaults(to: false)
      table.column("header", .text).notNull()
    }
    try database.create(table: "sample") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("run", .integer).notNull().references(
        "run", column: "number", onDelete: .cascade)
      table.column("side", .integer).notNull()
      table.column("transcript", .text).notNull()
      table.column("attempt", .integer).notNull()
      table.column("cluster", .text).notNull()
      table.column("scores", .text).notNull()
      table.column("overall", .double)
      table.column("passed", .boolean)
      table.column("verdicts", .text).notNull()
      table.column("turns", .integer).notNull()
      table.column("failedTurns", .integer).notNull()
      table.column("limitedTurns", .integer).notNull()
      table.column("personFaults", .integer).notNull()
      table.column("isSpoilt", .boolean).notNull()
      table.column("costs", .text).notNull()
      table.column("overhead", .text).notNull()
      table.column("firstSeconds", .double)
      table.column("seconds", .double)
      table.column("requests", .text)
      table.uniqueKey(["run", "transcript", "side", "attempt"])
    }
    try database.create(table: "sampleText") { table in
      table.primaryKey("id", .integer).references("sample", onDelete: .cascade)
      table.column("content", .text).notNull()
    }
    try database.create(table: "keptCall") { table in
      table.column("run", .integer).notNull().references(
        "run", column: "number", onDelete: .cascade)
      table.column("side", .integer).notNull()
      table.column("transcript", .text).notNull()
      table.column("attempt", .integer).notNull()
      table.column("step", .text).notNull()
      table.column("content", .text).notNull()
      table.primaryKey(["run", "transcript", "side", "attempt", "step"])
    }
    try database.create(table: "promptText", options: .withoutRowID) { table in
      table.primaryKey("digest", .text)
      table.column("text", .text).notNull()
    }
    try database.create(table: "pairwise") { table in
      table.autoIncrementedPrimaryKey("id")
      table.column("run", .integer).notNull().references(
        "run", column: "number", onDelete: .cascade)
      table.column("judge", .text).notNull()
      table.column("model", .text).notNull()
      table.column("side", .integer).notNull()
      table.column("transcript", .text).notNull()
      table.column("attempt", .integer).notNull()
      table.column("baselineFirst", .text)
      table.column("challengerFirst", .text)
      table.column("reasons", .text).notNull()
      table.uniqueKey(["run", "judge", "model", "transcript", "side", "attempt"])
    }
    try StoreConversion.write(old, to: database)
  }
}
