#if SQLiteUsage || Evals
  public import CoachAccess
  import CoachModel
  import GRDB

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  extension SQLiteUsageStore: CostStore {
    /// Adds figures to what is stored under the same person, day, purpose and model, and to the sums of all people, in one
    /// transaction.
    ///
    /// Throws ``SQLiteUsageError`` if the file cannot be written.
    public func add(_ entries: [CostEntry]) async throws {
      try await change { database in
        for entry in entries {
          let (person, day) = (Data(entry.person.utf8), entry.day.number)
          let figures = CostTables.values(of: entry.figures)
          func run(_ sql: String, _ values: [(any DatabaseValueConvertible)?]) throws {
            try database.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
          }
          try run(CostTables.addDetails, [person, day, entry.purpose, entry.model] + figures)
          try run(CostTables.addDay, [day, person] + figures)
          try run(CostTables.addToLater, [day, person, entry.figures.nanodollars])
          try run(CostTables.addSums, [day, entry.purpose, entry.model, entry.key] + figures)
        }
      }
    }

    /// Returns the rows that a query asks for, the most expensive first. What reads the costs of all people does so beside
    /// the changes of others.
    ///
    /// Throws ``SQLiteUsageError`` if the file cannot be read.
    public func costs(_ query: CostQuery) async throws -> [CostRow] {
      guard !query.isUnanswerable else { return [] }
      let work: @Sendable (Database) throws -> [CostRow] = { database in
        try Row.fetchAll(
          database, sql: CostTables.query(query), arguments: CostTables.arguments(query)
        ).map { row in
          CostRow(
            key: try CostTables.name(of: row, query.group), figures: try CostFigures(row))
        }
      }
      return query.isAboutPeople && query.person == nil
        ? try await report(work) : try await change(work)
    }

    /// Returns who reached a threshold in a period, the highest peak first.
    ///
    /// Throws ``SQLiteUsageError`` if the file cannot be read.
    public func peaks(_ query: CostPeakQuery) async throws -> [CostPeak] {
      try await report { database in
        try Row.fetchAll(
          database, sql: CostTables.peaks(query.window),
          arguments: [
            query.nanodollars, query.first.number, query.last.number, max(0, query.limit),
          ]
        ).map { row in
          func number(_ column: String) throws -> Int {
            try row.decode(Int.self, forColumn: column)
          }
          return CostPeak(
            person: try CostTables.name(of: row, .person), nanodollars: try number("cost"),
            first: CalendarDay(number: try number("first")),
            last: CalendarDay(number: try number("last")))
        }
      }
    }

    /// Deletes the costs of a person; the sums of all people stay. Throws ``SQLiteUsageError`` if the file cannot be written.
    public func forgetCosts(of person: String) async throws {
      try await change { database in
        for table in ["costs", "cost_days"] {
          try database.execute(
            sql: "DELETE FROM \(table) WHERE person = ?", arguments: [Data(person.utf8)])
        }
      }
    }
  }

  /// The tables of costs: those of people with their details, those of people by day, and the sums of all people.
  enum CostTables {
    static let creation = """
      CREATE TABLE costs (
        person BLOB NOT NULL, day INTEGER NOT NULL, purpose TEXT NOT NULL, model TEXT NOT NULL,
        calls INTEGER NOT NULL, unpriced INTEGER NOT NULL, input INTEGER NOT NULL,
        cached INTEGER NOT NULL, output INTEGER NOT NULL, nanodollars INTEGER NOT NULL,
        PRIMARY KEY (person, day, purpose, model)) WITHOUT ROWID;
      CREATE INDEX costs_by_day ON costs (day)
      """

    /// A row of `cost_days` also has the cost of the thirty days that end with it, so that thresholds are found by an index.
    static let sumsCreation = """
      CREATE TABLE cost_days (
        day INTEGER NOT NULL, person BLOB NOT NULL,
        calls INTEGER NOT NULL, unpriced INTEGER NOT NULL, input INTEGER NOT NULL,
        cached INTEGER NOT NULL, output INTEGER NOT NULL, nanodollars INTEGER NOT NULL,
        month INTEGER NOT NULL, PRIMARY KEY (day, person)) WITHOUT ROWID;
      CREATE TABLE cost_sums (
        day INTEGER NOT NULL, purpose TEXT NOT NULL, model TEXT NOT NULL, api_key TEXT NOT NULL,
        calls INTEGER NOT NULL, unpriced INTEGER NOT NULL, input INTEGER NOT NULL,
        cached INTEGER NOT NULL, output INTEGER NOT NULL, nanodollars INTEGER NOT NULL,
        PRIMARY KEY (day, purpose, model, api_key)) WITHOUT ROWID;
      INSERT INTO cost_days SELECT *, sum(nanodollars) OVER (
        PARTITION BY person ORDER BY day RANGE BETWEEN 29 PRECEDING AND CURRENT ROW)
      FROM (SELECT day, person, sum(calls), sum(unpriced), sum(input), sum(cached), sum(output),
        sum(nanodollars) AS nanodollars FROM costs GROUP BY day, person);
      INSERT INTO cost_sums SELECT day, purpose, model, '', sum(calls), sum(unpriced), sum(input),
        sum(cached), sum(output), sum(nanodollars) FROM costs GROUP BY day, purpose, model;
      CREATE INDEX cost_days_by_person ON cost_days (person, day);
      CREATE INDEX cost_days_by_cost ON cost_days (nanodollars, day);
      CREATE INDEX cost_days_by_month ON cost_days (month, day);
      DROP INDEX IF EXISTS costs_by_day
      """

    private static let addition = """
      calls = calls + excluded.calls, unpriced = unpriced + excluded.unpriced,
      input = input + excluded.input, cached = cached + excluded.cached,
      output = output + excluded.output, nanodollars = nanodollars + excluded.nanodollars
      """

    fileprivate static let addDetails = """
      INSERT INTO costs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET \(addition)
      """

    fileprivate static let addDay = """
      INSERT INTO cost_days VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?8 + (
        SELECT coalesce(sum(nanodollars), 0) FROM cost_days
        WHERE person = ?2 AND day BETWEEN ?1 - 29 AND ?1 - 1))
      ON CONFLICT DO UPDATE SET \(addition), month = month + excluded.nanodollars
      """

    /// Costs of an earlier day belong to the thirty days of later rows.
    fileprivate static let addToLater = """
      UPDATE cost_days SET month = month + ?3 WHERE person = ?2 AND day BETWEEN ?1 + 1 AND ?1 + 29
      """

    fileprivate static let addSums = """
      INSERT INTO cost_sums VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET \(addition)
      """

    fileprivate static func values(of figures: CostFigures) -> [(any DatabaseValueConvertible)?] {
      [
        figures.calls, figures.unpricedCalls, figures.inputTokens, figures.cachedTokens,
        figures.outputTokens, figures.nanodollars,
      ]
    }

    fileprivate static func query(_ query: CostQuery) -> String {
      let (table, condition) =
        switch (query.person, query.group) {
        case (nil, .person):
          (
            "cost_days",
            query.monthCandidates == nil
              ? "?1 IS NULL AND ?8 IS NULL"
              : """
              ?1 IS NULL AND person IN (SELECT person FROM cost_days INDEXED BY cost_days_by_month
                WHERE month >= ?8 AND day BETWEEN ?2 AND ?3)
              """
          )
        case (nil, _): ("cost_sums", "(?1 IS NULL OR api_key = ?1) AND ?8 IS NULL")
        case (_, .person), (_, .day): ("cost_days", "person = ?1 AND ?8 IS NULL")
        default: ("costs", "person = ?1 AND ?8 IS NULL")
        }
      return """
        SELECT \(query.group == .key ? "api_key" : query.group.rawValue) AS name,
          sum(calls) AS calls, sum(unpriced) AS unpriced, sum(input) AS input,
          sum(cached) AS cached, sum(output) AS output, sum(nanodollars) AS cost
        FROM \(table) WHERE day BETWEEN ?2 AND ?3 AND \(condition)
        GROUP BY name
        HAVING cost >= ?4 AND (?6 IS NULL OR cost < ?6 OR (cost = ?6 AND name > ?7))
        ORDER BY cost DESC, name LIMIT ?5
        """
    }

    fileprivate static func arguments(_ query: CostQuery) -> StatementArguments {
      let after: (any DatabaseValueConvertible)? = query.after.flatMap { place in
        switch query.group {
        case .person: Data(place.key.utf8)
        case .day: CalendarDay(place.key)?.number ?? 0
        case .purpose, .model, .key: place.key
        }
      }
      let subject: (any DatabaseValueConvertible)? =
        query.person.map { Data($0.utf8) } ?? query.key
      return StatementArguments(
        [
          subject, query.first?.number ?? .min, query.last?.number ?? .max,
          query.minimumNanodollars, max(0, query.limit), query.after?.nanodollars, after,
          query.monthCandidates,
        ] as [(any DatabaseValueConvertible)?])
    }

    fileprivate static func peaks(_ window: CostWindow) -> String {
      let (column, index) =
        window == .day ? ("nanodollars", "cost_days_by_cost") : ("month", "cost_days_by_month")
      return """
        SELECT person AS name, max(\(column)) AS cost, min(day) AS first, max(day) AS last
        FROM cost_days INDEXED BY \(index) WHERE \(column) >= ?1 AND day BETWEEN ?2 AND ?3
        GROUP BY name ORDER BY cost DESC, name LIMIT ?4
        """
    }

    fileprivate static func name(of row: Row, _ group: CostQuery.Group) throws -> String {
      switch group {
      case .person:
        String(decoding: try row.decode(Data.self, forColumn: "name"), as: UTF8.self)
      case .day:
        CalendarDay(number: try row.decode(Int.self, forColumn: "name")).description
      case .purpose, .model, .key: try row.decode(String.self, forColumn: "name")
      }
    }
  }

  extension CostFigures {
    fileprivate init(_ row: Row) throws {
      func figure(_ column: String) throws -> Int { try row.decode(Int.self, forColumn: column) }
      self.init()
      calls = try figure("calls")
      unpricedCalls = try figure("unpriced")
      inputTokens = try figure("input")
      cachedTokens = try figure("cached")
      outputTokens = try figure("output")
      nanodollars = try figure("cost")
    }
  }
#endif
