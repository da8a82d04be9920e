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
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source.next()) }

  /// An iterator that runs the turn and returns its events.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let work: Work

    fileprivate init(_ run: @escaping @Sendable (TurnPipe) async -> Void) {
      work = Work(run)
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
  private final class Source: Sendable {
    private let run: @Sendable (TurnPipe) async -> Void
    private let refusal: @Sendable () -> [TurnEvent]
    private let isTaken = Atomic(false)

    init(
      run: @escaping @Sendable (TurnPipe) async -> Void,
      refusal: @escaping @Sendable () -> [TurnEvent]
    ) {
      self.run = run
      self.refusal = refusal
    }

    func next() -> @Sendable (TurnPipe) async -> Void {
      if !isTaken.exchange(true, ordering: .relaxed) { return run }
      return { [refusal] pipe in
        for event in refusal() { await pipe.send(event) }
      }
    }
  }

  /// The task that runs the turn: it starts with the first read and ends with its reader at the latest.
  private final class Work {
    private let run: @Sendable (TurnPipe) async -> Void
    private var running: (pipe: TurnPipe, task: Task<Void, Never>)?

    init(_ run: @escaping @Sendable (TurnPipe) async -> Void) {
      self.run = run
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
