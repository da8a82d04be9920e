#if Postgres
  import SourceFiles

  /// A failure of the database of a ``PostgresUsageStore``.
  ///
  /// It quotes neither the connection string nor what is stored, so it may be logged.
  public struct PostgresUsageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem in one sentence, without a full stop.
    public var message: String
    /// How to fix it.
    public var advice: String

    init(_ message: String, advice: String) {
      self.message = message
      self.advice = advice
    }

    /// The message, followed by the advice on the next line.
    public var description: String { "\(message)\n  → \(advice)" }
  }

  extension PostgresUsageError {
    static let laterVersion = PostgresUsageError(
      "the tables in PostgreSQL were written by a later version of CoachKit",
      advice: "update this program")

    static let contended = PostgresUsageError(
      "other processes kept changing the same ledger in PostgreSQL",
      advice: "send the requests of a person to the same process")

    static let unknownOutcome = PostgresUsageError(
      "the connection to PostgreSQL broke, and whether the change was stored is unknown",
      advice: "repeat the request")

    /// The row of a person cannot be read. Whose it is can be looked up, and is not told to whoever reads logs.
    static func damaged(rowOf person: [UInt8]) -> PostgresUsageError {
      PostgresUsageError(
        "a ledger in PostgreSQL is damaged, or another program changed it",
        advice: """
          restore or delete the row of coachkit_usage for which encode(sha256(person), 'hex') begins with \
          \(ContentDigest(of: person).short)
          """)
    }

    static let wrongSchemaName = PostgresUsageError(
      "the name of the schema in PostgreSQL must have 1 to 63 bytes and no zero",
      advice: "use the default, 'coachkit'")

    init(_ failure: PostgresFailure) {
      switch failure {
      case .malformedAddress:
        self.init(
          "the connection string of PostgreSQL cannot be read",
          advice: "write it as postgresql://user@host:5432/database, or as 'host=… dbname=…'")
      case .noConnection(let state): self.init(connecting: state)
      case .connectionLost: self = .unknownOutcome
      case .rejected(let state): self.init(rejection: state)
      case .deadline(let limit):
        self.init(
          "PostgreSQL did not answer within \(limit)",
          advice: "check the server's load, its locks and the network, or allow more time")
      case .noThread:
        self.init("the system refuses to start a thread", advice: "raise the limit on threads")
      }
    }

    private init(connecting state: String?) {
      switch state {
      case nil:
        self.init(
          "PostgreSQL cannot be reached",
          advice: "check that the server is running, and the host, the port and the TLS settings")
      case SQLState.wrongPassword, "28000":
        self.init(
          "PostgreSQL refuses the login (code \(state ?? ""))",
          advice: "check the user, the password and the server's pg_hba.conf")
      case SQLState.noSuchDatabase:
        self.init(
          "the database does not exist in PostgreSQL", advice: "create it, or name another one")
      case SQLState.tooManyConnections:
        self.init(
          "PostgreSQL has no free connection",
          advice: "raise max_connections, or open fewer per process")
      case SQLState.startingUp, SQLState.shuttingDown:
        self.init(
          "PostgreSQL is starting or shutting down", advice: "try again when it is running")
      default: self.init(rejection: state ?? "")
      }
    }

    private init(rejection state: String) {
      switch state {
      case SQLState.readOnly:
        self.init(
          "PostgreSQL accepts no changes here: the server is a standby, or set to read only",
          advice: "name the primary, or all hosts of the cluster")
      case SQLState.noPermission:
        self.init(
          "the user may not do this in PostgreSQL",
          advice: "let it create the schema once, or grant it SELECT, INSERT, UPDATE and DELETE")
      case SQLState.diskFull:
        self.init("the disk of PostgreSQL is full", advice: "make room on it")
      case SQLState.cancelled:
        self.init(
          "PostgreSQL cancelled a statement, which took too long or was cancelled by somebody",
          advice: "look for long transactions that lock the tables, or allow more time")
      case "42P01", "42703":
        self.init(
          "the tables in PostgreSQL have disappeared or were changed",
          advice: "restore them, or restart the program, which creates what is missing")
      default:
        self.init(
          "PostgreSQL reports code \(state)",
          advice: "look the code up in the server's log and in appendix A of its manual")
      }
    }

    /// Runs work and describes its failures, other errors excepted.
    static func describing<Value>(_ work: () async throws -> Value) async throws -> Value {
      do {
        return try await work()
      } catch let failure as PostgresFailure {
        throw PostgresUsageError(failure)
      }
    }
  }
#endif
