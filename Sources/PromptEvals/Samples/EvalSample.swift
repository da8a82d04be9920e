public import CoachModel
public import EvalGraders
public import LanguageModels

/// One attempt at one transcript under one variant, or the transcript as it was written.
public struct EvalSample: Sendable, Hashable {
  /// Which sample it is.
  public var key: SampleKey
  /// Whether the transcript was graded as it was written.
  public var isReference = false
  /// The transcript's title.
  public var title: String
  /// What it shares with others; see ``Transcript/cluster``.
  public var cluster: String
  /// The transcript's labels.
  public var tags: [String] = []
  /// The coach's messages.
  public var turns: [EvalTurn] = []
  /// The verdicts.
  public var grades: [Grade] = []
  /// What went wrong with the person, where one was simulated; the candidate is not to blame.
  public var personFaults: [PersonFault] = []
  /// What judges and a simulated person consumed, apart from the candidate.
  public var overhead = CallCosts()
  /// When it began, in seconds since 1970.
  public var started: Double = 0

  /// Creates a sample.
  public init(_ key: SampleKey, title: String, cluster: String) {
    self.key = key
    self.title = title
    self.cluster = cluster
  }
}

/// One coach message of a sample.
public struct EvalTurn: Sendable, Hashable {
  /// Its number among the coach's messages.
  public var number: Int
  /// What the person had said just before; nil when nobody or the coach had spoken.
  public var personBefore: String?
  /// What the model wrote, tags included.
  public var reply = ""
  /// What the person would read.
  public var visibleText = ""
  /// Where it came from; nil for a written message.
  public var source: TurnSource?
  /// Why the reply ended.
  public var finish: String?
  /// What it took; nil for a written message.
  public var effort: CoachMessageEffort?
  /// Why there is no whole reply. Such a turn is not graded.
  public var error: String?
  /// The kind of that failure; nil for none, and for one of before kinds were kept.
  public var errorCode: ModelError.Code?

  /// Creates a turn of which nothing is known but its place.
  public init(number: Int, personBefore: String?) {
    self.number = number
    self.personBefore = personBefore
  }
}

/// What a generated message can be traced to.
public struct TurnSource: Sendable, Hashable {
  /// The digest of the request.
  public var request: String
  /// The prompt, as `name@version`.
  public var prompt: String
  /// The digest of the prompt's text with its partials.
  public var template: String
  /// The prompt's sections in order, by name and by the digest of what stood in them.
  public var sections: [PromptSection] = []
  /// The model that answered, where it was not the one that was asked.
  public var answeredBy: String?

  /// One section of a prompt as it was sent.
  public struct PromptSection: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// The digest of its text, by which the text is kept.
    public var digest: String
  }
}

/// Something that a simulated person did which a person would not have done.
public struct PersonFault: Sendable, Hashable {
  /// The kinds.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Speaks as the coach, as a helper, or as a machine.
    case roleBreak = "role-break"
    /// States a fact that is not on the card.
    case inventedFact = "invented-fact"
    /// Says the same again.
    case repetition
    /// Says nothing.
    case silence
    /// The model that plays the person failed, so that the conversation ended too early.
    case modelFailed = "model-failed"
  }

  /// Which one.
  public var kind: Kind
  /// The number of the coach message before it; 0 when the person spoke first.
  public var after: Int
  /// What was found.
  public var reason: String

  /// Creates a fault.
  public init(_ kind: Kind, after: Int, reason: String) {
    self.kind = kind
    self.after = after
    self.reason = reason
  }

  /// Whether what the coach did afterwards says nothing about the coach any more.
  public var spoilsSample: Bool {
    kind == .roleBreak || kind == .silence || kind == .modelFailed
  }
}

/// What some calls consumed together.
public struct CallCosts: Sendable, Hashable {
  /// The calls.
  public var calls = 0
  /// Tokens; a count that one of the calls lacks is nil.
  public var usage = TokenUsage.zero
  /// Dollars; nil when the price or the tokens of a call are not known.
  public var dollars: Double? = 0

  /// Nothing was called.
  public init() {}

  /// Adds a call.
  mutating func add(_ usage: TokenUsage?, dollars: Double?) {
    calls += 1
    self.usage = self.usage + (usage ?? TokenUsage())
    self.dollars = self.dollars.flatMap { sum in dollars.map { sum + $0 } }
  }
}

extension [EvalTurn] {
  /// What all calls consumed together.
  var costs: CallCosts {
    reduce(into: CallCosts()) { costs, turn in
      guard let effort = turn.effort else { return }
      costs.add(effort.usage, dollars: effort.dollars)
    }
  }
}
