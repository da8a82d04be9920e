public import CoachAccess
public import CoachModel
public import CoachSignals
public import Documents
public import PromptTemplates
import SourceFiles

/// The input of one turn: the person, their access, the conversation so far, and the new message.
///
/// A turn stores nothing about the person: the request contains all it needs, and the ``TurnOutcome`` all it finds
/// out.
///
/// ```swift
/// let conversation = TurnRequest.Conversation(
///   id: "c-1",
///   messages: [
///     Message(.user, "The weekly report is mine again."),
///     Message(.assistant, "You didn't want it. What happened?"),
///   ])
/// let request = TurnRequest(
///   id: "r-1", person: Person(id: "p-4711"), access: AccessRecord(updatedAt: 0),
///   conversation: conversation, message: "Nobody else spoke, so I did.")
/// ```
///
/// ``init(_:)`` reads a request from JSON.
public struct TurnRequest: Sendable, Hashable {
  /// The conversation before the new message.
  public struct Conversation: Sendable, Hashable {
    /// The caller's id of the conversation.
    public var id: String
    /// The messages that both sides have seen, oldest first, without reply tags.
    public var messages: [Message]
    /// The index in ``messages`` at which the current session starts.
    ///
    /// Messages of earlier sessions are not considered when the new message is screened for a crisis. With 0, all
    /// messages belong to the current session.
    public var sessionStart: Int
    /// The id of the domain of the last turn; `nil` if there is none.
    public var domain: String?
    /// What the conversation is for: one of ``TurnConfiguration/conversations``; `nil` for the coach's, where the person's
    /// access decides.
    public var kind: ConversationKind?
    /// The versions of prompts that the conversation keeps: the last turn's ``TurnUpdates/assignments``.
    ///
    /// Without them, a person may get another version in the middle of the conversation once shares or labels change. Left
    /// out at the start of a session, the versions are those that are assigned by then.
    public var assignments: [PromptAssignment]

    /// Creates a conversation, by default one without earlier messages.
    public init(
      id: String, messages: [Message] = [], sessionStart: Int = 0, domain: String? = nil,
      kind: ConversationKind? = nil, assignments: [PromptAssignment] = []
    ) {
      self.id = id
      self.messages = messages
      self.sessionStart = sessionStart
      self.domain = domain
      self.kind = kind
      self.assignments = assignments
    }

    /// The messages of the current session.
    var session: [Message] { Array(messages.dropFirst(max(0, sessionStart))) }
  }

  /// The caller's id of the request, 1 to 200 bytes. A repeated request has the same id and is recognised by it.
  public var id: String
  /// The person who writes.
  public var person: Person
  /// The person's record, of which the turn uses what a prompt may say; `nil` if ``person`` alone is known.
  ///
  /// With a record, the turn chooses memories for the message and the style for its domain, and opens a session with what
  /// is due.
  public var record: PersonRecord?
  /// What the person has bought and done so far.
  public var access: AccessRecord
  /// The conversation before the new message.
  public var conversation: Conversation
  /// The person's message; `nil` if the coach speaks first.
  public var message: String?
  /// The chosen creator persona; `nil` if there is none.
  public var persona: Persona?
  /// The id of the domain; `nil` if the routing chooses it.
  public var domain: String?
  /// Values for the prompt by input name, which override all others.
  public var inputs: JSONObject
  /// The current day at the person's location; `nil` for the day in UTC.
  public var today: CalendarDay?

  /// Creates a request. It is validated when the turn runs.
  public init(
    id: String, person: Person, access: AccessRecord, conversation: Conversation, message: String?,
    persona: Persona? = nil, domain: String? = nil, inputs: JSONObject = [:],
    today: CalendarDay? = nil
  ) {
    self.id = id
    self.person = person
    self.access = access
    self.conversation = conversation
    self.message = message
    self.persona = persona
    self.domain = domain
    self.inputs = inputs
    self.today = today
  }

  /// Creates a request for a person with a record. It is validated when the turn runs.
  ///
  /// `today` is the person's day: ``TimeZoneRules/day(at:)``.
  public init(
    id: String, record: PersonRecord, access: AccessRecord, conversation: Conversation,
    message: String?, persona: Persona? = nil, domain: String? = nil, inputs: JSONObject = [:],
    today: CalendarDay
  ) {
    self.init(
      id: id, person: record.person(on: today, domain: domain ?? conversation.domain),
      access: access, conversation: conversation, message: message, persona: persona,
      domain: domain, inputs: inputs, today: today)
    self.record = record
  }

  /// The maximum length of a message, in UTF-8 bytes.
  public static let maximumMessageLength = 32_768

  /// The maximum length of an id, in UTF-8 bytes.
  static let maximumIDLength = 200

  /// The reason why the request is invalid, in words for its sender; `nil` if it is valid.
  var problem: TurnError? {
    let idLengths = 1...Self.maximumIDLength
    if !idLengths.contains(id.utf8.count) {
      return TurnError(.invalidRequest, "a request's id has 1 to \(Self.maximumIDLength) bytes")
    }
    if !idLengths.contains(person.id.utf8.count) {
      return TurnError(.invalidRequest, "a person's id has 1 to \(Self.maximumIDLength) bytes")
    }
    guard let message else { return nil }
    if message.allSatisfy(\.isWhitespace) {
      return TurnError(.invalidRequest, "the message is empty")
    }
    if message.utf8.count > Self.maximumMessageLength {
      return TurnError(.tooLong, "the message has more than \(Self.maximumMessageLength) bytes")
    }
    return nil
  }

  /// The request without earlier messages that contain no text: they carry no information for the model.
  var withoutBlankMessages: TurnRequest {
    func isBlank(_ message: Message) -> Bool { message.text.allSatisfy(\.isWhitespace) }
    guard conversation.messages.contains(where: isBlank) else { return self }
    var request = self
    request.conversation.messages.removeAll(where: isBlank)
    let earlier = conversation.messages.prefix(max(0, conversation.sessionStart))
    request.conversation.sessionStart -= earlier.count(where: isBlank)
    return request
  }

  /// The request with a record in which a discovery that is complete is over, whatever the caller forgot.
  func withoutCompletedDiscoveries(on today: CalendarDay) -> TurnRequest {
    guard var record, record.closeCompletedDiscoveries(on: today) else { return self }
    var request = self
    request.person = record.person(on: today, domain: domain ?? conversation.domain)
    request.record = record
    return request
  }

  /// The message, cut at the maximum length. A message that signals a crisis is answered however long it is.
  var shortenedMessage: String {
    guard let message, message.utf8.count > Self.maximumMessageLength else { return message ?? "" }
    return String(decoding: message.utf8.prefix(Self.maximumMessageLength), as: UTF8.self)
  }

  /// Whether the coach speaks first.
  public var isOpening: Bool { message == nil }

  /// The earlier messages and the new one.
  var messages: [Message] {
    conversation.messages + (message.map { [Message(.user, $0)] } ?? [])
  }

  /// The id of the answering message: the same for the same request of a person, and unique to it.
  var messageID: String {
    "msg_\(ContentDigest(ofParts: [person.id, id]).hexadecimal.prefix(24))"
  }
}
