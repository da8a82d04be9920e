public import LanguageModels
public import Tracing

/// A span for each request that is sent, as a child of the call's.
///
/// Belongs around the provider, inside of all layers that may ask again. Attempts of one call are told
/// apart by `http.request.resend_count`, which the first does not have.
public struct AttemptTracing: ModelMiddleware {
  private let tracer: (any Tracer)?
  private let redactor: Redactor

  /// Creates a layer; without a tracer it uses that of the ``Telemetry`` around it, or the one that the
  /// process has set up.
  public init(tracer: (any Tracer)? = nil, redactor: Redactor = Redactor()) {
    self.tracer = tracer
    self.redactor = redactor
  }

  /// Opens the reply within a span.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    let tracing = tracer.map { .by($0) } ?? call.tracing ?? CallTracing(nil)
    guard case .by(let tracer) = tracing else {
      return try await next.open(call)
    }
    typealias Name = TelemetryNames.Attribute
    let subject = CallSubject(next, call)
    let span = tracer.startSpan("POST", ofKind: .client)
    let sent = call.attempts.sentCount
    span.updateAttributes { attributes in
      subject.address(&attributes)
      attributes[Name.httpMethod] = "POST"
      if sent > 0 { attributes[Name.resendCount] = sent }
    }
    let redactor = redactor
    return try await next.open(call, within: span.context) { end in
      span.updateAttributes { attributes in
        if let status = end.failure?.status ?? (end.firstContent == nil ? nil : 200) {
          attributes[Name.httpStatus] = status
        }
      }
      span.end(with: end.failure, redactor)
    }
  }
}
