public import LanguageModels

/// Judges one thing about a conversation. One grader a file; its documentation is what users read.
///
/// A grader that cannot judge throws: that is an error of the grader, shown apart and never counted
/// against the candidate.
public protocol Grader: Sendable {
  /// The name in suites and reports, such as `one-question`.
  var id: String { get }
  /// What it demands, in one sentence.
  var summary: String { get }

  /// The models that it asks; none for most.
  var models: [ModelReference] { get }

  /// The verdicts: one for each coach message it applies to, or one for the whole conversation; none where
  /// it applies to nothing.
  func grade(_ conversation: GradedConversation, with tools: GraderTools) async throws -> [Grade]
}

/// A grader that needs nothing but the text.
public protocol TextGrader: Grader {
  /// The verdicts.
  func grade(_ conversation: GradedConversation) -> [Grade]
}

extension TextGrader {
  /// The verdicts.
  public func grade(_ conversation: GradedConversation, with tools: GraderTools) -> [Grade] {
    grade(conversation)
  }
}

extension Grader {
  /// Judges message by message; nil from `check` means the demand is met.
  func eachMessage(
    of conversation: GradedConversation, _ check: (CoachMessage) -> String?
  ) -> [Grade] {
    conversation.messages.map { message in
      Grade(grader: id, message: message.number, unless: check(message))
    }
  }
}

extension Grader {
  /// No models.
  public var models: [ModelReference] { [] }
}

/// How often a grader asks which model.
struct GraderCalls {
  /// Calls by model.
  var calls: [ModelReference: Int] = [:]
  /// Whether that is for a conversation, not for each message.
  var isWhole = false
}

extension Grader {
  /// How often it asks which model, for estimates.
  var callsPerMessage: GraderCalls {
    if let judge = self as? ModelJudge { return judge.plannedCalls }
    return GraderCalls(calls: models.reduce(into: [:]) { $0[$1] = 1 })
  }
}
