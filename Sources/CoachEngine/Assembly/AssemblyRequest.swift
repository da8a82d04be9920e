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
  /// The conversation so far.
  public var history: [Message]
  /// Asks for the close before the course does; nil leaves it to ``DiscoveryCourse``.
  public var closing: Bool?
  /// Values that the caller sets, over everything else.
  public var values: JSONObject

  /// Creates a request.
  public init(
    prompt: PromptReference, person: Person, domain: DomainConfig? = nil,
    history: [Message] = [], closing: Bool? = nil, values: JSONObject = [:]
  ) {
    self.prompt = prompt
    self.person = person
    self.domain = domain
    self.history = history
    self.closing = closing
    self.values = values
  }
}
