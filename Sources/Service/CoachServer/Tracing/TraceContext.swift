#if Server
  package import Tracing

  /// What a span passes on to its children, in this process and in others.
  package struct TraceContext: Sendable, Hashable {
    let traceID: TraceID
    let spanID: SpanID
    /// Whether the spans of this trace are exported.
    package let isSampled: Bool
    /// The entries of other tracing systems, which are passed on unchanged; nil if there are none.
    let state: String?
    /// Whether the span is one of another process.
    let isRemote: Bool

    fileprivate enum Key: ServiceContextKey {
      typealias Value = TraceContext
      static let nameOverride: String? = "coachkit-trace"
    }
  }

  extension ServiceContext {
    /// The span within which work is done; nil outside of any span.
    package internal(set) var trace: TraceContext? {
      get { self[TraceContext.Key.self] }
      set { self[TraceContext.Key.self] = newValue }
    }
  }
#endif
