public import CoachDomains
public import CoachModel
public import JSON
public import PromptTemplates

/// What a system prompt is to be assembled from.
public struct AssemblyRequest: Sendable {
  /// The prompt.
  public var prompt: PromptReference
  /// What is known about the person.
  public var person: Person
  /// The domain of the conversation, where the prompt has one.
  public var domain: DomainConfig?
  /// All domains, for prompts that choose among them.
  public var domains: [DomainConfig]
  /// A creator's persona, when one is chosen.
  public var persona: Persona?
  /// The conversation so far.
  public var history: [Message]
  /// How many of the coach's messages were left out of the history because it became too long.
  public var earlierCoachMessages: Int
  /// Whether the coach speaks first; nil for when there is no history.
  public var opening: Bool?
  /// Whether it is not clear which domain the conversation belongs to, so that the coach asks.
  public var isDomainUnclear: Bool
  /// Asks for the close before the course does; nil leaves it to ``DiscoveryCourse``.
  public var closing: Bool?
  /// The day, as `2026-11-21`, for prompts that speak of time.
  public var today: String?
  /// How large the prompt may become.
  public var budget: TokenBudget
  /// Values that the caller sets, over everything else.
  public var values: JSONObject

  /// Creates a request.
  public init(
    prompt: PromptReference, person: Person, domain: DomainConfig? = nil,
    domains: [DomainConfig] = [], persona: Persona? = nil, history: [Message] = [],
    earlierCoachMessages: Int = 0, opening: Bool? = nil, isDomainUnclear: Bool = false,
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
    self.opening = opening
    self.isDomainUnclear = isDomainUnclear
    self.closing = closing
    self.today = today
    self.budget = budget
    self.values = values
  }
}
