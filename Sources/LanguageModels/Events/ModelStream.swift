import Synchronization

/// The events of one call, pulled by whoever reads them.
///
/// Nothing is sent before the first read, and the sender is held back while nobody reads. Dropping
/// the iterator, or cancelling the task that reads, closes the connection. A stream can be read
/// once: a second reader would mean a second call.
public struct ModelStream: AsyncSequence, Sendable {
  /// What is read.
  public typealias Element = ModelEvent
  /// How it can fail.
  public typealias Failure = ModelError

  private let start: @Sendable () -> any ModelEventSource
  private let isTaken = Taken()

  /// Creates a stream; `start` runs when the first event is asked for.
  public init(_ start: @escaping @Sendable () -> any ModelEventSource) {
    self.start = start
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(source: events())
  }

  /// Begins to read, without the iterator around what is read from.
  package func events() -> any ModelEventSource {
    isTaken.take() ? start() : UsedStream()
  }

  /// Reads events one by one.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var source: any ModelEventSource

    init(source: any ModelEventSource) {
      self.source = source
    }

    /// The next event, or nil after `finished`.
    public mutating func next() async throws(ModelError) -> ModelEvent? {
      try await source.next()
    }

    /// The next event, or nil after `finished`.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ModelError)
      -> ModelEvent?
    {
      try await source.next()
    }
  }
}

/// What a stream reads from: a provider's connection, a recording, a script.
public protocol ModelEventSource {
  /// The next event, or nil after `finished`.
  mutating func next() async throws(ModelError) -> ModelEvent?
}

/// Remembers whether a stream has been given to a reader.
private final class Taken: Sendable {
  private let state = Mutex(false)

  /// True for the first caller only.
  func take() -> Bool {
    state.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
  }
}

private struct UsedStream: ModelEventSource {
  func next() async throws(ModelError) -> ModelEvent? {
    throw ModelError(
      .invalidRequest, "this stream has been read already",
      advice: "ask the model again for a second reply")
  }
}
