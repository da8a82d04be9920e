/// The events of one call, as an asynchronous sequence that the reader pulls.
///
/// Nothing is sent before the first read, and backpressure applies while nobody reads. Releasing the iterator, or
/// cancelling the reading task, closes the connection. A stream can be read only once, because a second reader would
/// require a second call; a second iterator throws `invalidRequest`.
///
/// ```swift
/// do {
///   for try await event in model.stream(request) {
///     if let text = event.text { print(text, terminator: "") }
///   }
/// } catch {
///   print("\(error.code) after \(error.partialText.count) characters: \(error)")
/// }
/// ```
///
/// ``reply()`` reads the whole stream instead.
public struct ModelStream: AsyncSequence, Sendable {
  /// The events of the reply.
  public typealias Element = ModelEvent
  /// The error that reading throws.
  public typealias Failure = ModelError

  private enum Origin: Sendable {
    case source(@Sendable () -> any ModelEventSource)
    /// A model that opens its reply at the first read.
    case opening(any LanguageModel, ModelCall)
  }

  private let origin: Origin
  private let isTaken = AtomicFlag()

  /// Creates a stream from an event source. `start` runs when an iterator is made; the source that it returns must
  /// send nothing before its first event is requested.
  public init(_ start: @escaping @Sendable () -> any ModelEventSource) {
    origin = .source(start)
  }

  /// Creates the stream of a call to a model that implements ``LanguageModel/open(_:)`` itself, such as one with
  /// layers.
  package init(
    _ request: ModelRequest, openedBy model: any LanguageModel, clock: CallClock = .system
  ) {
    self.init(ModelCall(request, clock: clock), openedBy: model)
  }

  /// Creates the stream of a call whose attempts the caller observes.
  package init(_ call: ModelCall, openedBy model: any LanguageModel) {
    origin = .opening(model, call)
  }

  /// Creates the iterator. Only the first one reads events; any other throws `invalidRequest` at its first read.
  public func makeAsyncIterator() -> AsyncIterator {
    guard isTaken.raise() else { return AsyncIterator(UsedStream()) }
    switch origin {
    case .source(let start): return AsyncIterator(start())
    case .opening(let model, let call):
      return AsyncIterator(PreparedEvents([]), opening: call, by: model)
    }
  }

  /// Returns an iterator, or the event source itself if no iterator is needed around it.
  func events() -> any ModelEventSource {
    guard case .source(let start) = origin else { return makeAsyncIterator() }
    return isTaken.raise() ? start() : UsedStream()
  }

  /// An iterator over the events of a call.
  ///
  /// Layers have no event source of their own: the iterator observes the model's events on their behalf, so that an
  /// event costs the same behind one layer as behind ten, and nothing extra behind layers that do not observe how the
  /// reply ends.
  public struct AsyncIterator: AsyncIteratorProtocol, ModelEventSource {
    fileprivate var source: any ModelEventSource
    /// The call that is still to be opened; nil once it is, and for a model without layers.
    fileprivate var opening: (call: ModelCall, model: any LanguageModel)?
    /// The events held back until the first content, in reverse order.
    private var head: [ModelEvent] = []
    private var watch: ReplyWatch?
    /// The attempts to report with a failure; nil for a model without layers.
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

    /// Returns the next event, or nil after `finished`.
    ///
    /// Throws ``ModelError`` if the call fails or the task is cancelled.
    public mutating func next() async throws(ModelError) -> ModelEvent? {
      if let (call, model) = opening { try await open(call, with: model) }
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

    /// Returns the next event, or nil after `finished`. `actor` is ignored.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(ModelError)
      -> ModelEvent?
    {
      try await next()
    }

    private mutating func open(_ call: ModelCall, with model: any LanguageModel)
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
  /// Reads the stream to its end and returns the accumulated reply.
  ///
  /// Throws ``ModelError``; its ``ModelError/partial`` holds what arrived before the failure.
  public func reply() async throws(ModelError) -> ModelReply {
    var reply = ModelReply()
    var events = makeAsyncIterator()
    while let event = try await events.next() { reply.add(event) }
    return reply
  }
}

/// The source of a stream's events: a provider's connection, a recording or a script.
public protocol ModelEventSource {
  /// Returns the next event, or nil after `finished`.
  mutating func next() async throws(ModelError) -> ModelEvent?
}

private struct UsedStream: ModelEventSource {
  func next() async throws(ModelError) -> ModelEvent? {
    throw ModelError(
      .invalidRequest, "this stream has been read already",
      advice: "ask the model again for a second reply")
  }
}
