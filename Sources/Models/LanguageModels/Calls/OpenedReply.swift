/// A reply whose first content has arrived: the events held back until then, and the source of the rest.
public struct OpenedReply {
  /// The events up to and including the first content, or all events if there is no content.
  public var head: [ModelEvent]
  /// The source of the remaining events.
  public var rest: any ModelEventSource
  /// Notifies the layers of the end; nil if no layer observes it.
  private(set) var watch: ReplyWatch?

  /// Creates a reply from all of its events.
  public init(_ events: [ModelEvent]) {
    head = events
    rest = PreparedEvents([])
  }

  /// Reads a stream up to its first content. Throws what the stream throws before that.
  public init(reading stream: ModelStream) async throws(ModelError) {
    try await self.init(from: stream.events())
  }

  /// Reads a source up to its first content. Throws what the source throws before that.
  package init(from source: any ModelEventSource) async throws(ModelError) {
    var events = source
    var head: [ModelEvent] = []
    // Typically a start, possibly usage, the start of a part, and its first delta.
    head.reserveCapacity(4)
    while let event = try await events.next() {
      head.append(event)
      if event.isContent { break }
    }
    self.head = head
    rest = events
  }

  /// Registers a closure that is called once when the reply ends: before the reader gets its last event, or when the
  /// reader or a layer releases the reply. The closures of inner layers run before those of outer ones. With
  /// `keepsEvents` all events are collected in ``ModelCallEnd/events``.
  public mutating func whenEnded(
    _ call: ModelCall, keepingEvents keepsEvents: Bool = false,
    ending: @escaping @Sendable (ModelCallEnd) -> Void
  ) {
    let watch = watch ?? ReplyWatch(call.clock)
    self.watch = watch
    watch.add(ending, keepsEvents: keepsEvents)
  }
}

extension OpenedReply {
  /// Returns the events of the reply, whose end its layers learn of as they do from the reader of a stream.
  package func watched(_ clock: CallClock) -> any ModelEventSource {
    watch?.begin(clock)
    return WatchedReply(head: head[...], rest: rest, watch: watch)
  }

  /// Whether the reply has ended without any content, and without saying why.
  var isEmpty: Bool {
    guard case .finished(.stop)? = head.last else { return false }
    return !head.contains { event in
      switch event {
      case .partDelta(_, .signature), .finished: false
      default: event.isContent
      }
    }
  }

  /// Returns the error for an empty reply.
  func emptiness(of model: ModelIdentity) -> ModelError {
    var partial = ModelReply()
    for event in head { partial.add(event) }
    return ModelError(
      .emptyReply, "\(model) ended its reply without any text", advice: "try again",
      requestID: partial.start.requestID, partial: partial)
  }
}

extension ModelRequest {
  /// Whether the model was last told what a tool returned, to which it may have nothing to add.
  var endsWithToolResult: Bool {
    messages.last?.parts.contains { if case .toolResult = $0 { true } else { false } } ?? false
  }
}

extension ModelEvent {
  /// Whether this event is content of the reply, so that the request can no longer be repeated unnoticed: text,
  /// reasoning, a tool call, or the end.
  public var isContent: Bool {
    switch self {
    case .partDelta, .finished: true
    case .partStarted(_, let kind): kind.isContent
    case .started, .partEnded, .partReclassified, .continued, .usage, .warning: false
    }
  }
}

extension LanguageModel {
  /// Opens a reply and calls `ending` exactly once, whether the call fails before its first content or ends after it.
  public func open(
    _ call: ModelCall, keepingEvents keepsEvents: Bool = false,
    whenEnded ending: @escaping @Sendable (ModelCallEnd) -> Void
  ) async throws(ModelError) -> OpenedReply {
    do throws(ModelError) {
      var reply = try await open(call)
      reply.whenEnded(call, keepingEvents: keepsEvents, ending: ending)
      return reply
    } catch {
      ending(ModelCallEnd(.failed(error), at: call.clock.now()))
      throw error
    }
  }
}

/// The events of an opened reply, for a layer that reads them itself.
private struct WatchedReply: ModelEventSource {
  var head: ArraySlice<ModelEvent>
  var rest: any ModelEventSource
  let watch: ReplyWatch?

  mutating func next() async throws(ModelError) -> ModelEvent? {
    do throws(ModelError) {
      let event = head.isEmpty ? try await rest.next() : head.removeFirst()
      if let event { watch?.see(event) }
      return event
    } catch {
      watch?.fail(error)
      throw error
    }
  }
}
