#if Server
  import Documents
  import Testing
  import TestKit
  import Tracing

  @testable import CoachServer

  @Suite("OTLP in JSON")
  struct OTLPRequestTests {
    @Test("A request has the service, and what was recorded")
    func request() async throws {
      let bench = TracingBench()
      let linked = bench.start("other")
      let span = bench.tracer.startSpan(
        "chat \"x\"", context: .topLevel, ofKind: .client,
        at: Nanoseconds(1_700_000_000_000_000_000))
      span.attributes["gen_ai.usage.input_tokens"] = 1000
      span.addEvent(SpanEvent(name: "first", at: Nanoseconds(18_446_744_073_709_551_615)))
      span.addLink(SpanLink(context: linked.context, attributes: ["why": "retry"]))
      span.addLink(SpanLink(context: .topLevel, attributes: [:]))
      span.setStatus(SpanStatus(code: .error, message: "refused"))
      span.end(at: Nanoseconds(1_700_000_000_000_000_001))
      await bench.tracer.flush()
      let link = try #require(linked.context.trace)
      let trace = try #require(span.context.trace)
      func text(_ key: String, _ value: String) -> JSONValue {
        ["key": .string(key), "value": ["stringValue": .string(value)]]
      }
      let expected: JSONValue = [
        "resourceSpans": [
          [
            "resource": [
              "attributes": [
                text("service.name", "coach"), text("service.version", "1.2"),
                text("telemetry.sdk.language", "swift"), text("telemetry.sdk.name", "coachkit"),
                text("telemetry.sdk.version", "1.2"),
              ]
            ],
            "scopeSpans": [
              [
                "scope": ["name": "coachkit", "version": "1.2"],
                "spans": [
                  [
                    "traceId": .string(trace.traceID.hex), "spanId": .string(trace.spanID.hex),
                    "flags": 257, "name": "chat \"x\"", "kind": 3,
                    "startTimeUnixNano": "1700000000000000000",
                    "endTimeUnixNano": "1700000000000000001",
                    "attributes": [
                      ["key": "gen_ai.usage.input_tokens", "value": ["intValue": "1000"]]
                    ],
                    "events": [["timeUnixNano": "18446744073709551615", "name": "first"]],
                    "links": [
                      [
                        "traceId": .string(link.traceID.hex), "spanId": .string(link.spanID.hex),
                        "flags": 257, "attributes": [text("why", "retry")],
                      ]
                    ],
                    "status": ["code": 2, "message": "refused"],
                  ]
                ],
              ]
            ],
          ]
        ]
      ]
      expect(bench.sent.current, equals: [expected])
    }

    @Test(
      "Values have the types of OTLP",
      arguments: [
        (.int64(.max), ["intValue": "9223372036854775807"]), (.int32(-1), ["intValue": "-1"]),
        (.double(0.5), ["doubleValue": 0.5]), (.double(3), ["doubleValue": 3]),
        (.double(.nan), ["doubleValue": "NaN"]),
        (.double(-.infinity), ["doubleValue": "-Infinity"]),
        (.bool(false), ["boolValue": false]), (.string("ü\u{0}"), ["stringValue": "ü\u{0}"]),
        (.stringConvertible(UInt8(7)), ["intValue": "7"]),
        (.stringConvertible(UInt64.max), ["stringValue": "18446744073709551615"]),
        (.stringConvertible(Float(0.5)), ["doubleValue": 0.5]),
        (.stringConvertible(Duration.seconds(1)), ["stringValue": "1.0 seconds"]),
        (.stringArray(["a"]), ["arrayValue": ["values": [["stringValue": "a"]]]]),
        (.int64Array([1]), ["arrayValue": ["values": [["intValue": "1"]]]]),
        (.int32Array([1]), ["arrayValue": ["values": [["intValue": "1"]]]]),
        (.doubleArray([.infinity]), ["arrayValue": ["values": [["doubleValue": "Infinity"]]]]),
        (.boolArray([]), ["arrayValue": ["values": []]]),
        (.stringConvertibleArray([1]), ["arrayValue": ["values": [["intValue": "1"]]]]),
      ] as [(SpanAttribute, JSONValue)])
    func values(attribute: SpanAttribute, value: JSONValue) {
      var object: JSONObject = [:]
      OTLPAttributes(SpanAttributes(["a": attribute])).add(to: &object)
      expect(JSONValue.object(object), equals: ["attributes": [["key": "a", "value": value]]])
    }

    @Test("Kinds have their numbers")
    func kinds() async {
      let bench = TracingBench()
      for kind in [SpanKind.internal, .server, .client, .producer, .consumer] {
        bench.tracer.startSpan("a", context: .topLevel, ofKind: kind).end()
      }
      expect(await bench.flushed().map { $0["kind"] }, equals: [1, 2, 3, 4, 5])
    }

    @Test("What exceeds a limit is dropped and counted, and long texts are cut")
    func limits() async {
      let bench = TracingBench()
      let span = bench.start("a")
      span.updateAttributes { attributes in
        for index in 100..<230 { attributes["a\(index)"] = String(repeating: "é", count: 3000) }
      }
      for _ in 0..<131 {
        span.addEvent("e")
        span.addLink(SpanLink(context: span.context, attributes: [:]))
      }
      span.end()
      let exported = await bench.flushed().first
      for (list, dropped, count) in [
        ("attributes", "droppedAttributesCount", 2), ("events", "droppedEventsCount", 3),
        ("links", "droppedLinksCount", 3),
      ] {
        expect(exported?[list]?.array?.count, equals: 128)
        expect(exported?[dropped]?.integer, equals: count)
      }
      let text = exported?["attributes"]?.array?.first?["value"]?["stringValue"]?.string
      expect(text?.utf8.count, equals: 4096)
    }
  }
#endif
