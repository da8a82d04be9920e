public import LanguageModels
public import PromptTemplates

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

  /// How often it asks which model, for estimates; by default each once a message.
  var plannedCalls: GraderCalls { get }

  /// The grader with other models in the place of its own; by default itself.
  func asking(_ models: [ModelReference]) -> any Grader

  /// What decides its verdicts beside its settings, by name, such as `prompt` → its digest: a run is compared and
  /// resumed by these. By default nothing.
  /// - Parameter workspace: the prompts that a suite may name.
  func facts(in workspace: PromptLibrary) throws -> [String: String]

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

  /// Each of its models once a message.
  public var plannedCalls: GraderCalls {
    GraderCalls(calls: models.reduce(into: [:]) { $0[$1] = 1 })
  }

  /// The grader itself, which asks no models.
  public func asking(_ models: [ModelReference]) -> any Grader { self }

  /// No facts beside the settings.
  public func facts(in workspace: PromptLibrary) throws -> [String: String] { [:] }
}

/// How often a grader asks which model.
public struct GraderCalls: Sendable, Hashable {
  /// Calls by model.
  public var calls: [ModelReference: Int]
  /// Whether that is for a conversation, not for each message.
  public var isWhole: Bool

  /// Creates a number of calls.
  public init(calls: [ModelReference: Int], isWhole: Bool = false) {
    self.calls = calls
    self.isWhole = isWhole
  }
}
