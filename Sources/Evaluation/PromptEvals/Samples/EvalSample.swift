public import CoachModel
public import CoachSafety
public import EvalGraders
public import LanguageModels

/// One attempt at a transcript under a variant, or a transcript as it was written, with its grades.
public struct EvalSample: Sendable, Hashable {
  /// The key that identifies the sample within its run.
  public var key: SampleKey
  /// Whether the transcript was graded as it was written.
  public var isReference = false
  /// The title of the transcript, as reports show it.
  public var title: String
  /// The name of the cluster; samples of one cluster are not independent.
  ///
  /// See ``EvalSubject/clusterName``.
  public var cluster: String
  /// The tags of the transcript.
  public var tags: [String] = []
  /// The ID of the person's profile; `nil` if nothing is known of the person, and in samples that were stored before
  /// it was recorded.
  public var person: String?
  /// The language of the transcript, such as `en`; `nil` in samples that were stored before it was recorded.
  public var language: String?
  /// The coach's messages, in order.
  public var turns: [EvalTurn] = []
  /// The verdicts of all graders.
  public var grades: [Grade] = []
  /// The calls of graders, in the order in which they were made.
  public var judgeCalls: [JudgeCall] = []
  /// The faults of a simulated person, for which the candidate is not to blame.
  public var personFaults: [PersonFault] = []
  /// What judges and a simulated person consumed.
  ///
  /// The candidate's calls are not included.
  public var overhead = CallCosts()
  /// When the conversation was complete and grading started, in seconds since 1970.
  public var started: Double = 0

  /// Creates a sample without messages and grades.
  public init(_ key: SampleKey, title: String, cluster: String) {
    self.key = key
    self.title = title
    self.cluster = cluster
  }
}

/// One coach message of a sample.
public struct EvalTurn: Sendable, Hashable {
  /// The number among the coach's messages, from 1.
  public var number: Int
  /// What the person said just before; `nil` if the coach speaks first or spoke last.
  public var personBefore: String?
  /// What the model wrote, including tags.
  ///
  /// After a failure, as much of it as was received.
  public var reply = ""
  /// The part of ``reply`` that the person would see.
  public var visibleText = ""
  /// What the product's guardrails found in the reply; what is more than marked did not reach the person.
  public var findings: [ReplyFinding] = []
  /// The domain of the turn; `nil` for one without a domain, and without a turn.
  public var domain: String?
  /// Whether the person's message signals a crisis, so that the product answered and not the version. Such a message is not
  /// graded.
  public var answersCrisis = false
  /// The indices of the tags in ``reply`` that the guardrails held back.
  var withheldTags: [Int] = []
  /// The request from which the message was generated; `nil` for a message as written.
  public var source: TurnSource?
  /// Why the reply ended, such as `stop` or `length`; `nil` for a failed reply and for a message as written.
  public var finish: String?
  /// The tools that the model asked to call; `nil` if none were declared, and for a message as written.
  public var toolCalls: [ToolCall]?
  /// The time, tokens and cost of the call; `nil` for a failed reply and for a message as written.
  public var effort: CoachMessageEffort?
  /// Why there is no complete reply; `nil` if there is one.
  ///
  /// A message with an error is not graded.
  public var error: String?
  /// The kind of the failure; `nil` without a failure, and in samples that were stored before kinds were
  /// recorded.
  public var errorCode: ModelError.Code?

  /// Creates a turn without a reply.
  public init(number: Int, personBefore: String?) {
    self.number = number
    self.personBefore = personBefore
  }
}

/// The request from which a message was generated.
public struct TurnSource: Sendable, Hashable {
  /// The digest of the request.
  public var request: String
  /// The digest of the request without its seed, if the seed changes nothing because the temperature is 0; otherwise
  /// `nil`.
  public var seedless: String?
  /// The prompt, as `name@version`.
  public var prompt: String
  /// The digest of the prompt's template, including its partials.
  public var template: String
  /// The prompt's sections in order.
  public var sections: [PromptSection] = []
  /// The model that answered; `nil` if it is the one that was asked.
  public var answeredBy: String?

  /// One section of a prompt as it was sent.
  public struct PromptSection: Sendable, Hashable {
    /// The section's name; `prompt` for a prompt without sections.
    public var name: String
    /// The digest under which the section's text is stored.
    public var digest: String
  }
}

/// Something that a simulated person did and a real person would not have done.
public struct PersonFault: Sendable, Hashable {
  /// The kinds of faults.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Speaks as the coach, as an assistant, or as a machine.
    case roleBreak = "role-break"
    /// States a fact that is not on the card.
    case inventedFact = "invented-fact"
    /// Repeats an earlier message.
    case repetition
    /// Writes an empty message.
    case silence
    /// The model that plays the person failed, so the conversation ended too early.
    case modelFailed = "model-failed"
  }

  /// The kind of the fault.
  public var kind: Kind
  /// The number of the coach message before it; 0 if the person spoke first.
  public var after: Int
  /// What was found, in words for reports.
  public var reason: String

  /// Creates a fault of a kind.
  public init(_ kind: Kind, after: Int, reason: String) {
    self.kind = kind
    self.after = after
    self.reason = reason
  }

  /// Whether the coach's replies after the fault say nothing about the coach, so that the sample is excluded
  /// from scores.
  public var excludesSample: Bool {
    kind == .roleBreak || kind == .silence || kind == .modelFailed
  }
}

/// What several calls consumed together.
public struct CallCosts: Sendable, Hashable {
  /// The number of calls.
  public var calls = 0
  /// The tokens of all calls.
  ///
  /// A count that is unknown for one of them is `nil`.
  public var usage = TokenUsage.zero
  /// The cost in dollars; `nil` if the price or the tokens of a call are unknown.
  public var dollars: Double? = 0

  /// Creates the costs of no calls.
  public init() {}

  mutating func add(_ usage: TokenUsage?, dollars: Double?) {
    calls += 1
    self.usage = self.usage + (usage ?? TokenUsage())
    self.dollars = self.dollars.flatMap { sum in dollars.map { sum + $0 } }
  }
}

extension TurnSource {
  /// The digest of all that the reply depends on: two replies with the same one are replies to the same request.
  var identity: String { seedless ?? request }
}

extension EvalSample {
  /// The requests of the coach's messages, in order; empty for a transcript as it was written.
  var sentRequests: [SentRequest] {
    isReference ? [] : turns.map { SentRequest(message: $0.number, digest: $0.source?.identity) }
  }
}

extension [EvalTurn] {
  /// The costs of all calls to the candidate.
  var costs: CallCosts {
    reduce(into: CallCosts()) { costs, turn in
      guard let effort = turn.effort else { return }
      costs.add(effort.usage, dollars: effort.dollars)
    }
  }
}
