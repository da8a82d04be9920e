#if Postgres
  import Synchronization

  /// A fixed number of threads, each with a connection of its own.
  ///
  /// A connection never leaves its thread, so nothing about it has to be shared. A call fails when its time has passed,
  /// even if all threads are blocked. The cancellation of a task does not cancel its call: what ends a turn must be
  /// stored, in particular when the turn was cancelled.
  package final class PostgresPool: Sendable {
    private let queue = JobQueue()
    private let settings: PostgresSession.Settings
    private let threads: Int

    init(_ settings: PostgresSession.Settings, connections: Int) throws(PostgresFailure) {
      self.settings = settings
      let queue = queue
      var threads = 0
      for _ in 0..<max(1, connections) {
        let hasStarted = DetachedThread.start {
          let session = PostgresSession(settings)
          session.warmUp()
          while let job = queue.next() {
            job.run(session)
            queue.finish(job)
          }
        }
        guard hasStarted else { break }
        threads += 1
      }
      self.threads = threads
      guard threads > 0 else { throw .noThread }
    }

    deinit { queue.stop(threads: threads) }

    /// Runs a statement as a transaction of its own. Throws ``PostgresFailure``.
    package func run(
      _ statement: PostgresStatement, with parameters: [[UInt8]?] = []
    ) async throws -> [PostgresRow] {
      try await perform { session, deadline in
        try session.run(statement, with: parameters, before: deadline)
      }
    }

    /// Runs work on one of the threads, after earlier work with the same key. Throws ``PostgresFailure``, and what the
    /// work throws.
    func perform<Value: Sendable>(
      inOrderOf key: [UInt8]? = nil,
      _ work: @escaping @Sendable (PostgresSession, Deadline) throws -> Value
    ) async throws -> Value {
      let limit = settings.timeouts.operation
      let deadline = Deadline(within: limit)
      let reply = Reply<Value>()
      let alarm = Task { @concurrent in
        try await Task.sleep(for: limit)
        reply.settle(.failure(PostgresFailure.deadline(limit)))
      }
      defer { alarm.cancel() }
      return try await withCheckedThrowingContinuation { continuation in
        reply.resume(continuation)
        queue.submit(
          JobQueue.Job(key: key) { session in
            // Nobody waits for it any more.
            guard !reply.isSettled else { return }
            reply.settle(Result { try work(session, deadline) })
          })
      }
    }

    /// Runs work on a connection and a thread of its own, which both end with it.
    static func once<Value: Sendable>(
      _ settings: PostgresSession.Settings,
      _ work: @escaping @Sendable (PostgresConnection, Deadline) throws -> Value
    ) async throws -> Value {
      try await withCheckedThrowingContinuation { continuation in
        let hasStarted = DetachedThread.start {
          continuation.resume(
            with: Result {
              let limit = settings.timeouts.opening
              let deadline = Deadline(within: limit)
              let connection = try PostgresConnection(
                to: settings.address, schema: settings.schema,
                statementTimeout: PostgresTimeouts.statement(within: limit), before: deadline)
              return try work(connection, deadline)
            })
        }
        if !hasStarted { continuation.resume(throwing: PostgresFailure.noThread) }
      }
    }
  }

  /// The result of a call, from whoever has it first: the thread, or the clock.
  private final class Reply<Value: Sendable>: Sendable {
    private enum State: Sendable {
      case open(CheckedContinuation<Value, any Error>?)
      case settled(Result<Value, any Error>)
    }

    private let state = Mutex(State.open(nil))

    var isSettled: Bool {
      state.withLock { if case .settled = $0 { true } else { false } }
    }

    func resume(_ continuation: CheckedContinuation<Value, any Error>) {
      let result: Result<Value, any Error>? = state.withLock { state in
        if case .settled(let result) = state { return result }
        state = .open(continuation)
        return nil
      }
      if let result { continuation.resume(with: result) }
    }

    func settle(_ result: Result<Value, any Error>) {
      let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
        guard case .open(let continuation) = state else { return nil }
        state = .settled(result)
        return continuation
      }
      continuation?.resume(with: result)
    }
  }
#endif
