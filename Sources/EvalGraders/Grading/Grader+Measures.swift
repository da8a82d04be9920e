import CoachModel

extension Grader {
  /// A verdict with what was measured: a pass, unless there is something to object to.
  func grade(_ message: CoachMessage, measured: Double?, unless objection: String?) -> Grade {
    var grade = Grade(grader: id, message: message.number, unless: objection)
    grade.measured = measured
    return grade
  }

  /// No verdict, since there is too little to judge by.
  func inconclusive(_ message: CoachMessage, _ reason: String) -> Grade {
    Grade(grader: id, message: message.number, verdict: .inconclusive, reason: reason)
  }
}

extension CoachMessage {
  /// What the person has said so far, a message each, in order.
  var personMessages: [String] { history.filter { $0.role == .user }.map(\.text) }
}
