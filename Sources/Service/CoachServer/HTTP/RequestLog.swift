#if Server
  import CoachKit
  import HTTPTypes
  import Logging
  import Metrics
  import Tracing

  /// Says of every request how it ended: one line, and metrics. Nothing of what people wrote is in either.
  struct RequestLog: Sendable {
    let logger: Logger
    let clock: CallClock

    /// What is known of a request.
    struct Entry: Sendable {
      var id: String
      var method: HTTPRequest.Method
      /// The path of the endpoint, without its parameters' values; `nil` for a path that leads nowhere.
      var endpoint: String?
      var caller: String?
      /// Whether it is one of the many that only ask whether the server lives.
      var isRoutine = false
      var started: ContinuousClock.Instant
      /// The span of the request; `nil` before its endpoint is known.
      var span: (any Span)?
    }

    /// Notes a request that has ended.
    func note(_ entry: Entry, status: Int, code: String? = nil) {
      let time = entry.started.duration(to: clock.now())
      let endpoint = entry.endpoint ?? "none"
      Metrics.Timer(
        label: ServerMetrics.requestDuration,
        dimensions: [
          (
            "http.request.method",
            entry.method.rawValue.isKnownMethod ? entry.method.rawValue : "_OTHER"
          ),
          ("http.route", endpoint), ("http.response.status_code", "\(status)"),
        ]
      ).recordNanoseconds(Int64(time / .nanoseconds(1)))
      entry.span?.attributes["http.response.status_code"] = status
      if status >= 500 { entry.span?.setStatus(SpanStatus(code: .error)) }
      entry.span?.end()
      var metadata: Logger.Metadata = [
        "http_request": "\(entry.id)", "method": "\(entry.method.rawValue)",
        "endpoint": "\(endpoint)",
        "status": .stringConvertible(status),
        "ms": .stringConvertible(Int(time / .milliseconds(1))),
      ]
      metadata["caller"] = entry.caller.map { "\($0)" }
      metadata["code"] = code.map { "\($0)" }
      let level: Logger.Level = status >= 500 ? .warning : entry.isRoutine ? .debug : .info
      logger.log(level: level, "request", metadata: metadata)
    }
  }

  extension String {
    fileprivate var isKnownMethod: Bool {
      ["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"].contains(self)
    }
  }
#endif
