/// The events of one turn, for one reader.
///
/// Nothing happens before the first read. A reader that stops, or whose task is cancelled, ends the turn: the
/// connection to the provider is closed, and a message that brought nothing is given back.
public struct TurnStream: AsyncSequence, Sendable {
  /// What is read.
  public typealias Element = TurnEvent
  /// A turn does not throw: what goes wrong is an event.
  public typealias Failure = Never

  private let run: @Sendable (TurnPipe) async -> Void

  init(_ run: @escaping @Sendable (TurnPipe) async -> Void) {
    self.run = run
  }

  /// Begins to read; every reader runs the turn anew.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(run) }

  /// Reads events one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let work: Work

    fileprivate init(_ run: @escaping @Sendable (TurnPipe) async -> Void) {
      work = Work(run)
    }

    /// The next event, or nil after `done`.
    public mutating func next() async -> TurnEvent? { await work.pipe().next() }

    /// The next event, or nil after `done`.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> TurnEvent? {
      await next()
    }

    /// The next event if it is there already.
    mutating func poll() -> TurnEvent? { work.pipe().poll() }
  }

  /// The task that runs the turn: it begins with the first read and ends at the latest with its reader.
  private final class Work {
    private let run: @Sendable (TurnPipe) async -> Void
    private var begun: (pipe: TurnPipe, task: Task<Void, Never>)?

    init(_ run: @escaping @Sendable (TurnPipe) async -> Void) {
      self.run = run
    }

    func pipe() -> TurnPipe {
      if let begun { return begun.pipe }
      let pipe = TurnPipe()
      let task = Task.onPreferredExecutor { [run] in
        await run(pipe)
        pipe.finish()
      }
      pipe.whenClosed { task.cancel() }
      begun = (pipe, task)
      return pipe
    }

    deinit { begun?.pipe.close() }
  }
}

extension TurnStream {
  /// Runs the turn to its end.
  public func outcome() async -> TurnOutcome? {
    var outcome: TurnOutcome?
    for await event in self {
      if case .done(let done) = event { outcome = done }
    }
    return outcome
  }
}
