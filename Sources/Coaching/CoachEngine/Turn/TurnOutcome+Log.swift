import CoachAccess
import CoachModel
import Logging

extension TurnOutcome {
  /// Logs the end of the turn: at `warning` if it failed, at `info` otherwise, and what may quote a person or a prompt
  /// at `debug`.
  /// - Parameters:
  ///   - logger: The logger; its level decides what is logged.
  ///   - request: The request of the turn.
  ///   - failureCause: The kind of what made the turn fail, without anybody's words.
  func log(to logger: Logger, of request: TurnRequest, failureCause: String?) {
    guard logger.logLevel <= .warning else { return }
    var metadata: Logger.Metadata = [
      "request": "\(requestID)", "person": "\(personID)",
      "route": "\(route.rawValue)",
      "total_ms": .stringConvertible(trace.timings.total.wholeMilliseconds),
    ]
    if let first = trace.timings.timeToFirstToken {
      metadata["first_words_ms"] = .stringConvertible(first.wholeMilliseconds)
    }
    if let prompt = trace.prompt { metadata["prompt"] = "\(prompt.reference)" }
    if let model = trace.calls.last?.model { metadata["model"] = "\(model)" }
    if let cost = trace.cost, !trace.calls.isEmpty { metadata["cost"] = "\(cost)" }
    if let refusal { metadata["refused"] = "\(refusal.reason.word)" }
    if let cap = trace.reachedCap { metadata["cap"] = "\(cap.cap.rawValue)" }
    if !trace.problems.isEmpty { metadata["problems"] = .stringConvertible(trace.problems.count) }
    if let failure {
      metadata["failed"] = "\(failure.code.rawValue)"
      if let failureCause { metadata["cause"] = "\(failureCause)" }
      logger.warning("turn failed", metadata: metadata)
      logger.debug("\(failure.detail)", metadata: ["request": "\(requestID)"])
    } else {
      logger.info("turn", metadata: metadata)
    }
    for problem in trace.problems {
      logger.debug("\(problem)", metadata: ["request": "\(requestID)"])
    }
    logExchange(of: request, to: logger)
  }

  /// Logs what was said, at `debug`, so that evaluations can be made of it (`transcripts import`); nothing of a turn with
  /// signs of danger, also of less plain ones.
  private func logExchange(of request: TurnRequest, to logger: Logger) {
    guard logger.logLevel <= .debug, let reply = message?.text else { return }
    var metadata: Logger.Metadata = [
      "request": "\(requestID)", "person": "\(personID)",
      "conversation": "\(request.conversation.id)", "route": "\(route.rawValue)",
      "language": "\(request.person.language)",
      "earlier": .stringConvertible(request.conversation.messages.count),
    ]
    guard !isSensitive, concern == nil else {
      return logger.debug("exchange withheld", metadata: metadata)
    }
    if let domain = updates.domain ?? request.conversation.domain {
      metadata["domain"] = "\(domain)"
    }
    if let said = request.message { metadata["said"] = "\(said)" }
    metadata["reply"] = "\(reply)"
    logger.debug("exchange", metadata: metadata)
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int {
    Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
