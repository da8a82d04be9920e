#if Server
  import Documents
  import Testing
  import TestKit
  import Tracing

  @testable import CoachServer

  @Suite("Spans and their context")
  struct OTLPTracerTests {
    private struct Headers: Extractor, Injector {
      func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }

      func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) {
        carrier[key] = value
      }
    }

    private static let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test("A child has the trace of its parent, and a span of its own")
    func children() async throws {
      let bench = TracingBench()
      bench.tracer.withSpan("parent", context: .topLevel) { _ in
        bench.tracer.withSpan("child") { _ in }
      }
      let spans = await bench.flushed()
      expect(spans.map(\.name), equals: ["child", "parent"])
      let (child, parent) = (try #require(spans.first), try #require(spans.last))
      expect(child["traceId"], equals: parent["traceId"])
      expect(child["parentSpanId"], equals: parent["spanId"])
      #expect(child["spanId"] != parent["spanId"])
      expect(parent["parentSpanId"], equals: nil)
      expect(parent["flags"], equals: 0x101)
    }

    @Test("The context of a request is continued and passed on")
    func propagation() async throws {
      let bench = TracingBench { $0.ratio = 0 }
      var context = ServiceContext.topLevel
      bench.tracer.extract(
        ["traceparent": Self.parent, "tracestate": "a=1"], into: &context, using: Headers())
      let span = bench.start("request", in: context)
      var headers: [String: String] = [:]
      bench.tracer.inject(span.context, into: &headers, using: Headers())
      span.end()
      let exported = try #require(await bench.flushed().first)
      expect(exported["traceId"], equals: "4bf92f3577b34da6a3ce929d0e0e4736")
      expect(exported["parentSpanId"], equals: "00f067aa0ba902b7")
      expect(exported["traceState"], equals: "a=1")
      expect(exported["flags"], equals: 0x301)
      let id = try #require(exported["spanId"]?.string)
      expect(
        headers,
        equals: [
          "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-\(id)-01", "tracestate": "a=1",
        ])
    }

    @Test("Without a valid header, nothing is extracted")
    func invalidHeader() {
      let bench = TracingBench()
      var context = ServiceContext.topLevel
      for headers in [["traceparent": "00-0-0-01", "tracestate": "a=1"], ["tracestate": "a=1"]] {
        bench.tracer.extract(headers, into: &context, using: Headers())
        #expect(context.isEmpty)
      }
      var headers: [String: String] = [:]
      bench.tracer.inject(context, into: &headers, using: Headers())
      expectEmpty(headers)
    }

    @Test("A span that is not sampled records nothing and tells its children")
    func unsampled() async {
      let bench = TracingBench { $0.ratio = 0 }
      let span = bench.start("request")
      span.attributes["a"] = 1
      span.operationName = "other"
      span.recordError(CancellationError())
      #expect(!span.isRecording)
      #expect(span.attributes.isEmpty)
      expect(span.operationName, equals: "request")
      var headers: [String: String] = [:]
      bench.tracer.inject(span.context, into: &headers, using: Headers())
      expect(headers["traceparent"]?.suffix(3), equals: "-00")
      bench.start("child", in: span.context).end()
      span.end()
      expectEmpty(await bench.flushed())
    }

    @Test("A span that has ended does not change, and is exported once")
    func ended() async {
      let bench = TracingBench()
      let span = bench.start("before")
      span.operationName = "name"
      #expect(span.isRecording)
      span.end()
      span.operationName = "after"
      span.attributes["a"] = 1
      span.addEvent("late")
      span.end()
      #expect(!span.isRecording)
      #expect(span.attributes.isEmpty)
      let spans = await bench.flushed()
      expect(spans.map(\.name), equals: ["name"])
      expect(spans.first?["attributes"], equals: nil)
      expect(spans.first?["events"], equals: nil)
    }

    @Test("A span never ends before its start")
    func clockSetBack() async {
      let bench = TracingBench()
      let span = bench.tracer.startSpan("a", context: .topLevel, at: Nanoseconds(10))
      span.end(at: Nanoseconds(5))
      let exported = await bench.flushed().first
      expect(exported?["startTimeUnixNano"], equals: "10")
      expect(exported?["endTimeUnixNano"], equals: "10")
    }

    @Test("An error is recorded by its type, without its text")
    func errors() async {
      struct Refused: Error {}
      let bench = TracingBench()
      #expect(throws: Refused.self) {
        try bench.tracer.withSpan("a", context: .topLevel) { _ in throw Refused() }
      }
      let span = await bench.flushed().first
      expect(span?["status"], equals: ["code": 2])
      let event = span?["events"]?.array?.first
      expect(event?.name, equals: "exception")
      let attributes = event?["attributes"]?.array ?? []
      expect(attributes.count, equals: 1)
      expect(attributes.first?["value"]?["stringValue"]?.string ?? "", contains: "Refused")
    }

    @Test("Success is final")
    func status() async {
      let bench = TracingBench()
      let span = bench.start("a")
      span.setStatus(SpanStatus(code: .error, message: "first"))
      span.setStatus(SpanStatus(code: .ok))
      span.setStatus(SpanStatus(code: .error, message: "later"))
      span.end()
      expect(await bench.flushed().first?["status"], equals: ["code": 1])
    }
  }
#endif
