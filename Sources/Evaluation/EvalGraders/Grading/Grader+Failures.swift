import Documents
import LanguageModels

/// Thrown between two calls of a sample to abandon it when the run is stopped.
package struct RunStopped: Error {
  package init() {}
}

extension Grader {
  /// Returns the verdicts of `judge` on each message.
  ///
  /// A message that cannot be judged gets an error of the grader, and the others keep their verdicts. Throws only
  /// what ends the run.
  func judgingEach(
    of conversation: GradedConversation, _ judge: (CoachMessage) async throws -> [Grade]
  ) async throws -> [Grade] {
    var grades: [Grade] = []
    for message in conversation.messages {
      do {
        grades += try await judge(message)
      } catch {
        if let end = error.beyondGrader { throw end }
        grades.append(Grade(grader: id, message: message.number, failure: error))
      }
    }
    return grades
  }
}

extension Grade {
  /// Creates the verdict of a grader that failed, with the reply that it could not use.
  init(grader: String, message: Int?, failure: any Error) {
    self.init(grader: grader, message: message, verdict: .error, reason: "\(failure)")
    details["reply"] = (failure as? GraderFailure)?.reply.map { .string($0) }
  }
}

extension Error {
  /// The error to rethrow if a failure is not the grader's own but ends the run or was caused by cancellation;
  /// otherwise `nil`.
  var beyondGrader: (any Error)? {
    switch self {
    case is CancellationError, is RunStopped: self
    case let error as StructuredOutputError where error.cause.endsRun: error.cause
    case let error as ModelError where error.endsRun: error
    default: Task.isCancelled ? CancellationError() : nil
    }
  }
}

extension ModelError {
  /// Whether every further call would meet the same failure.
  package var endsRun: Bool {
    switch code {
    case .authentication, .permission, .notFound, .quota, .transport, .notRecorded, .cancelled,
      .invalidRequest, .budget:
      true
    case .contextOverflow, .rateLimit, .overloaded, .timeout, .decoding, .truncated,
      .contentFilter, .invalidReply, .emptyReply:
      false
    }
  }
}
