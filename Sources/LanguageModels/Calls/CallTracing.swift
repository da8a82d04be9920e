package import Tracing

/// Whether a call is traced. Finding out costs more than all else that telemetry does where nothing is set
/// up, so it is found out once for a call.
package enum CallTracing: Sendable {
  case off
  case by(any Tracer)

  /// By the tracer that is given, or the one that the process has set up.
  package init(_ own: (any Tracer)?) {
    // Looking for a tracer costs more than seeing that there is nothing to look into.
    if own == nil, InstrumentationSystem.instrument is NoOpInstrument {
      self = .off
      return
    }
    let tracer = own ?? InstrumentationSystem.tracer
    self = tracer is NoOpTracer ? .off : .by(tracer)
  }

  /// The tracer, or one that does nothing.
  package var tracer: any Tracer {
    if case .by(let tracer) = self { tracer } else { NoOpTracer() }
  }
}
