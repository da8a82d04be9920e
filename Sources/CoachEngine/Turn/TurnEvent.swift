public import CoachSafety

/// Something that happens in a turn, in the order in which a person should learn of it.
///
/// A turn always ends with exactly one ``done(_:)``, whatever went wrong before.
public enum TurnEvent: Sendable {
  /// The turn was let through and a model is about to be asked.
  case started(TurnStart)
  /// More of the coach's message.
  case text(String)
  /// A tag. The words of an inline one belong to the message, between the texts around it.
  case tag(CheckedTag)
  /// The guardrails found something in the coach's words. For the log, not for the person.
  case finding(ReplyFinding)
  /// The message signals a crisis; the coach's words follow.
  case crisis(CrisisNotice)
  /// How many messages are left of the person's allowance.
  case limits(UsageNotice, text: String?)
  /// The turn was not let through; no model was asked.
  case refused(TurnRefusal)
  /// The coach's message is not there, or not whole.
  case failed(TurnFailure)
  /// The turn is over.
  case done(TurnOutcome)
}

/// What is known of a turn before its first word.
public struct TurnStart: Sendable, Hashable {
  /// The caller's id for the request.
  public var requestID: String
  /// The name of the coach's message.
  public var messageID: String
  /// What kind of turn it is.
  public var route: TurnRoute
  /// The prompt, as `name@version`.
  public var prompt: String
}

/// What kind of turn a request became.
public enum TurnRoute: String, Sendable, Hashable, CaseIterable {
  /// The free first conversation.
  case discovery
  /// Coaching.
  case coaching
  /// The reply to a message that signals a crisis.
  case crisis
  /// A prompt that is being tried out.
  case pinned
  /// The turn was not let through.
  case refused
}

extension TurnRoute {
  /// Whether a turn of this kind is in a domain. For a prompt that is being tried out its inputs tell.
  func choosesDomain(promptInputs names: [String]) -> Bool {
    switch self {
    case .coaching: true
    case .pinned: names.contains("domain")
    case .discovery, .crisis, .refused: false
    }
  }
}

/// A message that signals a crisis, and where help can be found.
public struct CrisisNotice: Sendable, Hashable {
  /// What was found.
  public var assessment: SafetyAssessment
  /// Help where the person is, best first; empty where that is not known.
  public var resources: [CrisisResource]
  /// The number to call where the person is; nil where it is not known.
  public var emergencyNumber: String?
}

/// Why a turn was not let through, in words for the person.
public struct TurnRefusal: Sendable, Hashable {
  /// The reasons.
  public enum Reason: Sendable, Hashable {
    /// What the person has bought, or how much or how fast they wrote, does not allow it.
    case access(AccessRefusal)
    /// The same request is being answered right now.
    case running
    /// The same request was answered before, by this message.
    case answered(messageID: String)

    /// The reason in one word, for programs.
    public var word: String {
      switch self {
      case .access(let refusal): refusal.word
      case .running: "running"
      case .answered: "answered"
      }
    }
  }

  /// The reason.
  public var reason: Reason
  /// What the person reads.
  public var text: String

  /// In how many seconds it is worth trying again, where that is known.
  public var retryAfter: Double? {
    if case .access(.rateLimited(let seconds)) = reason { seconds } else { nil }
  }
}
