#if Server
  import Documents
  import Tracing

  /// The body of a request that exports spans: `ExportTraceServiceRequest` of OTLP 1, in JSON.
  ///
  /// OTLP deviates from the usual mapping of protocol buffers: identifiers are hexadecimal, and
  /// enumerations are numbers.
  struct OTLPRequest: Sendable {
    private let resource: JSONValue
    private let scope: JSONValue

    init(_ configuration: TracingConfiguration) {
      let attributes = [
        ("service.name", configuration.serviceName),
        ("service.version", configuration.serviceVersion), ("telemetry.sdk.language", "swift"),
        ("telemetry.sdk.name", "coachkit"),
        ("telemetry.sdk.version", configuration.serviceVersion),
      ]
      resource = [
        "attributes": .array(
          attributes.map { ["key": .string($0), "value": ["stringValue": .string($1)]] })
      ]
      scope = ["name": "coachkit", "version": .string(configuration.serviceVersion)]
    }

    func body(of spans: some Sequence<EndedSpan>) -> [UInt8] {
      let request: JSONValue = [
        "resourceSpans": [
          [
            "resource": resource,
            "scopeSpans": [["scope": scope, "spans": .array(spans.map(\.json))]],
          ]
        ]
      ]
      return Array(request.text().utf8)
    }
  }

  extension EndedSpan {
    fileprivate var json: JSONValue {
      let attributes = OTLPAttributes(content.attributes)
      var span = trace.json
      span["parentSpanId"] = parent.map { .string($0.spanID.hex) }
      // Bit 8 says that bit 9 is known: whether the parent is in another process.
      span["flags"] = .integer(trace.flags | 0x100 | (parent?.isRemote == true ? 0x200 : 0))
      span["name"] = .string(content.name)
      span["kind"] = .integer(kind.number)
      span["startTimeUnixNano"] = .string(String(started))
      span["endTimeUnixNano"] = .string(String(ended))
      attributes.add(to: &span)
      if !content.events.isEmpty { span["events"] = .array(content.events.map(\.json)) }
      span.add(content.droppedEvents, as: "droppedEventsCount")
      let links = content.links.compactMap(\.json)
      if !links.isEmpty { span["links"] = .array(links) }
      span.add(content.droppedLinks, as: "droppedLinksCount")
      span["status"] = content.status?.json
      return .object(span)
    }
  }

  extension TraceContext {
    fileprivate var flags: Int { isSampled ? 1 : 0 }

    fileprivate var json: JSONObject {
      var object: JSONObject = ["traceId": .string(traceID.hex), "spanId": .string(spanID.hex)]
      object["traceState"] = state.map { .string($0) }
      return object
    }
  }

  extension SpanEvent {
    fileprivate var json: JSONValue {
      var event: JSONObject = [
        "timeUnixNano": .string(String(nanosecondsSinceEpoch)), "name": .string(name),
      ]
      OTLPAttributes(attributes).add(to: &event)
      return .object(event)
    }
  }

  extension SpanLink {
    /// Nil if the context has no span of this tracer.
    fileprivate var json: JSONValue? {
      guard let trace = context.trace else { return nil }
      var link = trace.json
      link["flags"] = .integer(trace.flags | 0x100 | (trace.isRemote ? 0x200 : 0))
      OTLPAttributes(attributes).add(to: &link)
      return .object(link)
    }
  }

  extension SpanStatus {
    fileprivate var json: JSONValue {
      switch code {
      case .ok: ["code": 1]
      case .error: message.map { ["code": 2, "message": .string($0)] } ?? ["code": 2]
      }
    }
  }

  extension SpanKind {
    fileprivate var number: Int {
      switch self {
      case .internal: 1
      case .server: 2
      case .client: 3
      case .producer: 4
      case .consumer: 5
      }
    }
  }
#endif
