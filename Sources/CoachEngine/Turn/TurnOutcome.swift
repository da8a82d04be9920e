public import CoachDomains
public import CoachModel
public import CoachSafety
public import LanguageModels
public import SourceFiles

/// Everything that the caller should store after a turn. The turn itself keeps only counts and request ids.
public struct TurnOutcome: Sendable {
  /// The caller's id for the request.
  public var requestID: String
  /// Whose turn it was.
  public var person: String
  /// What kind of turn it was.
  public var route: TurnRoute
  /// The coach's message; nil when nothing was said.
  public var message: CoachReply?
  /// Whether discovery is complete with this turn.
  public var isDiscoveryComplete = false
  /// What discovery found out; nil when it is not complete, or when nothing could be drawn from it.
  public var discovery: DiscoveryProfile?
  /// Where the profile comes from.
  public var discoverySource: DiscoverySource?
  /// How many sessions the person has completed from now on: the discovery conversation counts as one. Nil when
  /// that stays as it was.
  public var sessions: Int?
  /// The access record to store from now on; nil when it stays as it was.
  public var access: AccessRecord?
  /// The messages of the person's allowance; nil for a turn that is not counted.
  public var usageNotice: UsageNotice?
  /// Why the turn was not let through.
  public var refusal: TurnRefusal?
  /// Why the message is not there, or not whole.
  public var failure: TurnFailure?
  /// What the screen found in the message.
  public var safety: SafetyAssessment?
  /// What the guardrails found in the coach's words, and what was done about it.
  public var findings: [ReplyFinding] = []
  /// Which domain the turn belongs to, and whether the coach had to ask.
  public var routing: RoutingDecision?
  /// The domain to store for the conversation; nil while it is not clear.
  public var domain: String?
  /// What later summaries may be drawn from.
  public var signals: [LearningSignal] = []
  /// What might be kept of the person.
  public var memoryChanges: [MemoryChange] = []
  /// The prompt that the message was asked for with.
  public var prompt: TurnPrompt?
  /// The calls that were made, in order; a second opinion on a crisis comes before the message's own.
  public var calls: [TurnCall] = []
  /// What went wrong behind the person's back, for operators: a task that failed, a crisis reply that no model
  /// could give.
  public var problems: [String] = []
  /// How long things took.
  public var timings = TurnTimings()

  /// What all calls consumed; a count that one of them lacks is unknown.
  public var usage: TokenUsage {
    calls.reduce(.zero) { $0 + ($1.usage ?? TokenUsage()) }
  }

  /// What all calls cost in dollars; nil when that of one is not known.
  public var cost: Double? {
    calls.reduce(0) { sum, call in
      sum.flatMap { sum in call.cost.map { sum + $0 } }
    }
  }
}

/// The coach's message of a turn.
public struct CoachReply: Sendable, Hashable {
  /// Its name, the same each time the same request is run.
  public var id: String
  /// What the person read, the words of inline tags included.
  public var text: String
  /// The reply as the model wrote it, tags included.
  public var written: String
  /// The tags, in order.
  public var tags: [CheckedTag]
  /// Why the model stopped; nil when the reply broke off, or no model wrote it.
  public var finish: FinishReason?
  /// Whether the message is not whole: it broke off, was withheld midway, or reached the limit of tokens.
  public var isPartial: Bool
}

/// Where a discovery profile comes from.
public enum DiscoverySource: String, Sendable, Hashable {
  /// The signal's payload.
  case signal
  /// A task that read the conversation, since no usable payload came.
  case extraction
}

/// A prompt as a turn used it.
public struct TurnPrompt: Sendable, Hashable {
  /// As `name@version`.
  public var reference: String
  /// The digest of the template with its partials.
  public var templateDigest: ContentDigest
  /// The digest of the whole request, as recordings know it.
  public var requestDigest: ContentDigest
  /// The experiment that dealt this version to the person; nil where a version was asked for.
  public var experiment: String?
  /// How many earlier messages did not fit.
  public var leftOutMessages: Int
}

/// One call to a model.
public struct TurnCall: Sendable, Hashable {
  /// What it was for: a prompt, as `name@version`.
  public var purpose: String
  /// Who answered, or was asked last.
  public var model: ModelIdentity
  /// What it consumed; nil when the provider did not say.
  public var usage: TokenUsage?
  /// What it cost in dollars; nil when the price or the usage is not known.
  public var cost: Double?
}

/// How long the parts of a turn took.
public struct TurnTimings: Sendable, Hashable {
  /// Until the turn was let through or refused.
  public var access = Duration.zero
  /// From then until the prompt was assembled.
  public var assembly = Duration.zero
  /// From the turn's beginning until the coach's first words; nil when none came.
  public var firstWords: Duration?
  /// From the turn's beginning to its end.
  public var total = Duration.zero
}
