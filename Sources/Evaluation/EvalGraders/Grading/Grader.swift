import CoachModel
public import LanguageModels
public import PromptTemplates
public import ReplyContracts
import TextAnalysis

/// A grader, which judges one aspect of a conversation.
///
/// A grader that needs only the text conforms to ``TextGrader``; one that asks models or runs programs conforms to
/// this protocol and uses ``GraderTools``. A grader that cannot judge throws: that is an error of the grader, shown
/// separately and never counted against the candidate.
///
/// ```swift
/// struct NoShouting: TextGrader {
///   let id = "no-shouting"
///   let summary = "No message has an exclamation mark."
///
///   func grade(_ conversation: GradedConversation) -> [Grade] {
///     conversation.messages.map { message in
///       Grade(
///         grader: id, message: message.number,
///         unless: message.visibleText.contains("!") ? "has an exclamation mark" : nil)
///     }
///   }
/// }
/// ```
public protocol Grader: Sendable {
  /// The name in suites and reports, such as `one-question`.
  var id: String { get }
  /// What the grader demands, in one sentence.
  var summary: String { get }

  /// Whether the grader uses its ``GraderTools``, so that its work can be interrupted; `true` by default, `false` for
  /// a ``TextGrader``.
  var needsTools: Bool { get }

  /// The models that the grader asks; none by default.
  var models: [ModelReference] { get }

  /// The embedding models that the grader asks; none by default.
  var embeddings: [ModelReference] { get }

  /// The number of calls to each model, for estimates; by default one per model and message.
  var plannedCalls: GraderCalls { get }

  /// The rules that replies to tasks are checked against, which have to fit what the prompts of a suite return; none by
  /// default.
  var rulesForReplies: [ContractRule] { get }

  /// Whether the grader judges replies to tasks alone; `false` by default.
  var isOfTasks: Bool { get }

  /// Returns the grader with other models in place of its own; by default the grader itself.
  func asking(_ models: [ModelReference]) -> any Grader

  /// Returns what its verdicts depend on besides its settings, by name, such as `prompt` → its digest; by default
  /// nothing.
  ///
  /// Runs are compared and resumed by these facts.
  /// - Parameters:
  ///   - workspace: the prompts that a suite may name.
  ///   - areTasks: whether the grader judges replies to tasks rather than messages of conversations.
  func facts(in workspace: PromptLibrary, areTasks: Bool) throws -> [String: String]

  /// Returns the verdicts: one for each coach message that the grader applies to, or one for the whole conversation.
  ///
  /// The result is empty if the grader applies to nothing. Throws if the grader cannot judge.
  func grade(_ conversation: GradedConversation, with tools: GraderTools) async throws -> [Grade]
}

/// A grader that needs only the text: no models, no programs.
public protocol TextGrader: Grader {
  /// Returns the verdicts, as ``Grader/grade(_:with:)`` does.
  func grade(_ conversation: GradedConversation) -> [Grade]
}

extension TextGrader {
  /// The default: the text is enough.
  public var needsTools: Bool { false }

  /// Returns the verdicts of ``grade(_:)``; the tools are not used.
  public func grade(_ conversation: GradedConversation, with tools: GraderTools) -> [Grade] {
    grade(conversation)
  }
}

extension Grader {
  /// Judges each message by itself; `check` returns the objection, or `nil` if the demand is met.
  func eachMessage(
    of conversation: GradedConversation, _ check: (CoachMessage) -> String?
  ) -> [Grade] {
    conversation.messages.map { message in
      Grade(grader: id, message: message.number, unless: check(message))
    }
  }

  /// Judges each message by itself; `check` returns the objection with the words that show it, or `nil` if the demand
  /// is met.
  func eachMessage(
    of conversation: GradedConversation, quoting check: (CoachMessage) -> Objection?
  ) -> [Grade] {
    conversation.messages.map { message in
      Grade(grader: id, message: message.number, unless: check(message))
    }
  }
}

extension Grader {
  /// The default: the grader asks models or runs programs.
  public var needsTools: Bool { true }

  /// The default: no models.
  public var models: [ModelReference] { [] }

  /// The default: no embedding models.
  public var embeddings: [ModelReference] { [] }

  /// The default: no rules.
  public var rulesForReplies: [ContractRule] { [] }

  /// The default: messages of conversations, too.
  public var isOfTasks: Bool { false }

  /// The default: each of the grader's models once per message.
  public var plannedCalls: GraderCalls {
    GraderCalls(calls: models.reduce(into: [:]) { $0[$1] = 1 })
  }

  /// Returns the grader itself: the default for graders that ask no models.
  public func asking(_ models: [ModelReference]) -> any Grader { self }

  /// Returns no facts: the default for graders that depend on nothing but their settings.
  public func facts(in workspace: PromptLibrary, areTasks: Bool) throws -> [String: String] { [:] }
}

/// The number of calls that a grader makes to each model.
public struct GraderCalls: Sendable, Hashable {
  /// The number of calls by model.
  public var calls: [ModelReference: Int]
  /// Whether the numbers are per conversation instead of per message.
  public var isWhole: Bool

  /// Creates numbers of calls, by default per message.
  public init(calls: [ModelReference: Int], isWhole: Bool = false) {
    self.calls = calls
    self.isWhole = isWhole
  }
}

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
  /// The sentences of the message that are questions.
  var questions: [String] {
    Sentences.withQuestions(visibleText).filter(\.isQuestion).map(\.text)
  }

  /// The person's messages before this one, in order.
  var personMessages: [String] { history.filter { $0.role == .user }.map(\.text) }
}
