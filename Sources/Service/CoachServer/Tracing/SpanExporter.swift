#if Server
  import CoreMetrics
  import Tracing

  /// Sends ended spans in batches, and counts those that were sent and those that were lost.
  final class SpanExporter: Sendable {
    private let queue: SpanQueue
    private let request: OTLPRequest
    private let batchSize: Int
    private let interval: Duration
    /// The context of exports. It is not sampled, so that a client that is traced itself does not
    /// produce spans about the export of spans.
    private let untraced: ServiceContext
    private let sleep: @Sendable (Duration) async throws -> Void
    private let export: @Sendable (_ body: [UInt8]) async throws -> Void
    private let exported: Counter
    private let surplus: Counter
    private let failed: Counter

    init(
      _ configuration: TracingConfiguration, untraced: TraceContext,
      metrics: any MetricsFactory, sleep: @escaping @Sendable (Duration) async throws -> Void,
      export: @escaping @Sendable (_ body: [UInt8]) async throws -> Void
    ) {
      batchSize = max(1, configuration.batchSize)
      queue = SpanQueue(capacity: configuration.capacity, batchSize: batchSize)
      request = OTLPRequest(configuration)
      interval = configuration.interval
      var context = ServiceContext.topLevel
      context.trace = untraced
      self.untraced = context
      self.sleep = sleep
      self.export = export
      exported = Counter(label: "coachkit.spans.exported", factory: metrics)
      func dropped(_ reason: String) -> Counter {
        Counter(
          label: "coachkit.spans.dropped", dimensions: [("reason", reason)], factory: metrics)
      }
      surplus = dropped("queue_full")
      failed = dropped("export_failed")
    }

    func add(_ span: EndedSpan) {
      if !queue.add(span) { surplus.increment() }
    }

    /// Exports at each interval and each full batch until the task is cancelled, and then the rest.
    func run() async {
      let wakes = queue.wakes()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { [interval, queue, sleep] in
          while (try? await sleep(interval)) != nil { queue.wake() }
        }
        for await _ in wakes { await flush() }
        group.cancelAll()
      }
      await flush()
    }

    /// Exports all spans that wait.
    func flush() async {
      var spans = queue.takeAll()[...]
      while !spans.isEmpty {
        await send(spans.prefix(batchSize))
        spans = spans.dropFirst(batchSize)
      }
    }

    private func send(_ spans: ArraySlice<EndedSpan>) async {
      let body = request.body(of: spans)
      // In a task of its own, which is not cancelled with this one: the last spans are exported
      // while the program shuts down.
      let sending = Task { [export, untraced] in
        try await ServiceContext.withValue(untraced) { try await export(body) }
      }
      switch await sending.result {
      case .success: exported.increment(by: spans.count)
      case .failure: failed.increment(by: spans.count)
      }
    }
  }
#endif
