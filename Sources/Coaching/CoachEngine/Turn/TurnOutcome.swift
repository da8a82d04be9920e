public import CoachAccess
public import CoachDomains
public import CoachModel
public import CoachSafety
public import CoachSignals
public import LanguageModels
public import PromptTemplates
public import SourceFiles
import StreamParsing

/// All data that the caller should store after a turn. The turn itself stores only counts and request ids.
public struct TurnOutcome: Sendable, Hashable {
  /// The caller's id of the request.
  public var requestID: String
  /// The caller's id of the person.
  public var personID: String
  /// Where the person is under the law, as a code of ISO 3166 such as `US-CA`; `nil` if it is not known. Reports of crises count
  /// by it.
  public var jurisdiction: String?
  /// The kind of turn.
  public var route: TurnRoute
  /// The coach's message; `nil` if there is none.
  public var message: CoachReply?
  /// The end of discovery; `nil` if this turn did not complete it.
  public var discovery: DiscoveryEnd?
  /// Whether the person accepted the offer to look back, or declined it; `nil` if they answered no offer.
  public var isReflectionAccepted: Bool?
  /// What the app should ask the person now; `nil` for nothing, which it is always unless
  /// ``TurnConfiguration/offers`` are made after the first reply.
  public var offer: Offer?
  /// What has changed about the person and the conversation, to be stored.
  public var updates = TurnUpdates()
  /// The state of the person's allowance; `nil` for a turn that is not counted.
  public var limits: UsageNotice?
  /// The notices of laws that the person was shown.
  public var notices: [TurnNotice] = []
  /// When the next notice is due if the person goes on writing, in seconds since 1970; `nil` if none will be, and in a crisis.
  public var nextNoticeAt: Double?
  /// The refusal; `nil` if the turn was admitted.
  public var refusal: TurnRefusal?
  /// The reason why the message is missing or incomplete; `nil` if there was no failure.
  public var failure: TurnFailure?
  /// The crisis assessment of the person's message; `nil` if it does not signal a crisis.
  public var safety: SafetyAssessment?
  /// The less plain signs of danger that the coach was told about or noticed; `nil` if there were none.
  public var concern: TurnConcern?
  /// The guardrails' findings in the coach's text, and the actions taken.
  public var findings: [ReplyFinding] = []
  /// How the turn came about: the prompt, the calls, their cost and the time they took.
  public var trace = TurnTrace()

  /// Whether this turn completed discovery.
  public var isDiscoveryComplete: Bool { discovery != nil }
  /// Whether the person's message signals a crisis.
  public var isCrisis: Bool { safety != nil }
  /// Whether nothing of the turn may be remembered or noted: it signals a crisis, or the coach saw danger in it.
  public var isSensitive: Bool { isCrisis || concern?.source == .coach }
}

/// What a turn changes about the stored data of a person and a conversation.
public struct TurnUpdates: Sendable, Hashable {
  /// The new access record; `nil` if it is unchanged.
  public var access: AccessRecord?
  /// The id of the domain of the conversation; `nil` while it is unclear.
  public var domain: String?
  /// What the conversation is for: `discovery` also after the purchase, if it began as one; `nil` while that is unknown.
  public var kind: ConversationKind?
  /// The versions of prompts that the conversation keeps, to be stored with it and sent again as
  /// ``TurnRequest/Conversation/assignments``; those of the request if the turn
  /// assigned none.
  public var assignments: [PromptAssignment] = []
  /// Observations that later summaries may use.
  public var signals: [LearningSignal] = []
}

/// How a turn came about, for logs and dashboards.
public struct TurnTrace: Sendable, Hashable {
  /// What the crisis screen decided and on what that rests; `nil` for a turn without a message.
  public var screening: ScreeningSummary?
  /// What a model said about the message; `nil` if the screen was sure, or the turn was not admitted.
  public var secondOpinion: SecondOpinionResult?
  /// The routing decision; `nil` for a turn without a domain.
  public var routing: RoutingDecision?
  /// The prompt used for the message; `nil` if no model was asked for it.
  public var prompt: TurnPrompt?
  /// The ids of the messages of earlier sessions that the prompt recalled.
  public var memories: [String] = []
  /// The model calls in order. A second opinion on a crisis precedes the call for the message.
  public var calls: [TurnCall] = []
  /// The cap on spending that stopped the turn; `nil` if none did.
  public var reachedCap: ReachedCap?
  /// Problems that the person did not notice, for operators, such as a failed task or a crisis that no model could
  /// answer.
  public var problems: [String] = []
  /// The durations of the parts of the turn.
  public var timings = TurnTimings()

