public import LanguageModels
public import Tracing

/// A layer that traces each request that is sent, with a span that is a child of the call's span.
///
/// It belongs around the provider, inside all layers that may repeat a call. The attempts of a call are
/// distinguished by `http.request.resend_count`, which the first one does not have.
public struct AttemptTracing: ModelMiddleware {
  private let tracer: (any Tracer)?
  private let redactor: Redactor

  /// Creates a layer; without a tracer it uses that of the enclosing ``Telemetry``, or else the one that is
  /// bootstrapped in the process.
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
    let subject = CallSubject(model: next, call: call)
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
