public import CoreMetrics
public import LanguageModels
public import Tracing

/// A layer that reports every call to the backend's tracing and metrics: one span with tokens, cost and
/// outcome, and one measurement of each metric.
///
/// The span lasts from the start of the call to the end of its reply, retries and waits included, and is a
/// child of the span that is current when the stream is first read. It contains what the layers and the
/// transport below do until the first content; with ``AttemptTracing`` around the provider each request is a
/// child. If neither a tracer nor metrics are bootstrapped, a call costs only the check for them. Prompts
/// and replies are never reported.
public struct Telemetry: ModelMiddleware {
  private let tracer: (any Tracer)?
  /// The factory of its own; nil for the one that is bootstrapped.
  let metrics: (any MetricsFactory)?
  private let prices: PriceTable
  private let redactor: Redactor

  /// Creates a layer.
  ///
  /// - Parameters:
  ///   - tracer: The tracer; if nil, the one that is bootstrapped in the process, looked up at each call.
  ///   - metrics: The metrics factory; if nil, the one that is bootstrapped in the process, looked up at each
  ///     call.
  ///   - prices: The prices from which the cost of a call is computed.
  ///   - redactor: Redacts the labels of requests and the error messages of providers.
  public init(
    tracer: (any Tracer)? = nil, metrics: (any MetricsFactory)? = nil,
    prices: PriceTable = .builtIn, redactor: Redactor = Redactor()
  ) {
    self.redactor = redactor
    self.tracer = tracer
    self.metrics = metrics
    self.prices = prices
  }

  /// Opens the reply within a span.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    let tracing = CallTracing(tracer)
    let factory = metrics ?? MetricsSystem.factory
    var call = call
    call.tracing = tracing
    if case .off = tracing, factory is NOOPMetricsHandler { return try await next.open(call) }
    let tracer = tracing.tracer
    let subject = CallSubject(model: next, call: call)
    let span = tracer.startSpan(subject.name, ofKind: .client)
    span.updateAttributes { subject.describe(call.request, in: &$0) }
    if let label = call.request.label {
      span.attributes[TelemetryNames.Attribute.label] = redactor.redact(label)
    }
    let day = call.clock.today
    let tier = call.request.parameters.serviceTier
    let (prices, attempts, redactor) = (prices, call.attempts, redactor)
    return try await next.open(call, within: span.context) { end in
      let answering = attempts.answering ?? subject.model
      let outcome = CallOutcome(
        end, of: subject,
        cost: prices.cost(of: end.usage, opened: end.start, by: answering, on: day, at: tier),
        attempts: attempts.sentCount,
        fallback: answering == subject.model ? nil : answering, redactor: redactor)
      outcome.finish(span)
      outcome.record(with: factory)
    }
  }
}

extension LanguageModel {
  /// Opens a reply with a span's context as the current one; `ending` is called when the reply ends.
  func open(
    _ call: ModelCall, within context: ServiceContext,
    whenEnded ending: @escaping @Sendable (ModelCallEnd) -> Void
  ) async throws(ModelError) -> OpenedReply {
    let result: Result<OpenedReply, ModelError> = await ServiceContext.withValue(context) {
      do throws(ModelError) {
        return .success(try await open(call, whenEnded: ending))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
