public import CoachDomains
public import CoachModel
public import Documents
public import PromptTemplates

/// The data from which a prompt is assembled.
public struct AssemblyRequest: Sendable {
  /// The prompt to assemble.
  public var prompt: PromptReference
  /// The person the prompt is for.
  public var person: Person
  /// The domain of the conversation, for prompts that use one.
  public var domain: DomainConfig?
  /// All domains, for prompts that choose among them.
  public var domains: [DomainConfig]
  /// The chosen creator persona; `nil` if there is none.
  public var persona: Persona?
  /// The conversation so far, oldest message first.
  public var history: [Message]
  /// The number of the coach's messages that were dropped from the history because it became too long.
  public var earlierCoachMessages: Int
  /// The number of the history's last messages that belong to the current session; if `nil`, all of them do.
  public var sessionMessages: Int?
  /// Whether the coach speaks first; if `nil`, it does when the history is empty.
  public var opening: Bool?
  /// Whether the domain of the conversation is unclear, so that the coach should ask.
  public var isDomainUnclear: Bool
  /// Whether the message belongs to a doctor or a therapist rather than to a coach.
  public var isClinical: Bool
  /// Whether the message may ask for something else than coaching, such as code or a fact.
  public var isOffTopic: Bool
  /// Whether the prompt asks for the close of discovery; if `nil`, the course of discovery decides.
  public var closing: Bool?
  /// The coach message from which on the prompt asks for the close of discovery.
  public var closingMessage = DiscoveryCourse.closingMessage
  /// The coach message with which discovery is complete even without a close.
  public var lastMessage = DiscoveryCourse.lastMessage
  /// The current day in the form `2026-11-21`, for prompts that refer to time.
  public var today: String?
  /// The size limit of the prompt.
  public var budget: TokenBudget
  /// Input values that override those computed from the other properties.
  ///
  /// What only other versions of the prompt declare is left out (``RenderedPrompt/leftOutInputs``), so that callers can give
  /// all versions the same. What no version declares is an error.
  public var values: JSONObject
  /// Further values that the engine itself computed for the occasion. Like those computed from the other properties, they
  /// are reduced to what the version declares, and the caller's values override them.
  package var offered: JSONObject = [:]
  /// The tag of a pattern that is shown.
  package var patternTag = OfferedInputs.patternTag

  /// Creates a request. Only the prompt and the person are required.
  public init(
    prompt: PromptReference, person: Person, domain: DomainConfig? = nil,
    domains: [DomainConfig] = [], persona: Persona? = nil, history: [Message] = [],
    earlierCoachMessages: Int = 0, sessionMessages: Int? = nil, opening: Bool? = nil,
    isDomainUnclear: Bool = false, isClinical: Bool = false, isOffTopic: Bool = false,
    closing: Bool? = nil, today: String? = nil, budget: TokenBudget = TokenBudget(),
    values: JSONObject = [:]
  ) {
    self.prompt = prompt
    self.person = person
    self.domain = domain
    self.domains = domains
    self.persona = persona
    self.history = history
    self.earlierCoachMessages = earlierCoachMessages
    self.sessionMessages = sessionMessages
    self.opening = opening
    self.isDomainUnclear = isDomainUnclear
    self.isClinical = isClinical
    self.isOffTopic = isOffTopic
    self.closing = closing
    self.today = today
    self.budget = budget
    self.values = values
  }

  /// Returns the request with more that the engine offers.
  package func offering(_ values: JSONObject) -> AssemblyRequest {
    var request = self
    for (name, value) in values { request.offered[name] = value }
    return request
  }
}
