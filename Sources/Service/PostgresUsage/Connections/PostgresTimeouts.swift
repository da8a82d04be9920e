#if Postgres
  /// How long a ``PostgresUsageStore`` waits for its database.
  public struct PostgresTimeouts: Sendable, Hashable {
    /// The time for one call, including the wait for a connection and all repetitions.
    ///
    /// A turn waits for its store before any model is called: it is better refused than delayed for long.
    public var operation: Duration
    /// The time to connect to one host of the connection string. libpq rounds it up to whole seconds, two at least.
    public var connection: Duration
    /// The time to create or migrate the tables, including the wait for another process that does so.
    public var opening: Duration
    /// The time for reading the costs of all people, which no turn waits for.
    public var report: Duration

    /// Creates timeouts.
    public init(
      operation: Duration = .seconds(3), connection: Duration = .seconds(3),
      opening: Duration = .seconds(120), report: Duration = .seconds(60)
    ) {
      self.operation = operation
      self.connection = connection
      self.opening = opening
      self.report = report
    }
  }

  extension PostgresTimeouts {
    /// The timeouts with which times can be computed: none is longer than a day.
    var bounded: PostgresTimeouts {
      let day = Duration.seconds(86_400)
      return PostgresTimeouts(
        operation: min(operation, day), connection: min(connection, day),
        opening: min(opening, day), report: min(report, day))
    }

    // The server gives up first, so that its connection can still be used; then the thread, which knows the reason; and
    // last the caller, in case the thread itself does not answer.

    /// The time after which the server cancels a statement.
    static func statement(within limit: Duration) -> Duration { limit * 8 / 10 }

    /// The time after which a thread gives up.
    static func thread(within limit: Duration) -> Duration { limit * 9 / 10 }
  }

  extension Duration {
    /// The whole milliseconds, at least 1.
    var positiveMilliseconds: Int64 {
      guard self > .zero else { return 1 }
      return max(1, components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }

    /// The seconds, rounded up, at least 1.
    var positiveSeconds: Int64 {
      max(1, components.seconds + (components.attoseconds > 0 ? 1 : 0))
    }
  }
#endif
