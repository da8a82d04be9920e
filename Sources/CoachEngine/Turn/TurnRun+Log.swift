import LanguageModels
import Logging

extension TurnRun {
  /// Logs the end of the turn: at `warning` if it failed, at `info` otherwise, and what may quote a person or a prompt
  /// at `debug`.
  func log() {
    let logger = service.logger
    guard logger.logLevel <= .warning else { return }
    let trace = outcome.trace
    var metadata: Logger.Metadata = [
      "request": "\(outcome.requestID)", "person": "\(outcome.personID)",
      "route": "\(outcome.route.rawValue)",
      "total_ms": .stringConvertible(trace.timings.total.wholeMilliseconds),
    ]
    if let first = trace.timings.firstWords {
      metadata["first_words_ms"] = .stringConvertible(first.wholeMilliseconds)
    }
    if let prompt = trace.prompt { metadata["prompt"] = "\(prompt.reference)" }
    if let model = trace.calls.last?.model { metadata["model"] = "\(model)" }
    if let cost = trace.cost, !trace.calls.isEmpty { metadata["cost"] = "\(cost)" }
    if let refusal = outcome.refusal { metadata["refused"] = "\(refusal.reason.word)" }
    if !trace.problems.isEmpty { metadata["problems"] = .stringConvertible(trace.problems.count) }
    if let failure = outcome.failure {
      metadata["failed"] = "\(failure.code.rawValue)"
      if let failureCause { metadata["cause"] = "\(failureCause)" }
      logger.warning("turn failed", metadata: metadata)
      logger.debug("\(failure.detail)", metadata: ["request": "\(outcome.requestID)"])
    } else {
      logger.info("turn", metadata: metadata)
    }
    for problem in trace.problems {
      logger.debug("\(problem)", metadata: ["request": "\(outcome.requestID)"])
    }
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int {
    Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}

extension ModelError {
  /// The code and the HTTP status, without what the provider wrote.
  var cause: String { "model: \(code.rawValue)" + (status.map { ", HTTP \($0)" } ?? "") }
}

extension FinishReason {
  /// The reason, unless it is in a provider's own words.
  var cause: String {
    if case .other = self { "finish: other" } else { "finish: \(word)" }
  }
}
