#if Server
  import Tracing

  /// A span that is complete and can be exported.
  struct EndedSpan: Sendable {
    var trace: TraceContext
    var parent: TraceContext?
    var kind: SpanKind
    /// Nanoseconds since 1970.
    var started: UInt64
    var ended: UInt64
    var content: SpanContent
  }

  /// What is recorded in a span while it lasts.
  struct SpanContent: Sendable {
    /// OpenTelemetry's default limit for events, links and attributes of one span.
    static let limit = 128

    var name: String
    var attributes: SpanAttributes = [:]
    private(set) var events: [SpanEvent] = []
    private(set) var droppedEvents = 0
    private(set) var links: [SpanLink] = []
    private(set) var droppedLinks = 0
    private(set) var status: SpanStatus?

    init(name: String) {
      self.name = name
    }

    mutating func add(_ event: SpanEvent) {
      if events.count < Self.limit { events.append(event) } else { droppedEvents += 1 }
    }

    mutating func add(_ link: SpanLink) {
      if links.count < Self.limit { links.append(link) } else { droppedLinks += 1 }
    }

    /// Sets the status, unless it was declared a success before: that is final in OpenTelemetry.
    mutating func set(_ status: SpanStatus) {
      if self.status?.code != .ok { self.status = status }
    }
  }
#endif
