import Synchronization

/// The events of one turn, as an asynchronous sequence for a single reader.
///
/// The turn starts with the first read. If the reader stops or its task is cancelled, the turn ends: the connection
/// to the provider is closed, and a message that got no reply is refunded.
///
/// ``ChatService/reply(to:)`` returns the stream:
///
/// ```swift
/// for await event in service.reply(to: request) {
///   switch event {
///   case .text(let text): print(text, terminator: "")
///   case .refused(let refusal): print(refusal.text)
///   case .failed(let failure): print(failure.text)
///   case .done(let outcome): print(outcome.json.text())
///   default: break
///   }
/// }
/// ```
public struct TurnStream: AsyncSequence, Sendable {
  /// The events of the turn.
  public typealias Element = TurnEvent
  /// The sequence never throws; failures are events.
  public typealias Failure = Never

  private let source: Source

  /// Creates the stream of a turn; a second reader gets the events of `refusal` instead.
  init(
    refusal: @escaping @Sendable () -> [TurnEvent],
    _ run: @escaping @Sendable (TurnPipe) async -> Void
  ) {
    source = Source(run: run, refusal: refusal)
  }

  /// Creates a stream of prepared events, for tests of what reads one.
  public init(_ events: [TurnEvent]) {
    self.init(refusal: { [] }) { pipe in
      for event in events { await pipe.send(event) }
    }
  }

  /// Creates the iterator. A stream has one reader: the second iterator gets a `failed` with `invalid_request` and
  /// `done`, and the turn does not run again.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source) }

  /// Ends the turn as cancelled, at once or when it starts. Unlike one that is abandoned, it still sends its last events.
  package func stop() { source.stop() }

  /// An iterator that runs the turn and returns its events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let work: Work

    fileprivate init(_ source: Source) {
      work = source.next()
    }

    /// Returns the next event; `nil` after `done` or if the reader is cancelled.
    public mutating func next() async -> TurnEvent? { await work.pipe().next() }

    /// Returns the next event; `nil` after `done` or if the reader is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> TurnEvent? {
      await next()
    }

    /// Returns the next event if it is already available.
    mutating func poll() -> TurnEvent? { work.pipe().poll() }
  }

  /// What readers get: the first the turn, all others the refusal.
  fileprivate final class Source: Sendable {
    private let run: @Sendable (TurnPipe) async -> Void
    private let refusal: @Sendable () -> [TurnEvent]
    private let isTaken = Atomic(false)
    private let stopping = Mutex(Stopping())

    private struct Stopping {
      var isStopped = false
      /// The pipe of the turn once it runs.
      var pipe: TurnPipe?
    }

    init(
      run: @escaping @Sendable (TurnPipe) async -> Void,
      refusal: @escaping @Sendable () -> [TurnEvent]
    ) {
      self.run = run
      self.refusal = refusal
    }

    func next() -> Work {
      if !isTaken.exchange(true, ordering: .relaxed) {
        return Work(run, onStart: { [self] in hasStarted($0) })
      }
      return Work { [refusal] pipe in
        for event in refusal() { await pipe.send(event) }
      }
    }

    func stop() {
      let pipe = stopping.withLock { stopping in
        stopping.isStopped = true
        return stopping.pipe
      }
      pipe?.interrupt()
    }

    private func hasStarted(_ pipe: TurnPipe) {
      let isStopped = stopping.withLock { stopping in
        stopping.pipe = pipe
        return stopping.isStopped
      }
      if isStopped { pipe.interrupt() }
    }
  }

  /// The task that runs the turn: it starts with the first read and ends with its reader at the latest.
  fileprivate final class Work {
    private let run: @Sendable (TurnPipe) async -> Void
    private let onStart: @Sendable (TurnPipe) -> Void
    private var running: (pipe: TurnPipe, task: Task<Void, Never>)?

    init(
      _ run: @escaping @Sendable (TurnPipe) async -> Void,
      onStart: @escaping @Sendable (TurnPipe) -> Void = { _ in }
    ) {
      self.run = run
      self.onStart = onStart
    }

    func pipe() -> TurnPipe {
      if let running { return running.pipe }
      let pipe = TurnPipe()
      let task = Task.onPreferredExecutor { [run] in
        await run(pipe)
        pipe.finish()
      }
      pipe.whenClosed { task.cancel() }
      running = (pipe, task)
      onStart(pipe)
      return pipe
    }

    deinit { running?.pipe.close() }
  }
}

extension TurnStream {
  /// Runs the turn to its end and returns its outcome; `nil` if the task is cancelled before that.
  public func outcome() async -> TurnOutcome? {
    var outcome: TurnOutcome?
    for await event in self {
      if case .done(let done) = event { outcome = done }
    }
    return outcome
  }
}
