#if Postgres
  import Dispatch
  import Synchronization

  /// The calls that wait for a thread, in the order of their arrival; those with the same key run one at a time.
  ///
  /// Two changes of one person from one process would only be in each other's way in the database.
  final class JobQueue: Sendable {
    struct Job: Sendable {
      var key: [UInt8]?
      var run: @Sendable (PostgresSession) -> Void
    }

    private struct State {
      var ready: [Job] = []
      /// The jobs behind one with the same key that is ready or running. A key without such jobs has an empty list.
      var blocked: [[UInt8]: [Job]] = [:]
    }

    private let state = Mutex(State())
    /// Its count is the number of ready jobs; after the end, another one for each thread.
    private let signal = DispatchSemaphore(value: 0)

    func submit(_ job: Job) {
      let isReady = state.withLock { state in
        if let key = job.key {
          guard state.blocked[key] == nil else {
            state.blocked[key]?.append(job)
            return false
          }
          state.blocked[key] = []
        }
        state.ready.append(job)
        return true
      }
      if isReady { signal.signal() }
    }

    /// Blocks the thread until there is a job; `nil` if it must end. The caller must report the job's end.
    func next() -> Job? {
      signal.wait()
      return state.withLock { $0.ready.isEmpty ? nil : $0.ready.removeFirst() }
    }

    /// Lets the next job with the same key run.
    func finish(_ job: Job) {
      guard let key = job.key else { return }
      let isReady = state.withLock { state in
        guard let next = state.blocked[key]?.first else {
          state.blocked[key] = nil
          return false
        }
        state.blocked[key]?.removeFirst()
        state.ready.append(next)
        return true
      }
      if isReady { signal.signal() }
    }

    /// Ends the threads once all jobs have run.
    func stop(threads: Int) {
      for _ in 0..<threads { signal.signal() }
    }
  }
#endif
