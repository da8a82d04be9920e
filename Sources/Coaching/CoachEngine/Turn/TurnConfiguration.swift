public import CoachAccess
public import CoachModel
public import CoachSafety
public import CoachSignals
public import LanguageModels
public import PromptTemplates

/// The product's settings for its turns.
public struct TurnConfiguration: Sendable {
  /// The prompts by purpose.
  ///
  /// For a reference without a version, each person is assigned a version by the labels, always the same one. A
  /// reference with a version applies to everyone.
  public struct Prompts: Sendable, Hashable {
    /// The prompt of the free first conversation.
    public var discovery = PromptReference(name: "discovery")
    /// The prompt of coaching conversations.
    public var coaching = PromptReference(name: "coaching")
    /// The prompt of replies to messages that signal a crisis.
    public var crisis = PromptReference(name: "safety-reply")
    /// The prompt of the coach's first message if the last session left something open.
    public var checkIn = PromptReference(name: "check-in")
    /// The prompt of the coach's first message if a look back at the month is due.
    public var reflection = PromptReference(name: "monthly-reflection")
    /// The prompt of the notes on a session that is over.
    public var notes = PromptReference(name: "session-notes")
    /// The prompt of the title of a session that is over.
    public var title = PromptReference(name: "conversation-title")
    /// The prompt that suggests what to remember of a session that is over.
    public var suggestions = PromptReference(name: "context-extraction")
    /// The prompt that words the patterns over several sessions.
    public var patterns = PromptReference(name: "pattern-summary")
    /// The prompt of a nudge between sessions.
    public var nudge = PromptReference(name: "nudge")
    /// The prompt of the texts on the screen after discovery.
    public var paywall = PromptReference(name: "paywall")
    /// The prompt that extracts the profile of a discovery conversation that ended without a usable signal.
    public var extraction = PromptReference(name: "discovery-extraction")
    /// A prompt that is used for every message, whatever the person has bought, to try it out; `nil` for none.
    public var pinned: PromptReference?

    /// Creates the prompts with their standard names.
    public init() {}
  }

  /// A conversation of a product's own, beside those of the coach.
  public struct Conversation: Sendable, Hashable {
    /// The prompt.
    public var prompt: PromptReference
    /// The purpose by which ``ModelRoutes`` chooses the model; `nil` for that of coaching.
    public var model: String?
    /// Whether its messages count towards the person's allowance, so that it is open to those who have bought something.
    /// Otherwise it is free, and only subject to the rate limits.
    public var isCounted: Bool

    /// Creates a conversation, by default a free one.
    public init(prompt: PromptReference, model: String? = nil, isCounted: Bool = false) {
      self.prompt = prompt
      self.model = model
      self.isCounted = isCounted
    }
  }

  /// The time limits of the parts of a turn.
  public struct Timeouts: Sendable, Hashable {
    /// The limits for replies, except in a crisis.
    public var reply = TurnTimeouts()
    /// The limits for replies to a crisis. If they expire before any text, the fixed texts of the message catalog are
    /// used.
    public var crisis = TurnTimeouts(
      failure: .seconds(2), firstToken: .seconds(5), total: .seconds(20))
    /// The time a crisis reply waits for the store that limits message floods. After it, the model is asked anyway.
    public var crisisStore = Duration.milliseconds(300)
    /// The time that a turn waits for ``ChatService/spendingLimit``. After it, no model is asked.
    public var spendingLimit = Duration.seconds(2)
    /// The limit for extracting the profile from the conversation if the signal did not contain it.
    public var extraction = Duration.seconds(10)
    /// The limit for each task at the end of a session, which nobody waits for.
    public var closing = Duration.seconds(60)

    /// Creates the standard limits.
    public init() {}
  }

  /// The conditions under which discovery ends.
  public struct Discovery: Sendable, Hashable {
    /// The name of the signal tag that ends discovery.
    public var signal = "DISCOVERY_COMPLETE"
    /// The first coach message in which the signal is accepted; before it, too little is known about the person.
    public var floor = DiscoveryCourse.closingMessages.lowerBound
    /// The coach message from which on the prompt asks for the close.
    public var closingMessage = DiscoveryCourse.closingMessage
    /// The coach message with which discovery is complete even without the signal.
    public var ceiling = DiscoveryCourse.lastMessage

