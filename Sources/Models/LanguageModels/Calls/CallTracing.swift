package import Tracing

/// Whether and by which tracer a call is traced. Without a tracer this lookup would be the most expensive step of
/// telemetry, so it is made once per call.
package enum CallTracing: Sendable {
  case off
  case by(any Tracer)

  /// Uses the given tracer, or the one that the process has bootstrapped.
  package init(_ own: (any Tracer)?) {
    // Searching the instruments for a tracer costs more than recognizing that none is installed.
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
