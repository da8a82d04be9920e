/// Everything that the coach may know about a person when a prompt is assembled.
public struct Person: Sendable, Hashable {
  /// The caller's id for them.
  public var id: String
  /// What the coach calls them.
  public var name: String?
  /// A BCP 47 language tag.
  public var language: String
  /// The country they are in (ISO 3166-1), when it is known.
  public var region: String?
  /// How many sessions they have completed, the discovery conversation included.
  public var sessions: Int
  /// What is known about their life.
  public var profile: ContextProfile
  /// What the discovery conversation ended with.
  public var discovery: DiscoveryProfile?
  /// How they like to be coached; nil before it could be learned.
  public var style: StylePreference?
  /// What came back over several conversations.
  public var patterns: PatternSummary
  /// What is remembered of earlier conversations.
  public var memories: [Memory]
  /// What the last session left open.
  public var openQuestion: String?

  /// Creates a person of whom nothing is known.
  public init(id: String, language: String = "en") {
    self.id = id
    self.language = language
    sessions = 0
    profile = ContextProfile()
    patterns = PatternSummary()
    memories = []
  }
}
