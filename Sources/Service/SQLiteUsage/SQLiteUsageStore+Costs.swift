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
    /// Adds figures to what is stored under the same person, day, purpose and model, in one transaction.
    ///
    /// Throws ``SQLiteUsageError`` if the file cannot be written.
    public func add(_ entries: [CostEntry]) async throws {
      try await change { database in
        let statement = try database.cachedStatement(sql: CostTable.upsert)
        for entry in entries {
          let figures = entry.figures
          try statement.execute(arguments: [
            Data(entry.person.utf8), entry.day.number, entry.purpose, entry.model, figures.calls,
            figures.unpricedCalls, figures.inputTokens, figures.cachedTokens, figures.outputTokens,
            figures.nanodollars,
          ])
        }
      }
    }

    /// Returns the rows that a query asks for, the most expensive first.
    ///
    /// Throws ``SQLiteUsageError`` if the file cannot be read.
    public func costs(_ query: CostQuery) async throws -> [CostRow] {
      try await change { database in
        try Row.fetchAll(
          database, sql: CostTable.query(by: query.group),
          arguments: [
            query.person.map { Data($0.utf8) }, query.first?.number, query.last?.number,
            query.minimumNanodollars, max(0, query.limit),
          ]
        ).map { row in
          CostRow(key: try CostTable.name(of: row, query.group), figures: try CostFigures(row))
        }
      }
    }

    /// Deletes the costs of a person. Throws ``SQLiteUsageError`` if the file cannot be written.
    public func forgetCosts(of person: String) async throws {
      try await change { database in
        try database.execute(
          sql: "DELETE FROM costs WHERE person = ?", arguments: [Data(person.utf8)])
      }
    }
  }

  /// The table of costs.
  enum CostTable {
    static let creation = """
      CREATE TABLE costs (
        person BLOB NOT NULL, day INTEGER NOT NULL, purpose TEXT NOT NULL, model TEXT NOT NULL,
        calls INTEGER NOT NULL, unpriced INTEGER NOT NULL, input INTEGER NOT NULL,
        cached INTEGER NOT NULL, output INTEGER NOT NULL, nanodollars INTEGER NOT NULL,
        PRIMARY KEY (person, day, purpose, model)) WITHOUT ROWID;
      CREATE INDEX costs_by_day ON costs (day)
      """

    fileprivate static let upsert = """
      INSERT INTO costs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET calls = calls + excluded.calls,
        unpriced = unpriced + excluded.unpriced, input = input + excluded.input,
        cached = cached + excluded.cached, output = output + excluded.output,
        nanodollars = nanodollars + excluded.nanodollars
      """

    fileprivate static func query(by group: CostQuery.Group) -> String {
      """
      SELECT \(group.rawValue) AS name, sum(calls) AS calls, sum(unpriced) AS unpriced,
        sum(input) AS input, sum(cached) AS cached, sum(output) AS output, sum(nanodollars) AS cost
      FROM costs
      WHERE (?1 IS NULL OR person = ?1) AND (?2 IS NULL OR day >= ?2) AND (?3 IS NULL OR day <= ?3)
      GROUP BY name HAVING cost >= ?4 ORDER BY cost DESC, name LIMIT ?5
      """
    }

    fileprivate static func name(of row: Row, _ group: CostQuery.Group) throws -> String {
      switch group {
      case .person:
        String(decoding: try row.decode(Data.self, forColumn: "name"), as: UTF8.self)
      case .day:
        CalendarDay(number: try row.decode(Int.self, forColumn: "name")).description
      case .purpose, .model: try row.decode(String.self, forColumn: "name")
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
