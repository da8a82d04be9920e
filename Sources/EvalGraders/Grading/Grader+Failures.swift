import LanguageModels

/// Thrown between two calls of a sample that is not to be finished.
package struct RunStopped: Error {
  package init() {}
}

extension Grader {
  /// The verdicts, message by message. A message that cannot be judged gets an error of the grader, and the others
  /// keep their verdicts.
  ///
  /// Throws what ends the run.
  func judgingEach(
    of conversation: GradedConversation, _ judge: (CoachMessage) async throws -> [Grade]
  ) async throws -> [Grade] {
    var grades: [Grade] = []
    for message in conversation.messages {
      do {
        grades += try await judge(message)
      } catch {
        if let end = error.beyondGrader { throw end }
        grades.append(
          Grade(grader: id, message: message.number, verdict: .error, reason: "\(error)"))
      }
    }
    return grades
  }
}

extension Error {
  /// What to throw where a failure is not the grader's own: it ends the run, or the work was given up.
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
      .contentFilter, .invalidReply:
      false
    }
  }
}
