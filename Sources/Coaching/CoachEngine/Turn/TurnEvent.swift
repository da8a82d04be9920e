public import CoachAccess
public import CoachModel
public import CoachSafety

/// An event of a turn, in the order in which a person should learn of it.
///
/// A turn always ends with exactly one ``done(_:)``, even after a failure.
public enum TurnEvent: Sendable, Hashable {
  /// The turn was admitted, and a model is about to be asked.
  case started(TurnStart)
  /// A notice that a law asks for, before the coach's text; in a crisis below it. It is no part of the coach's message.
  case notice(TurnNotice)
  /// More text of the coach's message.
  case text(String)
  /// The coach's message so far is this text, usually empty, whatever was sent of it: what was shown of it was not meant for
  /// the person. Some models reason in their text and say only afterwards that it was no answer.
  case replaced(String)
  /// The model's reply broke off, and the model of this name, such as `openai:gpt-6-luna`, finishes the message: for logs and
  /// not for the person.
  case continued(by: String)
  /// A tag. The text of an inline tag belongs to the message, between the texts before and after it.
  case tag(CheckedTag)
  /// A guardrail finding in the coach's text, for logs and not for the person.
  case finding(ReplyFinding)
  /// The person's message signals a crisis. The coach's text follows.
  case crisisDetected(CrisisNotice)
  /// Where to find help, for below the coach's text: the message may signal danger. It is no part of the coach's message.
  case help(String)
  /// The state of the person's allowance, with a text for the person if they should be told.
  case limits(UsageNotice, text: String?)
  /// The turn was refused; no model was asked.
  case refused(TurnRefusal)
  /// The coach's message is missing or incomplete.
  case failed(TurnFailure)
  /// The turn is over. The outcome contains all data to be stored.
  case done(TurnOutcome)
}

/// The data of a turn that is known before its first text.
public struct TurnStart: Sendable, Hashable {
  /// The caller's id of the request.
  public var requestID: String
  /// The id of the coach's message.
  public var messageID: String
  /// The kind of turn.
  public var route: TurnRoute
  /// The prompt's reference in the form `name@version`.
  public var prompt: String
}

/// A detected crisis, with resources for help.
public struct CrisisNotice: Sendable, Hashable {
  /// The assessment of the person's message.
  public var assessment: SafetyAssessment
  /// The resources for the person's country, best first; empty if the country is unknown.
  public var resources: [CrisisResource]
  /// The emergency number of the person's country; `nil` if it is unknown.
  public var emergencyNumber: String?

  /// Creates a notice.
  public init(
    assessment: SafetyAssessment, resources: [CrisisResource], emergencyNumber: String?
  ) {
    self.assessment = assessment
    self.resources = resources
    self.emergencyNumber = emergencyNumber
  }
}
