#if Server
  import CoachServer
  import Documents
  import TestKit
  import Tracing

  /// A tracer whose exports are kept.
  struct TracingBench: Sendable {
    let tracer: OTLPTracer
    let metrics = PrometheusMetrics()
    let sent = Observed<[JSONValue]>([])

    init(
      _ change: (inout TracingConfiguration) -> Void = { _ in },
      sleep: @escaping @Sendable (Duration) async throws -> Void = { _ in
        try await untilCancelled()
      },
      whileSending: @escaping @Sendable () async throws -> Void = {}
    ) {
      var configuration = TracingConfiguration(serviceName: "coach", serviceVersion: "1.2")
      change(&configuration)
      tracer = OTLPTracer(
        configuration, metrics: metrics, random: SplitMix(seed: 1), sleep: sleep
      ) { [sent] body in
        try await whileSending()
        let request = try JSONValue(parsing: String(decoding: body, as: UTF8.self))
        sent.update { $0.append(request) }
      }
    }

    /// The spans of every request so far.
    var batches: [[JSONValue]] { sent.current.map { $0.spans } }

    /// Ends spans with these names.
    func end(_ names: String...) {
      for name in names { start(name).end(at: Nanoseconds(2)) }
    }

    func start(_ name: String, in context: ServiceContext = .topLevel) -> OTLPSpan {
      tracer.startSpan(name, context: context, at: Nanoseconds(1))
    }

    /// Exports what has ended, and returns the spans.
    func flushed() async -> [JSONValue] {
      await tracer.flush()
      return batches.last ?? []
    }

    func metric(_ line: String) -> Bool { metrics.text().contains(line + "\n") }
  }

  extension JSONValue {
    /// The spans of a request.
    var spans: [JSONValue] {
      self["resourceSpans"]?.array?.first?["scopeSpans"]?.array?.first?["spans"]?.array ?? []
    }

    var name: String? { self["name"]?.string }
  }

  struct Nanoseconds: TracerInstant {
    var nanosecondsSinceEpoch: UInt64

    init(_ count: UInt64) { nanosecondsSinceEpoch = count }

    static func < (left: Nanoseconds, right: Nanoseconds) -> Bool {
      left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }
  }
#endif
