public import CoachSafety
public import PromptTemplates

/// What a product decides about its turns.
public struct TurnConfiguration: Sendable {
  /// The prompts by what they are for. A reference without a version is dealt by the labels, to each person
  /// the same; one with a version is for everyone.
  public struct Prompts: Sendable, Hashable {
    /// The free first conversation.
    public var discovery = PromptReference(name: "discovery")
    /// Coaching.
    public var coaching = PromptReference(name: "coaching")
    /// The reply to a message that signals a crisis.
    public var crisis = PromptReference(name: "safety-reply")
    /// The profile of a discovery conversation that ended without a usable signal.
    public var extraction = PromptReference(name: "discovery-extraction")

    /// The prompts under their usual names.
    public init() {}
  }

  /// The prompts.
  public var prompts = Prompts()
  /// Limits and times of access.
  public var access = AccessPolicy.standard
  /// How long to wait for a model's first words.
  public var timeouts = TurnTimeouts()
  /// The same where a message signals a crisis; after it the fixed words of the copy table are given.
  public var crisisTimeouts = TurnTimeouts(
    failure: .seconds(2), firstToken: .seconds(5), total: .seconds(20))
  /// How long a crisis waits for the store that guards against floods; after it the model is asked all the same.
  public var crisisStoreTimeout = Duration.milliseconds(300)
  /// What is done about words that a coach must not say. Where sentences can be taken away, each waits for its end.
  public var guardrails = GuardrailPolicy.standard
  /// The signal by which a prompt ends discovery.
  public var discoverySignal = "DISCOVERY_COMPLETE"
  /// The first coach message whose signal is believed: nobody has been understood before.
  public var discoveryFloor = 10
  /// The coach message at which discovery is complete even without the signal.
  public var discoveryCeiling = 18
  /// How long the profile may take to be drawn from the conversation, where the signal did not bring it.
  public var extractionTimeout = Duration.seconds(10)
  /// The inline tag by which a coach names a pattern.
  public var patternTag = "PATTERN"
  /// The inline tag by which a coach recalls a detail.
  public var memoryTag = "MEMORY"
  /// The domain that a coach stands on while it asks which one a message belongs to; the first one where it is not
  /// there.
  public var fallbackDomain = "life"
  /// How often in a period the coach may speak first without it being counted as a message of the person's.
  public var freeOpenings = 31
  /// The most tokens of earlier messages that a request carries, by estimate. The oldest are left out first.
  public var historyTokens = 12_000
  /// A prompt that is used for every message whatever the person has bought: for trying one out.
  public var pinnedPrompt: PromptReference?

  /// The usual configuration.
  public init() {}
}
