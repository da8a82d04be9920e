import CoachModel
import CoreMetrics
import LanguageModels
import Tracing

/// The outcome of a call, in terms of the semantic conventions.
struct CallOutcome {
  private typealias Name = TelemetryNames.Attribute
  private let end: ModelCallEnd
  private let subject: CallSubject
  private let cost: Double?
  private let attempts: Int
  /// The model that replied instead of the one that was called first; nil if that one replied.
  private let fallback: ModelIdentity?
  private let redactor: Redactor
  /// Whether the reply was generated now, so that its timing is meaningful.
  private let isMeasured: Bool

  init(
    _ end: ModelCallEnd, of subject: CallSubject, cost: Double?, attempts: Int,
    fallback: ModelIdentity?, redactor: Redactor
  ) {
    self.end = end
    self.subject = subject
    self.cost = cost
    self.attempts = attempts
    self.fallback = fallback
    self.redactor = redactor
    isMeasured = !end.start.isCached && !(fallback ?? subject.model).isReplay
  }

  /// Adds the outcome to the call's span and ends the span.
  func finish(_ span: any Span) {
    span.updateAttributes { attributes in
      if let id = end.start.id { attributes[Name.responseID] = id }
      if let model = end.start.model { attributes[Name.responseModel] = model }
      if isMeasured, let first = end.firstContent {
        attributes[Name.timeToFirstChunk] = subject.seconds(until: first)
      }
      if let finish = end.finish {
        attributes[Name.finishReasons] = [finish.word]
      } else if end.failure != nil, end.firstContent != nil {
        // A finish reason was expected and did not arrive.
        attributes[Name.finishReasons] = ["error"]
      }
      for (name, count) in end.usage?.named ?? [] { attributes[name] = count }
      attributes[Name.attempts] = attempts
      if let fallback { attributes[Name.fallback] = fallback.description }
      if end.start.isCached { attributes[Name.isCached] = true }
      if let cost { attributes[Name.cost] = cost }
    }
    span.end(with: end.failure, redactor)
  }

  /// Records the call's metrics.
  func record(with factory: any MetricsFactory) {
    typealias Metric = TelemetryNames.Metric
    var dimensions = subject.dimensions
    if let model = end.start.model { dimensions.append((Name.responseModel, model)) }
    // Cached and recorded replies have no meaningful timing and cost nothing.
    guard isMeasured else { return }
    for (type, count) in [("input", end.usage?.input), ("output", end.usage?.output)] {
      guard let count else { continue }
      Recorder(
        label: Metric.tokens, dimensions: dimensions + [(Name.tokenType, type)], factory: factory
      ).record(count)
    }
    if let cost, cost > 0 {
      // In whole millionths of a dollar: many backends count only integers, and a call costs less than a
      // dollar.
      Counter(label: Metric.cost, dimensions: dimensions, factory: factory)
        .increment(by: Int64((min(cost, 1e9) * 1e6).rounded()))
    }
    if let first = end.firstContent {
      Recorder(label: Metric.timeToFirstChunk, dimensions: dimensions, factory: factory)
        .record(subject.seconds(until: first))
    }
    let error = end.failure.map { [(Name.errorType, $0.code.rawValue)] } ?? []
    Recorder(label: Metric.duration, dimensions: dimensions + error, factory: factory)
      .record(subject.seconds(until: end.ended))
  }
}

extension TokenUsage {
  /// The known counts by the names of the conventions.
  fileprivate var named: [(String, Int)] {
    typealias Name = TelemetryNames.Attribute
    let counts: [(String, Int?)] = [
      (Name.inputTokens, input), (Name.outputTokens, output),
      (Name.cacheReadTokens, cachedInput), (Name.cacheWriteTokens, cacheWrites),
      (Name.reasoningTokens, reasoning),
    ]
    return counts.compactMap { name, count in count.map { (name, $0) } }
  }
}

extension Span {
  /// Ends the span with a failure, if there is one. On success the status stays unset, as the conventions
  /// demand.
  func end(with failure: ModelError?, _ redactor: Redactor) {
    if let failure {
      attributes[TelemetryNames.Attribute.errorType] = failure.code.rawValue
      setStatus(SpanStatus(code: .error, message: redactor.redact(failure.message)))
    }
    end()
  }
}
