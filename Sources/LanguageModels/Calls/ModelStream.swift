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

  private enum Origin: Sendable {
    case source(@Sendable () -> any ModelEventSource)
    /// A model that opens its reply at the first read.
    case opening(any LanguageModel, ModelCall)
  }

  private let origin: Origin
  private let isTaken = Taken()

  /// Creates a stream; `start` runs when somebody begins to read. What it returns must send nothing before
  /// its first event is asked for.
  public init(_ start: @escaping @Sendable () -> any ModelEventSource) {
    origin = .source(start)
  }

  /// Creates the stream of a call to a model that opens replies by itself, instead of by its stream.
  package init(
    _ request: ModelRequest, openedBy model: any LanguageModel, clock: CallClock = .system
  ) {
    self.init(ModelCall(request, clock: clock), openedBy: model)
  }

  /// The same for a call whose attempts somebody wants to watch.
  package init(_ call: ModelCall, openedBy model: any LanguageModel) {
    origin = .opening(model, call)
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator {
    guard isTaken.take() else { return AsyncIterator(UsedStream()) }
    switch origin {
    case .source(let start): return AsyncIterator(start())
    case .opening(let model, let call):
      return AsyncIterator(PreparedEvents([]), opening: call, by: model)
    }
  }

  /// Begins to read, without the iterator around what is read from where there is no need of it.
  func events() -> any ModelEventSource {
    guard case .source(let start) = origin else { return makeAsyncIterator() }
    return isTaken.take() ? start() : UsedStream()
  }

  /// Reads events one by one.
  ///
  /// The layers around a model have no source of their own: this watches the model's events for them, so
  /// that an event costs the same behind one layer and behind ten, and nothing more behind layers that do
  /// not ask how the reply ended.
  public struct AsyncIterator: AsyncIteratorProtocol, ModelEventSource {
    fileprivate var source: any ModelEventSource
    /// What is still to be opened; nil once it is, and for a model without layers.
    fileprivate var opening: (call: ModelCall, model: any LanguageModel)?
    /// The events that were held back until the first content, from the last to the first.
    private var head: [ModelEvent] = []
    private var watch: ReplyWatch?
    /// What was tried, for a failure to name; nil for a model without layers.
    private var attempts: AttemptLog?

    fileprivate init(_ source: any ModelEventSource) {
      self.source = source
    }

    fileprivate init(
      _ source: any ModelEventSource, opening call: ModelCall, by model: any LanguageModel
    ) {
      self.source = source
      opening = (call, model)
      attempts = call.attempts
    }

    /// The attempt whose content is being read; nil for a model without layers.
    var answeringAttempt: ModelAttempt? {
      attempts?.attempts.last { $0.isSent && $0.failure == nil }
    }

    /// The next event, or nil after `finished`.
    public mutating func next() async throws(ModelError) -> ModelEvent? {
      if let (call, model) = opening { try await open(call, model) }
      if let event = head.popLast() {
        watch?.see(event)
        return event
      }
      do throws(ModelError) {
        let event = try await source.next()
        if let watch, let event { watch.see(event) }
        return event
      } catch {
        let error = attempts.map { error.naming($0) } ?? error
        watch?.fail(error)
        throw error
      }
    }

    /// The next event, or nil after `finished`.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ModelError)
      -> ModelEvent?
    {
      try await next()
    }

    private mutating func open(_ call: ModelCall, _ model: any LanguageModel)
      async throws(ModelError)
    {
      opening = nil
      do throws(ModelError) {
        let opened = try await model.open(call)
        head = opened.head.reversed()
        source = opened.rest
        watch = opened.watch
        watch?.begin(call.clock)
      } catch {
        throw error.naming(call.attempts)
      }
    }
  }
}

extension ModelStream {
  /// Reads the stream to its end.
  public func reply() async throws(ModelError) -> ModelReply {
    var reply = ModelReply()
    var events = makeAsyncIterator()
    while let event = try await events.next() { reply.add(event) }
    return reply
  }
}

/// What a stream reads from: a provider's connection, a recording, a script.
public protocol ModelEventSource {
  /// The next event, or nil after `finished`.
  mutating func next() async throws(ModelError) -> ModelEvent?
}

/// Remembers whether a stream has been given to a reader.
private final class Taken: Sendable {
  private let state = Atomic(false)

  /// True for the first caller only.
  func take() -> Bool { !state.exchange(true, ordering: .relaxed) }
}

private struct UsedStream: ModelEventSource {
  func next() async throws(ModelError) -> ModelEvent? {
    throw ModelError(
      .invalidRequest, "this stream has been read already",
      advice: "ask the model again for a second reply")
  }
}
