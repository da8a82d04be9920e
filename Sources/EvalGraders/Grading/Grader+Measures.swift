import CoachModel

extension Grader {
  /// Returns a verdict with a measured value: a failure with the objection as its reason, or a pass if there is none.
  func grade(_ message: CoachMessage, measured: Double?, unless objection: String?) -> Grade {
    var grade = Grade(grader: id, message: message.number, unless: objection)
    grade.measured = measured
    return grade
  }

  /// Returns an inconclusive verdict.
  func inconclusive(_ message: CoachMessage, reason: String) -> Grade {
    Grade(grader: id, message: message.number, verdict: .inconclusive, reason: reason)
  }
}

extension CoachMessage {
  /// The person's messages before this one, in order.
  var personMessages: [String] { history.filter { $0.role == .user }.map(\.text) }
}