  /// The tokens of all calls; a count that one of them lacks is unknown.
  public var usage: TokenUsage {
    calls.reduce(.zero) { $0 + ($1.usage ?? TokenUsage()) }
  }

  /// The cost of all calls in dollars; `nil` if that of one call is unknown.
  public var cost: Double? {
    calls.reduce(0) { sum, call in
      sum.flatMap { sum in call.cost.map { sum + $0 } }
    }
  }
}

/// What came of the question whether a message signals danger.
public enum SecondOpinionResult: String, Sendable, Hashable, CaseIterable {
  /// The model sees danger.
  case danger
  /// The model sees none.
  case noDanger = "no_danger"
  /// The model did not answer, or not usably.
  case unanswered
  /// Nobody was asked: a limit on questions was reached.
  case limited
}

/// The coach's message in a turn.
public struct CoachReply: Sendable, Hashable {
  /// The id of the message, always the same for the same request of the same person.
  public var id: String
  /// The visible text, including the text of inline tags.
  public var text: String
  /// The reply as written by the model, including tags.
  public var written: String
  /// The tags of the reply in order of occurrence.
  public var tags: [CheckedTag]
  /// The model's reason to stop; `nil` if the reply broke off or was not written by a model.
  public var finish: FinishReason?
  /// Whether the message is incomplete: it broke off, was withheld midway, or reached the token limit.
  public var isPartial: Bool

  /// Creates a message, by default a whole one without tags.
  public init(
    id: String, text: String, written: String? = nil, tags: [CheckedTag] = [],
    finish: FinishReason? = nil, isPartial: Bool = false
  ) {
    self.id = id
    self.text = text
    self.written = written ?? text
    self.tags = tags
    self.finish = finish
    self.isPartial = isPartial
  }

  /// The message as a caller stores it in the conversation: the visible text, and beside it the names of the tags that the
  /// person saw, so that the coach can tell later in the session that it has used one.
  public var stored: Message {
    var names: [String] = []
    for tag in tags where tag.isUsable && tag.tag.words != nil && !names.contains(tag.name) {
      names.append(tag.name)
    }
    return Message(.assistant, text, tags: names)
  }
}

extension TurnOutcome {
  /// Creates the outcome of a turn with a message, for tests of what stores it. Its other properties can be set.
  public init(requestID: String, personID: String, route: TurnRoute, answeredBy message: CoachReply)
  {
    self.init(requestID: requestID, personID: personID, route: route)
    self.message = message
  }
}

/// The end of a discovery conversation.
public struct DiscoveryEnd: Sendable, Hashable {
  /// What was learned about the person; `nil` if no profile could be extracted.
  public var profile: DiscoveryProfile?
  /// The source of the profile; `nil` without a profile.
  public var source: DiscoverySource?
}

/// The source of a discovery profile.
public enum DiscoverySource: String, Sendable, Hashable, CaseIterable {
  /// The payload of the signal.
  case signal
  /// A task that read the conversation, because there was no usable payload.
  case extraction
}

/// The prompt of a turn.
public struct TurnPrompt: Sendable, Hashable {
  /// The prompt's reference in the form `name@version`.
  public var reference: String
  /// The digest of the template and its partials.
  public var templateDigest: ContentDigest
  /// The digest of the complete model request, as used in recordings.
  public var requestDigest: ContentDigest
  /// The experiment that assigned this version to the person; `nil` if there was none.
  public var experiment: String?
  /// The shares of that experiment at the time of the assignment, by version; empty if there was none.
  public var traffic: [PromptLabels.Share] = []
  /// The number of earlier messages that did not fit.
  public var leftOutMessages: Int
  /// The inputs of the request, and parts of them, that this version does not declare and so was not given.
  public var leftOutInputs: [String] = []
}

/// The durations of the parts of a turn.
public struct TurnTimings: Sendable, Hashable {
  /// The time until the turn was refused, or admitted and its message judged.
  public var access = Duration.zero
  /// The time from then until the prompt was assembled.
  public var assembly = Duration.zero
  /// The time from the start of the turn to the coach's first text; `nil` if there was none.
  public var timeToFirstToken: Duration?
  /// The time from the start of the turn to its end.
  public var total = Duration.zero
}
