#if Postgres
  /// What a thread works with: a connection that is made again when it breaks.
  final class PostgresSession {
    /// What all sessions of a pool have in common.
    struct Settings: Sendable {
      var address: PostgresAddress
      /// The schema of all tables.
      var schema: String
      var timeouts: PostgresTimeouts
      var random: RandomSource
    }

    private let settings: Settings
    private var connection: PostgresConnection?
    /// The number of failures since a statement last succeeded.
    private var failures = 0
    private var lastFailure: PostgresFailure?

    init(_ settings: Settings) {
      self.settings = settings
    }

    /// Connects ahead of the first statement. A failure is left to that.
    func warmUp() {
      _ = try? connected(before: Deadline(within: settings.timeouts.operation))
    }

    /// Runs a statement, on a new connection if the present one is broken.
    ///
    /// A statement that may not run twice is repeated only if it certainly had no effect; otherwise this throws
    /// ``PostgresFailure/connectionLost(wasSent:)``.
    func run(
      _ statement: PostgresStatement, with parameters: [[UInt8]?] = [], before deadline: Deadline
    ) throws(PostgresFailure) -> [PostgresRow] {
      while true {
        let connection = try connected(before: deadline)
        do throws(PostgresFailure) {
          let rows = try connection.run(statement, with: parameters, before: deadline)
          failures = 0
          return rows
        } catch {
          switch error {
          case .rejected(let state):
            guard SQLState.callsForNewConnection(state) else { throw error }
            giveUpConnection(because: error)
          case .connectionLost(let wasSent):
            giveUpConnection(because: error)
            if wasSent, !statement.isRepeatable { throw error }
          case .deadline, .noConnection, .malformedAddress, .noThread:
            giveUpConnection(because: error)
            throw error
          }
        }
      }
    }

    /// Blocks the thread for a moment, since another process was faster.
    func pause(afterConflicts count: Int, before deadline: Deadline) throws(PostgresFailure) {
      Backoff.conflicts.pause(after: count, settings.random, before: deadline)
      guard deadline.rest > .zero else { throw deadline.failure }
    }

    private func giveUpConnection(because failure: PostgresFailure) {
      connection = nil
      failures += 1
      lastFailure = failure
    }

    private func connected(
      before deadline: Deadline
    ) throws(PostgresFailure) -> PostgresConnection {
      if let connection, connection.isOpen { return connection }
      connection = nil
      while true {
        Backoff.connecting.pause(after: failures, settings.random, before: deadline)
        guard deadline.rest > .zero else {
          // The reason says more than that time has passed.
          if failures > 0, let lastFailure { throw lastFailure }
          throw deadline.failure
        }
        do throws(PostgresFailure) {
          let made = try PostgresConnection(
            to: settings.address, schema: settings.schema,
            statementTimeout: PostgresTimeouts.statement(within: settings.timeouts.operation),
            before: deadline)
          connection = made
          return made
        } catch {
          giveUpConnection(because: error)
        }
      }
    }
  }
#endif
