public import CoachModel

/// A session whose messages can be found again.
public struct RememberedSession: Sendable, Hashable {
  /// The caller's id of the session.
  public var id: String
  /// The id of the conversation that the session is part of.
  public var conversation: String
  /// The person's local day on which the session began.
  public var day: CalendarDay
  /// The id of the session's domain; `nil` if it is unknown.
  public var domain: String?
  /// The language of the messages as a BCP 47 tag.
  public var language: String
  /// The messages of both sides, oldest first, without reply tags.
  public var messages: [RememberedMessage]

  /// Creates a session with its messages.
  public init(
    id: String, conversation: String, day: CalendarDay, domain: String? = nil, language: String,
    messages: [RememberedMessage]
  ) {
    self.id = id
    self.conversation = conversation
    self.day = day
    self.domain = domain
    self.language = language
    self.messages = messages
  }
}

/// A message that can be found again.
public struct RememberedMessage: Sendable, Hashable {
  /// The caller's id of the message, unique to it among all of the person's messages.
  public var id: String
  /// The speaker of the message.
  public var role: Role
  /// The visible text.
  public var text: String
  /// The vector of the text; `nil` if it was not embedded.
  var vector: MemoryVector?

  /// Creates a message without a vector.
  public init(id: String, role: Role, text: String) {
    self.id = id
    self.role = role
    self.text = text
  }

  /// Whether the message ends with a question mark.
  var isQuestion: Bool {
    let last = text.unicodeScalars.last { !$0.properties.isWhitespace }
    return last == "?" || last == "？" || last == "؟"
  }
}
