#if Postgres
  /// Why a statement has no result. It quotes neither the server's words nor the statement.
  package enum PostgresFailure: Error, Sendable, Hashable {
    /// The connection string cannot be read.
    case malformedAddress
    /// No connection was made; with the code of the server if it answered.
    case noConnection(sqlState: String?)
    /// The connection broke. A statement that had been sent may have taken effect.
    case connectionLost(wasSent: Bool)
    /// The server rejected the statement, which had no effect.
    case rejected(sqlState: String)
    /// The result did not arrive within this time. The statement may have taken effect.
    case deadline(Duration)
    /// The system refuses to start a thread.
    case noThread
  }

  /// Codes of PostgreSQL's errors (Appendix A of its manual).
  enum SQLState {
    static let readOnly = "25006"
    static let wrongPassword = "28P01"
    static let noSuchDatabase = "3D000"
    static let serialization = "40001"
    static let deadlock = "40P01"
    static let noPermission = "42501"
    static let diskFull = "53100"
    static let tooManyConnections = "53300"
    static let cancelled = "57014"
    static let shuttingDown = "57P01"
    static let startingUp = "57P03"

    /// Whether the statement may succeed on a new connection: the server has become a standby or is going down, or
    /// another program has discarded or invalidated the prepared statements.
    static func callsForNewConnection(_ state: String) -> Bool {
      state == readOnly || state.hasPrefix("57P") || state == "26000" || state == "0A000"
    }

    /// Whether another transaction was in the way, so that the statement may succeed at once.
    static func isConflict(_ state: String) -> Bool { state == serialization || state == deadlock }
  }
#endif