    /// Creates the standard settings.
    public init() {}
  }

  /// What decides which legal duties apply, and how long a session of writing is. The duties themselves are
  /// ``ChatService/duties``.
  public struct Duties: Sendable, Hashable {
    /// Where people are whose requests do not say it, as a code of ISO 3166 such as `US-CA`; `nil` for nowhere, without
    /// duties.
    public var defaultJurisdiction: String?
    /// The number of seconds without a message after which a person begins anew.
    public var silence = SessionPolicy().silence

    /// Creates the standard settings.
    public init() {}
  }

  /// The screen on which a person decides whether to go on.
  public struct Paywall: Sendable, Hashable {
    /// Whether a model may word the button of a personal paywall; otherwise it has the fixed words of the catalog.
    public var modelWritesButton = false

    /// Creates the standard settings.
    public init() {}
  }

  /// The tags from which a turn derives signals.
  public struct Tags: Sendable, Hashable {
    /// The name of the tag with which a coach names a pattern.
    public var pattern = OfferedInputs.patternTag
    /// The name of the tag with which a coach recalls a detail.
    public var memory = "MEMORY"
    /// The name of the signal with which a coach says that the person accepted the offer to look back.
    public var reflectionAccepted = "REFLECTION_ACCEPTED"
    /// The name of the signal with which a coach says that the person declined it.
    public var reflectionDeclined = "REFLECTION_DECLINED"

    /// The name of the signal with which a coach says that someone may be in danger; its payload has `about` and
    /// `severity`.
    public var concern = "CONCERN"

    /// Creates the standard names.
    public init() {}
  }

  /// The prompts by purpose.
  public var prompts = Prompts()
  /// The conversations of a product's own by kind. The kinds of the coach are not among them.
  public var conversations: [ConversationKind: Conversation] = [:]
  /// The limits on messages and the durations of trials and grace periods.
  public var access = AccessPolicy.standard
  /// What the trial and the subscription cost, for the texts that say it.
  public var prices = AccessPrices()
  /// The time limits of the parts of a turn.
  public var timeouts = Timeouts()
  /// The policy for text that a coach must not write. If sentences can be removed, each is held until it ends.
  public var guardrails = GuardrailPolicy.standard
  /// The checks of replies to which the policy assigns actions, those of a product's own included.
  public var checks = ReplyChecks.builtIn
  /// Which personas of creators a turn takes.
  public var personas = PersonaPolicy()
  /// The conditions under which discovery ends.
  public var discovery = Discovery()
  /// What decides which legal duties apply.
  public var duties = Duties()
  /// The screen on which a person decides whether to go on.
  public var paywall = Paywall()
  /// The tags from which a turn derives signals.
  public var tags = Tags()
  /// The id of the domain that a coach uses while it asks what a message is about. If it does not exist, the first
  /// domain is used.
  public var fallbackDomain = "life"
  /// When the app asks whether it may remember and check in. `PersonRecord.offer(by:)` takes it, too.
  public var offers = OfferPolicy()
  /// The number of times in a period that the coach may speak first without counting a message of the person.
  public var freeOpenings = 31
  /// The number of seconds after which a turn that gives no sign of life counts as dead, and a repetition of its request
  /// takes over. A running turn renews it three times in that time.
  public var requestLease = 30.0
  /// Whether models take notes at the end of a session and word patterns; otherwise sessions are only counted and measured.
  public var closesWithTasks = true
  /// The secret with which providers get a pseudonym of the person (``SafetyIdentifier``), so that they can act against
  /// one who breaks their rules instead of the whole account; `nil` tells them nothing. It must never change.
  public var pseudonymSalt: Secret?
  /// The maximum number of tokens of what a request says about the person and of earlier messages.
  public var context = ContextBudget()

  /// Creates the default configuration.
  public init() {}

  /// The kind of turn that asks a prompt.
  package func route(of prompt: PromptReference) -> TurnRoute {
    if prompt.name == prompts.discovery.name { return .discovery }
    let own = conversations.first { $0.value.prompt.name == prompt.name }
    return own.map { .conversation($0.key) } ?? .coaching
  }
}
