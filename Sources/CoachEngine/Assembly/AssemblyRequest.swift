public import CoachDomains
public import Conversations
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
    closing: Bool? = nil, today: String? = nil, budget: TokenBudget = TokenBudget(),
    values: JSONObject = [:]
  ) {
    self.prompt = prompt
    self.person = person
    self.domain = domain
    self.domains = domains
    self.persona = persona
    self.history = history
    self.closing = closing
    self.today = today
    self.budget = budget
    self.values = values
  }
}
