import CoachModel
public import LanguageModels
public import Logging

/// A layer that logs every call: the model, the outcome, the tokens and the cost.
///
/// Texts from outside, such as a provider's error message, pass a ``Redactor``. Prompts and replies are
/// logged only on request, redacted, and at the level `trace`.
public struct CallLog: ModelMiddleware {
  let logger: Logger
  private let redactor: Redactor
  private let prices: PriceTable
  private let showsContent: Bool

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - logger: The logger; its level decides what is logged.
  ///   - redactor: Redacts the texts that are logged.
  ///   - prices: The prices from which the cost of a call is computed.
  ///   - showsContent: Whether prompts and replies are logged at the level `trace`.
  public init(
    _ logger: Logger, redactor: Redactor = Redactor(), prices: PriceTable = .builtIn,
    showsContent: Bool = false
  ) {
    self.logger = logger
    self.redactor = redactor
    self.prices = prices
    self.showsContent = showsContent
  }

  /// Opens the reply and logs its end: at `warning` if it failed, at `info` otherwise.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    guard logger.logLevel <= .warning else { return try await next.open(call) }
    let line = CallLine(
      model: next.identity, call: call, logger: logger, redactor: redactor, prices: prices)
    line.begin()
    let showsContent = showsContent && logger.logLevel == .trace
    if showsContent { line.show(call.request) }
    return try await next.open(call, keepingEvents: showsContent) { end in
      line.end(end)
      if showsContent { line.show(end.events) }
    }
  }
}

/// The log entries of one call.
private struct CallLine: Sendable {
  private let model: ModelIdentity
  private let call: ModelCall
  private let logger: Logger
  private let redactor: Redactor
  private let prices: PriceTable
  private let started: ContinuousClock.Instant

  init(
    model: ModelIdentity, call: ModelCall, logger: Logger, redactor: Redactor,
    prices: PriceTable
  ) {
    self.model = model
    self.call = call
    self.logger = logger
    self.redactor = redactor
    self.prices = prices
    started = call.clock.now()
  }

  /// The model that replied, or else was called last; the requested one if no request was sent.
  private var answering: ModelIdentity { call.attempts.answering ?? model }

  private var subject: Logger.Metadata {
    var metadata: Logger.Metadata = ["model": "\(answering)"]
    if let label = call.request.label { metadata["label"] = "\(redactor.redact(label))" }
    return metadata
  }

  func begin() {
    logger.debug("model call begins", metadata: subject)
  }

  func end(_ end: ModelCallEnd) {
    let isFailure = end.failure != nil
    guard logger.logLevel <= (isFailure ? .warning : .info) else { return }
    var metadata = subject
    metadata["total_ms"] = "\(started.duration(to: end.ended).wholeMilliseconds)"
    metadata["first_ms"] = end.firstContent.map {
      "\(started.duration(to: $0).wholeMilliseconds)"
    }
    metadata["input_tokens"] = end.usage?.input.map { "\($0)" }
    metadata["cached_tokens"] = end.usage?.cachedInput.map { "\($0)" }
    metadata["output_tokens"] = end.usage?.output.map { "\($0)" }
    metadata["service_tier"] = end.usage?.tier.map { "\($0.rawValue)" }
    if end.usage?.isDoubtful ?? false { metadata["tokens"] = "doubtful" }
    if end.start.isCached {
      metadata["cached"] = "true"
    } else if answering.isReplay {
      metadata["replayed"] = "true"
    } else if let usage = end.usage {
      let (day, tier) = (call.clock.today, call.request.parameters.serviceTier)
      metadata["cost"] = prices.cost(of: usage, by: answering, on: day, at: tier)
        .map { "\($0.asDollars)" }
    }
    let tried = call.attempts.attempts
    if tried.count > 1 {
      metadata["attempts"] = .array(tried.map { "\(redactor.redact($0.description))" })
    }
    if let failure = end.failure {
      metadata["code"] = "\(failure.code.rawValue)"
      metadata["status"] = failure.status.map { "\($0)" }
      metadata["request_id"] = failure.requestID.map { "\($0)" }
      metadata["message"] = "\(redactor.redact(failure.message))"
      logger.warning("model call failed", metadata: metadata)
    } else {
      metadata["finish"] = "\(end.finish?.word ?? "cancelled")"
      logger.info("model call ended", metadata: metadata)
    }
  }

  func show(_ request: ModelRequest) {
    for message in request.messages {
      logger.trace(
        "message sent",
        metadata: [
          "role": "\(message.role.rawValue)", "text": "\(redactor.redact(message.text))",
        ])
    }
  }

  func show(_ events: [ModelEvent]) {
    guard !events.isEmpty else { return }
    let reply = events.reduce(into: ModelReply()) { $0.add($1) }
    logger.trace("reply read", metadata: ["text": "\(redactor.redact(reply.words))"])
  }
}
