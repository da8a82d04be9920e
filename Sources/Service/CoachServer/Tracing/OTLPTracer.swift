#if Server
  package import CoreMetrics
  import Synchronization
  package import Tracing

  /// A tracer that exports spans as OTLP in JSON, the protocol of OpenTelemetry over HTTP.
  ///
  /// How the bodies reach a collector is up to a closure: it posts them to `/v1/traces` with the
  /// content type `application/json`, repeats and limits the time of the request, and throws if the
  /// spans were not accepted; they are then lost, and counted.
  package final class OTLPTracer: Tracer {
    private let sampling: TraceSampling
    private let random: Mutex<any RandomNumberGenerator & Sendable>
    private let exporter: SpanExporter
    private let whenEnded: @Sendable (EndedSpan) -> Void

    /// Creates a tracer, whose spans wait for ``run()``.
    ///
    /// - Parameters:
    ///   - configuration: What is traced and how spans are exported.
    ///   - metrics: Counts the spans that were exported and dropped.
    ///   - random: The source of identifiers, which also decide about sampling.
    ///   - sleep: Waits between exports, and throws when the task is cancelled.
    ///   - export: Sends the body of a request.
    package init(
      _ configuration: TracingConfiguration,
      metrics: any MetricsFactory = NOOPMetricsHandler.instance,
      random: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
      sleep: @escaping @Sendable (Duration) async throws -> Void = {
        try await Task.sleep(for: $0)
      },
      export: @escaping @Sendable (_ body: [UInt8]) async throws -> Void
    ) {
      var random = random
      let untraced = TraceContext(
        traceID: TraceID(using: &random), spanID: SpanID(using: &random), isSampled: false,
        state: nil, isRemote: false)
      let exporter = SpanExporter(
        configuration, untraced: untraced, metrics: metrics, sleep: sleep, export: export)
      self.exporter = exporter
      whenEnded = { exporter.add($0) }
      sampling = TraceSampling(ratio: configuration.ratio)
      self.random = Mutex(random)
    }

    /// Exports spans at each interval and each full batch until the task is cancelled, and then
    /// those that are left. Call it once.
    package func run() async { await exporter.run() }

    /// Exports all spans that have ended.
    package func flush() async { await exporter.flush() }

    /// Does nothing: ``flush()`` waits for the export.
    package func forceFlush() {}

    /// Starts a span: a child of the context's span, or else the first one of a trace.
    package func startSpan<Instant: TracerInstant>(
      _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
      at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> OTLPSpan {
      let context = context()
      let parent = context.trace
      let (traceID, spanID) = random.withLock { random in
        (parent?.traceID ?? TraceID(using: &random), SpanID(using: &random))
      }
      let trace = TraceContext(
        traceID: traceID, spanID: spanID, isSampled: sampling.samples(traceID, childOf: parent),
        state: parent?.state, isRemote: false)
      return OTLPSpan(
        operationName, trace, in: context, kind: kind, started: instant().nanosecondsSinceEpoch,
        whenEnded: whenEnded)
    }

    /// Reads the parent of a request's spans from its headers.
    package func extract<Carrier, Extract: Extractor>(
      _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
      guard let parent = extractor.extract(key: TraceContext.parentHeader, from: carrier),
        let trace = TraceContext(
          parent: parent, state: extractor.extract(key: TraceContext.stateHeader, from: carrier))
      else { return }
      context.trace = trace
    }

    /// Writes the headers that make the context's span the parent of the spans of whoever answers.
    package func inject<Carrier, Inject: Injector>(
      _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
      guard let trace = context.trace else { return }
      injector.inject(trace.parentHeader, forKey: TraceContext.parentHeader, into: &carrier)
      if let state = trace.state {
        injector.inject(state, forKey: TraceContext.stateHeader, into: &carrier)
      }
    }
  }
#endif
