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
    var events = stream.events()
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

extension ModelEvent {
  /// Whether this event is content of the reply, so that the request can no longer be repeated unnoticed: text,
  /// reasoning, a tool call, or the end.
  public var isContent: Bool {
    switch self {
    case .partDelta, .finished: true
    case .partStarted(_, let kind): kind.isContent
    case .started, .partEnded, .usage, .warning: false
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
