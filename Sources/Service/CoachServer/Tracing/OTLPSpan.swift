#if Server
  import Synchronization
  package import Tracing

  /// A span of an ``OTLPTracer``. One that is not sampled records nothing, and only passes on its
  /// context.
  package final class OTLPSpan: Span {
    private struct State {
      var content: SpanContent
      var isEnded = false
    }

    package let context: ServiceContext
    private let trace: TraceContext
    private let parent: TraceContext?
    private let kind: SpanKind
    private let started: UInt64
    /// Takes the span when it has ended; `nil` if nothing is recorded.
    private let whenEnded: (@Sendable (EndedSpan) -> Void)?
    private let state: Mutex<State>

    init(
      _ name: String, _ trace: TraceContext, in context: ServiceContext, kind: SpanKind,
      started: UInt64, whenEnded: (@Sendable (EndedSpan) -> Void)?
    ) {
      parent = context.trace
      var context = context
      context.trace = trace
      self.context = context
      self.trace = trace
      self.kind = kind
      self.started = started
      self.whenEnded = trace.isSampled ? whenEnded : nil
      state = Mutex(State(content: SpanContent(name: name)))
    }

    package var isRecording: Bool { whenEnded != nil && state.withLock { !$0.isEnded } }

    package var operationName: String {
      get { state.withLock { $0.content.name } }
      set { change { $0.name = newValue } }
    }

    package var attributes: SpanAttributes {
      get { state.withLock { $0.content.attributes } }
      set { change { $0.attributes = newValue } }
    }

    package func setStatus(_ status: SpanStatus) { change { $0.set(status) } }
    package func addEvent(_ event: SpanEvent) { change { $0.add(event) } }
    package func addLink(_ link: SpanLink) { change { $0.add(link) } }

    /// Adds an event with the type of an error. Its text is left out, because it can contain what people wrote.
    package func recordError<Instant: TracerInstant>(
      _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
      guard isRecording else { return }
      var described = attributes
      described["exception.type"] = String(reflecting: type(of: error))
      addEvent(SpanEvent(name: "exception", at: instant(), attributes: described))
    }

    /// Ends the span; later changes, and a second end, have no effect.
    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
      guard let whenEnded else { return }
      let ended = instant().nanosecondsSinceEpoch
      let content = state.withLock { state -> SpanContent? in
        guard !state.isEnded else { return nil }
        state.isEnded = true
        return state.content
      }
      guard let content else { return }
      whenEnded(
        EndedSpan(
          trace: trace, parent: parent, kind: kind, started: started,
          // The clock can have been set back; a negative duration would be rejected.
          ended: max(started, ended), content: content))
    }

    private func change(_ change: (inout SpanContent) -> Void) {
      guard whenEnded != nil else { return }
      state.withLock { state in
        if !state.isEnded { change(&state.content) }
      }
    }
  }
#endif
