public import CoachModel

/// What to look for among earlier messages.
public struct MemoryQuery: Sendable, Hashable {
  /// The text whose subject is looked for: the message to be answered.
  public var text: String
  /// The messages before it, which count less and say what "it" or "he" means.
  public var context: [String]
  /// The language of the texts as a BCP 47 tag.
  public var language: String
  /// The speaker whose messages are preferred; `nil` for either.
  public var speaker: Role?
  /// Whether messages of the other side are left out instead of coming later.
  public var isSpeakerOnly = false
  /// The days that are meant, if the text names a time such as "last week".
  public var period: ClosedRange<CalendarDay>?
  /// The person's current day, from which recency is counted; `nil` if it does not matter.
  public var today: CalendarDay?
  /// The vector of the text; `nil` to search by words alone.
  public var embedding: TextEmbedding?
  /// The ids of messages that are not wanted, such as those that the model sees anyway.
  public var excluded: Set<String>
  /// The texts of messages that are not wanted.
  public var excludedTexts: Set<String> = []
  /// The maximum number of results.
  public var limit: Int

  /// Creates a query for up to ten messages of the person.
  public init(
    _ text: String, context: [String] = [], language: String, speaker: Role? = .user,
    period: ClosedRange<CalendarDay>? = nil, today: CalendarDay? = nil,
    embedding: TextEmbedding? = nil, excluding excluded: Set<String> = [], limit: Int = 10
  ) {
    self.text = text
    self.context = context
    self.language = language
    self.speaker = speaker
    self.period = period
    self.today = today
    self.embedding = embedding
    self.excluded = excluded
    self.limit = limit
  }
}

/// A message that was found.
public struct MemoryHit: Sendable, Hashable {
  /// The id of the message.
  public var message: String
  /// The id of its session.
  public var session: String
  /// The id of its conversation.
  public var conversation: String
  /// The speaker of the message.
  public var role: Role
  /// The text of the message.
  public var text: String
  /// The day of the session.
  public var day: CalendarDay
  /// The id of the session's domain; `nil` if it is unknown.
  public var domain: String?
  /// How well it fits, relative to the best of the same search, from 0 to 1.
  public var relevance: Double
}
