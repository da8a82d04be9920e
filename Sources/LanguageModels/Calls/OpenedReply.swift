/// A reply whose first content has come: what was held back until then, and where the rest comes from.
public struct OpenedReply {
  /// The events up to and with the first content, or up to the end when there is none.
  public var head: [ModelEvent]
  /// Where the other events come from.
  public var rest: any ModelEventSource
  /// Looks after the endings; nil when nobody wants to know how it ends.
  private(set) var watch: ReplyWatch?

  /// Creates a reply of which everything is known.
  public init(_ events: [ModelEvent]) {
    head = events
    rest = PreparedEvents([])
  }

  /// Reads a stream up to its first content. Throws what the stream throws before that.
  public init(reading stream: ModelStream) async throws(ModelError) {
    var events = stream.events()
    var head: [ModelEvent] = []
    // The beginning, perhaps a count, a part's beginning, its first piece.
    head.reserveCapacity(4)
    while let event = try await events.next() {
      head.append(event)
      if event.isContent { break }
    }
    self.head = head
    rest = events
  }

  /// Has `ending` called once, when the reply has ended in whatever way: before the reader gets its last
  /// event, or when the reader, or a layer, lets go of it. Inner layers hear of it before outer ones. With
  /// `keepsEvents` all events are gathered for ``ModelCallEnd/events``.
  public mutating func whenEnded(
    _ call: ModelCall, keepingEvents keepsEvents: Bool = false,
    _ ending: @escaping @Sendable (ModelCallEnd) -> Void
  ) {
    let watch = watch ?? ReplyWatch(call.clock)
    self.watch = watch
    watch.add(ending, keepsEvents: keepsEvents)
  }
}

extension ModelEvent {
  /// Whether something of the reply itself has come, so that it cannot be asked for again unnoticed:
  /// words, thoughts, a tool call, or the end.
  public var isContent: Bool {
    switch self {
    case .partDelta, .finished: true
    case .partStarted(_, let kind): kind.isContent
    case .started, .partEnded, .usage, .warning: false
    }
  }
}

extension LanguageModel {
  /// Opens a reply and has `ending` called exactly once, whether it fails before its first content or
  /// ends after it.
  public func open(
    _ call: ModelCall, keepingEvents keepsEvents: Bool = false,
    whenEnded ending: @escaping @Sendable (ModelCallEnd) -> Void
  ) async throws(ModelError) -> OpenedReply {
    do throws(ModelError) {
      var reply = try await open(call)
      reply.whenEnded(call, keepingEvents: keepsEvents, ending)
      return reply
    } catch {
      ending(ModelCallEnd(.failed(error), at: call.clock.now()))
      throw error
    }
  }
}
