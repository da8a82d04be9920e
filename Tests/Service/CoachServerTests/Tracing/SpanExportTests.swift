#if Server
  import Documents
  import Testing
  import TestKit
  import Tracing

  @testable import CoachServer

  @Suite("Export of spans")
  struct SpanExportTests {
    private struct Rejected: Error {}

    @Test("Spans are exported after each interval")
    func interval() async throws {
      let clock = TickingClock()
      let waits = Observed<[Duration]>([])
      let bench = TracingBench(sleep: { duration in
        waits.update { $0.append(duration) }
        try await clock.sleep(for: duration)
      })
      let running = Task { await bench.tracer.run() }
      for round in 1...3 {
        try await clock.untilAsleep()
        bench.end("\(round)", "more")
        clock.tick()
        try await bench.sent.until { $0.count == round }
        expect(bench.batches[round - 1].map(\.name), equals: ["\(round)", "more"])
      }
      running.cancel()
      await running.value
      expect(Set(waits.current), equals: [.seconds(5)])
      expect(bench.sent.current.count, equals: 3)
    }

    @Test("A full batch is exported at once, also one that was full before the start")
    func fullBatch() async throws {
      let bench = TracingBench { $0.batchSize = 3 }
      bench.end("1", "2", "3", "4")
      let running = Task { await bench.tracer.run() }
      try await bench.sent.until { $0.count == 2 }
      expect(bench.batches.map { $0.map(\.name) }, equals: [["1", "2", "3"], ["4"]])
      bench.end("5", "6")
      expect(bench.sent.current.count, equals: 2)
      bench.end("7")
      try await bench.sent.until { $0.count == 3 }
      expect(bench.batches.last?.map(\.name), equals: ["5", "6", "7"])
      running.cancel()
      await running.value
    }

    @Test("The rest is exported when the task is cancelled, by a task that is not")
    func cancellation() async throws {
      let clock = TickingClock()
      let cancelled = Observed<[Bool]>([])
      let bench = TracingBench(
        sleep: { try await clock.sleep(for: $0) },
        whileSending: { cancelled.update { $0.append(Task.isCancelled) } })
      let running = Task { await bench.tracer.run() }
      try await clock.untilAsleep()
      bench.end("1", "2")
      running.cancel()
      await running.value
      expect(bench.batches.map { $0.map(\.name) }, equals: [["1", "2"]])
      expect(cancelled.current, equals: [false])
    }

    @Test("An export in progress is not cancelled")
    func cancellationDuringExport() async throws {
      let started = Observed(false)
      let isAllowed = Observed(false)
      let bench = TracingBench(
        { $0.batchSize = 1 },
        whileSending: {
          started.update { $0 = true }
          try await isAllowed.until { $0 }
        })
      let running = Task { await bench.tracer.run() }
      bench.end("1")
      try await started.until { $0 }
      running.cancel()
      bench.end("2")
      isAllowed.update { $0 = true }
      await running.value
      expect(bench.batches.map { $0.map(\.name) }, equals: [["1"], ["2"]])
    }

    @Test("Spans beyond the capacity are dropped and counted")
    func capacity() async {
      let bench = TracingBench { $0.capacity = 2 }
      bench.end("1", "2", "3", "4", "5")
      expect(await bench.flushed().map(\.name), equals: ["1", "2"])
      #expect(bench.metric(#"coachkit_spans_dropped_total{reason="queue_full"} 3"#))
      #expect(bench.metric("coachkit_spans_exported_total 2"))
      bench.end("6")
      expect(await bench.flushed().map(\.name), equals: ["6"])
    }

    @Test("A failed export is counted, and the next one is not affected")
    func failure() async {
      let isFailing = Observed(true)
      let bench = TracingBench(whileSending: { if isFailing.current { throw Rejected() } })
      bench.end("1", "2")
      await bench.tracer.flush()
      isFailing.update { $0 = false }
      bench.end("3")
      expect(await bench.flushed().map(\.name), equals: ["3"])
      #expect(bench.metric(#"coachkit_spans_dropped_total{reason="export_failed"} 2"#))
      #expect(bench.metric("coachkit_spans_exported_total 1"))
    }

    @Test("Nothing is sent when there is nothing to send")
    func nothing() async {
      let bench = TracingBench()
      await bench.tracer.flush()
      expectEmpty(bench.sent.current)
    }

    @Test("A traced client does not trace the export")
    func tracedExport() async {
      let sampled = Observed<[Bool?]>([])
      let bench = TracingBench(whileSending: {
        sampled.update { $0.append(ServiceContext.current?.trace?.isSampled) }
      })
      await bench.tracer.withSpan("flush", context: .topLevel) { _ in
        bench.end("1")
        await bench.tracer.flush()
      }
      expect(sampled.current, equals: [false])
    }

    @Test("Spans of many tasks are all exported or counted")
    func concurrency() async {
      let bench = TracingBench { configuration in
        configuration.batchSize = 64
        configuration.capacity = 256
      }
      let running = Task { await bench.tracer.run() }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for index in 0..<500 {
              bench.end("\(index)")
              if index % 50 == 0 { await Task.yield() }
            }
          }
        }
      }
      running.cancel()
      await running.value
      let exported = bench.batches.reduce(0) { $0 + $1.count }
      #expect(bench.batches.allSatisfy { $0.count <= 64 })
      #expect(bench.metric("coachkit_spans_exported_total \(exported)"))
      let dropped = #"coachkit_spans_dropped_total{reason="queue_full"} \#(4000 - exported)"#
      #expect(bench.metric(dropped))
    }
  }
#endif
