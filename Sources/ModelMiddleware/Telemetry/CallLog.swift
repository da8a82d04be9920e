import CoachModel
public import LanguageModels
public import Logging

/// Writes a line for every call: who was asked, how it ended, what it consumed and cost.
///
/// Texts that come from outside, such as a provider's message, pass a ``Redactor``. Prompts and replies
/// are written only when asked for, redacted, and at the level `trace`.
public struct CallLog: ModelMiddleware {
  private let logger: Logger
  private let redactor: Redactor
  private let prices: PriceTable
  private let showsContent: Bool

  /// Creates a log.
  public init(
    _ logger: Logger, redactor: Redactor = Redactor(), prices: PriceTable = .builtIn,
    showsContent: Bool = false
  ) {
    self.logger = logger
    self.redactor = redactor
    self.prices = prices
    self.showsContent = showsContent
  }

  /// Opens the reply and writes how it ended: at `info` when it went well, at `warning` when it failed.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    guard logger.logLevel <= .warning else { return try await next.open(call) }
    let line = CallLine(next.identity, call, logger, redactor, prices)
    line.begin()
    let showsContent = showsContent && logger.logLevel == .trace
    if showsContent { line.show(call.request) }
    return try await next.open(call, keepingEvents: showsContent) { end in
      line.end(end)
      if showsContent { line.show(end.events) }
    }
  }
}

/// What is written of one call.
private struct CallLine: Sendable {
  private let model: ModelIdentity
  private let call: ModelCall
  private let logger: Logger
  private let redactor: Redactor
  private let prices: PriceTable
  private let begun: ContinuousClock.Instant

  init(
    _ model: ModelIdentity, _ call: ModelCall, _ logger: Logger, _ redactor: Redactor,
    _ prices: PriceTable
  ) {
    self.model = model
    self.call = call
    self.logger = logger
    self.redactor = redactor
    self.prices = prices
    begun = call.clock.now()
  }

  /// Who answered, or was asked first.
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
    metadata["total_ms"] = "\(begun.duration(to: end.ended).wholeMilliseconds)"
    metadata["first_ms"] = end.firstContent.map {
      "\(begun.duration(to: $0).wholeMilliseconds)"
    }
    metadata["input_tokens"] = end.usage?.input.map { "\($0)" }
    metadata["cached_tokens"] = end.usage?.cachedInput.map { "\($0)" }
    metadata["output_tokens"] = end.usage?.output.map { "\($0)" }
    if end.start.isCached {
      metadata["cached"] = "true"
    } else if answering.isReplay {
      metadata["replayed"] = "true"
    } else if let usage = end.usage {
      let day = call.clock.today
      metadata["cost"] = prices.cost(of: usage, by: answering, on: day).map { "\($0.asDollars)" }
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
      metadata["finish"] = "\(end.finish?.word ?? "let go of")"
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
