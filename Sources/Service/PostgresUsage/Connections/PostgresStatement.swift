#if Postgres
  /// A statement of SQL, which each connection prepares once.
  package struct PostgresStatement: Sendable, Hashable {
    /// The text, with parameters `$1`, `$2` and so on. Parameters and results are in PostgreSQL's binary format.
    package let sql: String
    /// Whether it may run twice with the effect of once, so that it is repeated if a connection breaks. Reading is
    /// repeatable and so is a deletion; an addition is not.
    package let isRepeatable: Bool

    package init(_ sql: String, isRepeatable: Bool) {
      self.sql = sql
      self.isRepeatable = isRepeatable
    }
  }

  /// A row of a result: the values of its columns in PostgreSQL's binary format; `nil` for NULL.
  package struct PostgresRow: Sendable, Hashable {
    package let columns: [[UInt8]?]

    /// The bytes of a column; `nil` for NULL and for a column that does not exist.
    package func bytes(_ column: Int) -> [UInt8]? {
      columns.indices.contains(column) ? columns[column] : nil
    }

    /// The value of a column of the type `bigint`.
    package func integer(_ column: Int) -> Int64? {
      guard let bytes = bytes(column), bytes.count == 8 else { return nil }
      return bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    /// The value of a column of the type `boolean`.
    package func flag(_ column: Int) -> Bool? { bytes(column).map { $0 != [0] } }
  }

  extension [UInt8] {
    /// A parameter of the type `bigint`.
    package init(bigint number: Int64) {
      self = (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
  }
#endif
