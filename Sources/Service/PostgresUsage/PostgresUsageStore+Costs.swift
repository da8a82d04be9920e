#if Postgres
  public import CoachAccess
  import CoachModel

  extension PostgresUsageStore: CostStore {
    /// Adds figures to what is stored under the same person, day, purpose and model, each entry in a statement of its own.
    ///
    /// Throws ``PostgresUsageError`` if the database does not answer in time or cannot be used. If only its reply was lost,
    /// the figures may have been added.
    public func add(_ entries: [CostEntry]) async throws {
      try await PostgresUsageError.describing {
        for entry in entries {
          let figures = entry.figures
          let counts = [
            figures.calls, figures.unpricedCalls, figures.inputTokens, figures.cachedTokens,
            figures.outputTokens, figures.nanodollars,
          ]
          _ = try await pool.run(
            CostTable.upsert,
            with: [
              Array(entry.person.utf8), Array(bigint: Int64(entry.day.number)),
              Array(entry.purpose.utf8), Array(entry.model.utf8),
            ] + counts.map { Array(bigint: Int64($0)) })
        }
      }
    }

    /// Returns the rows that a query asks for, the most expensive first.
    ///
    /// Throws ``PostgresUsageError`` if the database does not answer in time or cannot be used.
    public func costs(_ query: CostQuery) async throws -> [CostRow] {
      try await PostgresUsageError.describing {
        try await pool.run(
          CostTable.query(by: query.group),
          with: [
            query.person.map { Array($0.utf8) },
            query.first.map { Array(bigint: Int64($0.number)) },
            query.last.map { Array(bigint: Int64($0.number)) },
            Array(bigint: Int64(query.minimumNanodollars)),
            Array(bigint: Int64(max(0, query.limit))),
          ]
        ).map { row in
          CostRow(
            key: CostTable.name(in: row.bytes(0) ?? [], query.group), figures: CostFigures(row))
        }
      }
    }

    /// Deletes the costs of a person.
    ///
    /// Throws ``PostgresUsageError`` if the database does not answer in time or cannot be used.
    public func forgetCosts(of person: String) async throws {
      try await PostgresUsageError.describing {
        _ = try await pool.run(CostTable.deletion, with: [Array(person.utf8)])
      }
    }
  }

  /// The table of costs.
  enum CostTable {
    static let creation = """
      CREATE TABLE coachkit_costs (
        person bytea NOT NULL,
        day bigint NOT NULL,
        purpose text NOT NULL,
        model text NOT NULL,
        calls bigint NOT NULL,
        unpriced bigint NOT NULL,
        input bigint NOT NULL,
        cached bigint NOT NULL,
        output bigint NOT NULL,
        nanodollars bigint NOT NULL,
        PRIMARY KEY (person, day, purpose, model)
      ) WITH (fillfactor = 70);
      CREATE INDEX coachkit_costs_by_day ON coachkit_costs (day)
      """

    fileprivate static let upsert = PostgresStatement(
      """
      INSERT INTO coachkit_costs AS costs VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      ON CONFLICT (person, day, purpose, model) DO UPDATE SET calls = costs.calls + excluded.calls,
        unpriced = costs.unpriced + excluded.unpriced, input = costs.input + excluded.input,
        cached = costs.cached + excluded.cached, output = costs.output + excluded.output,
        nanodollars = costs.nanodollars + excluded.nanodollars
      """, isRepeatable: false)

    fileprivate static let deletion = PostgresStatement(
      "DELETE FROM coachkit_costs WHERE person = $1", isRepeatable: true)

    fileprivate static func query(by group: CostQuery.Group) -> PostgresStatement {
      PostgresStatement(
        """
        SELECT \(group.rawValue), sum(calls)::bigint, sum(unpriced)::bigint, sum(input)::bigint,
          sum(cached)::bigint, sum(output)::bigint, sum(nanodollars)::bigint
        FROM coachkit_costs
        WHERE ($1::bytea IS NULL OR person = $1) AND ($2::bigint IS NULL OR day >= $2)
          AND ($3::bigint IS NULL OR day <= $3)
        GROUP BY 1 HAVING sum(nanodollars) >= $4::bigint
        ORDER BY 7 DESC, \(order(of: group)) LIMIT $5::bigint
        """, isRepeatable: true)
    }

    /// Texts are compared by their bytes, whatever the database's language.
    private static func order(of group: CostQuery.Group) -> String {
      switch group {
      case .person, .day: "1"
      case .purpose, .model: "\(group.rawValue) COLLATE \"C\""
      }
    }

    fileprivate static func name(in bytes: [UInt8], _ group: CostQuery.Group) -> String {
      guard group == .day else { return String(decoding: bytes, as: UTF8.self) }
      return CalendarDay(number: Int(bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) })).description
    }
  }

  extension CostFigures {
    fileprivate init(_ row: PostgresRow) {
      self.init()
      func count(_ column: Int) -> Int { Int(row.integer(column) ?? 0) }
      calls = count(1)
      unpricedCalls = count(2)
      inputTokens = count(3)
      cachedTokens = count(4)
      outputTokens = count(5)
      nanodollars = count(6)
    }
  }
#endif
