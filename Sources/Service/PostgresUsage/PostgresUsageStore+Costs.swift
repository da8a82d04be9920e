#if Postgres
  public import CoachAccess
  import CoachModel

  extension PostgresUsageStore: CostStore {
    /// Adds figures to what is stored under the same person, day, purpose and model, and to the sums of all people, each entry
    /// in a statement of its own.
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
            CostTables.addition,
            with: [
              Array(entry.person.utf8), Array(bigint: Int64(entry.day.number)),
              Array(entry.purpose.utf8), Array(entry.model.utf8),
            ] + counts.map { Array(bigint: Int64($0)) } + [
              Array(entry.key.utf8), Array(bigint: shard),
            ])
        }
      }
    }

    /// Returns the rows that a query asks for, the most expensive first. What reads the costs of all people has more time, on
    /// a connection of its own.
    ///
    /// Throws ``PostgresUsageError`` if the database does not answer in time or cannot be used.
    public func costs(_ query: CostQuery) async throws -> [CostRow] {
      guard !query.isUnanswerable else { return [] }
      return try await PostgresUsageError.describing {
        let isReport = query.isAboutPeople && query.person == nil
        return try await (isReport ? reports() : pool).run(
          CostTables.query(query), with: CostTables.parameters(query)
        ).map { row in
          CostRow(
            key: CostTables.name(in: row.bytes(0) ?? [], query.group), figures: CostFigures(row))
        }
      }
    }

    /// Returns who reached a threshold in a period, the highest peak first.
    ///
    /// Throws ``PostgresUsageError`` if the database does not answer in time or cannot be used.
    public func peaks(_ query: CostPeakQuery) async throws -> [CostPeak] {
      try await PostgresUsageError.describing {
        try await reports().run(
          CostTables.peaks(query.window),
          with: [
            query.nanodollars, query.first.number, query.last.number, max(0, query.limit),
          ].map { Array(bigint: Int64($0)) }
        ).map { row in
          func number(_ column: Int) -> Int { Int(row.integer(column) ?? 0) }
          return CostPeak(
            person: CostTables.name(in: row.bytes(0) ?? [], .person), nanodollars: number(1),
            first: CalendarDay(number: number(2)), last: CalendarDay(number: number(3)))
        }
      }
    }

    /// Deletes the costs of a person; the sums of all people stay.
    ///
    /// Throws ``PostgresUsageError`` if the database does not answer in time or cannot be used.
    public func forgetCosts(of person: String) async throws {
      try await PostgresUsageError.describing {
        _ = try await pool.run(CostTables.deletion, with: [Array(person.utf8)])
      }
    }
  }

  /// The tables of costs: those of people with their details, those of people by day, and the sums of all people.
  enum CostTables {
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

    /// A row of `coachkit_cost_days` also has the cost of the thirty days that end with it, so that thresholds are found by an
    /// index. The sums of a day are spread over rows (`shard`), so that processes do not wait for one another.
    ///
    /// What a process of an earlier version adds while others are updated is in the details of people alone.
    static let sumsCreation = """
      CREATE TABLE coachkit_cost_days (
        day bigint NOT NULL,
        person bytea NOT NULL,
        calls bigint NOT NULL,
        unpriced bigint NOT NULL,
        input bigint NOT NULL,
        cached bigint NOT NULL,
        output bigint NOT NULL,
        nanodollars bigint NOT NULL,
        month bigint NOT NULL
      ) WITH (fillfactor = 70);
      CREATE TABLE coachkit_cost_sums (
        day bigint NOT NULL,
        purpose text NOT NULL,
        model text NOT NULL,
        api_key text NOT NULL,
        shard bigint NOT NULL,
        calls bigint NOT NULL,
        unpriced bigint NOT NULL,
        input bigint NOT NULL,
        cached bigint NOT NULL,
        output bigint NOT NULL,
        nanodollars bigint NOT NULL,
        PRIMARY KEY (day, purpose, model, api_key, shard)
      ) WITH (fillfactor = 70);
      INSERT INTO coachkit_cost_days SELECT days.*, (sum(nanodollars) OVER (
        PARTITION BY person ORDER BY day RANGE BETWEEN 29 PRECEDING AND CURRENT ROW))::bigint
      FROM (SELECT day, person, sum(calls)::bigint, sum(unpriced)::bigint, sum(input)::bigint,
        sum(cached)::bigint, sum(output)::bigint, sum(nanodollars)::bigint AS nanodollars
        FROM coachkit_costs GROUP BY day, person) AS days;
      INSERT INTO coachkit_cost_sums SELECT day, purpose, model, '', 0, sum(calls)::bigint,
        sum(unpriced)::bigint, sum(input)::bigint, sum(cached)::bigint, sum(output)::bigint,
        sum(nanodollars)::bigint FROM coachkit_costs GROUP BY day, purpose, model;
      ALTER TABLE coachkit_cost_days ADD PRIMARY KEY (day, person);
      CREATE INDEX coachkit_cost_days_by_person ON coachkit_cost_days (person, day);
      CREATE INDEX coachkit_cost_days_by_cost ON coachkit_cost_days (nanodollars, day);
      CREATE INDEX coachkit_cost_days_by_month ON coachkit_cost_days (month, day);
      DROP INDEX IF EXISTS coachkit_costs_by_day
      """

    /// The number of rows over which the sums of a day are spread.
    static let shards: UInt64 = 16

    private static func adding(to table: String) -> String {
      ["calls", "unpriced", "input", "cached", "output", "nanodollars"]
        .map { "\($0) = \(table).\($0) + excluded.\($0)" }.joined(separator: ", ")
    }

    fileprivate static let addition = PostgresStatement(
      """
      WITH details AS (
        INSERT INTO coachkit_costs AS costs VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        ON CONFLICT (person, day, purpose, model) DO UPDATE SET \(adding(to: "costs"))
      ), later AS (
        UPDATE coachkit_cost_days SET month = month + $10::bigint
        WHERE person = $1::bytea AND day > $2::bigint AND day < $2::bigint + 30
      ), today AS (
        INSERT INTO coachkit_cost_days AS days SELECT $2::bigint, $1::bytea, $5::bigint,
          $6::bigint, $7::bigint, $8::bigint, $9::bigint, $10::bigint, $10::bigint + coalesce((
            SELECT sum(nanodollars)::bigint FROM coachkit_cost_days
            WHERE person = $1::bytea AND day < $2::bigint AND day > $2::bigint - 30), 0)
        ON CONFLICT (day, person) DO UPDATE SET \(adding(to: "days")),
          month = days.month + excluded.nanodollars
      )
      INSERT INTO coachkit_cost_sums AS sums
      VALUES ($2, $3, $4, $11, $12, $5, $6, $7, $8, $9, $10)
      ON CONFLICT (day, purpose, model, api_key, shard) DO UPDATE SET \(adding(to: "sums"))
      """, isRepeatable: false)

    fileprivate static let deletion = PostgresStatement(
      """
      WITH days AS (DELETE FROM coachkit_cost_days WHERE person = $1::bytea)
      DELETE FROM coachkit_costs WHERE person = $1::bytea
      """, isRepeatable: true)

    fileprivate static func query(_ query: CostQuery) -> PostgresStatement {
      let none = "$8::bigint IS NULL"
      let (table, condition) =
        switch (query.person, query.group) {
        case (nil, .person):
          (
            "cost_days",
            query.monthCandidates == nil
              ? "$1::bytea IS NULL AND \(none)"
              : """
              $1::bytea IS NULL AND person IN (SELECT person FROM coachkit_cost_days
                WHERE month >= $8::bigint AND day BETWEEN $2::bigint AND $3::bigint)
              """
          )
        case (nil, _):
          ("cost_sums", "($1::bytea IS NULL OR api_key = convert_from($1, 'UTF8')) AND \(none)")
        case (_, .person), (_, .day): ("cost_days", "person = $1::bytea AND \(none)")
        default: ("costs", "person = $1::bytea AND \(none)")
        }
      let column =
        switch query.group {
        case .person, .day: query.group.rawValue
        case .purpose, .model: "\(query.group.rawValue) COLLATE \"C\""
        case .key: "api_key COLLATE \"C\""
        }
      let type =
        switch query.group {
        case .person: "bytea"
        case .day: "bigint"
        case .purpose, .model, .key: "text"
        }
      return PostgresStatement(
        """
        SELECT \(column), sum(calls)::bigint, sum(unpriced)::bigint, sum(input)::bigint,
          sum(cached)::bigint, sum(output)::bigint, sum(nanodollars)::bigint
        FROM coachkit_\(table)
        WHERE day BETWEEN $2::bigint AND $3::bigint AND \(condition)
        GROUP BY 1 HAVING sum(nanodollars) >= $4::bigint
          AND ($6::bigint IS NULL OR sum(nanodollars) < $6
            OR (sum(nanodollars) = $6 AND \(column) > $7::\(type)))
        ORDER BY 7 DESC, 1 LIMIT $5::bigint
        """, isRepeatable: true)
    }

    fileprivate static func parameters(_ query: CostQuery) -> [[UInt8]?] {
      let after = query.after.map { place in
        query.group == .day
          ? Array(bigint: Int64(CalendarDay(place.key)?.number ?? 0)) : Array(place.key.utf8)
      }
      return [
        (query.person ?? query.key).map { Array($0.utf8) },
        Array(bigint: Int64(query.first?.number ?? .min)),
        Array(bigint: Int64(query.last?.number ?? .max)),
        Array(bigint: Int64(query.minimumNanodollars)),
        Array(bigint: Int64(max(0, query.limit))),
        query.after.map { Array(bigint: Int64($0.nanodollars)) }, after,
        query.monthCandidates.map { Array(bigint: Int64($0)) },
      ]
    }

    fileprivate static func peaks(_ window: CostWindow) -> PostgresStatement {
      let column = window == .day ? "nanodollars" : "month"
      return PostgresStatement(
        """
        SELECT person, max(\(column)), min(day), max(day) FROM coachkit_cost_days
        WHERE \(column) >= $1::bigint AND day BETWEEN $2::bigint AND $3::bigint
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $4::bigint
        """, isRepeatable: true)
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
