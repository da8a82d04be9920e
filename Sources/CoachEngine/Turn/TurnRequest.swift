public import CoachModel
public import JSON
import SourceFiles

/// What one turn of a conversation is to be run from: who, where they stand, what was said, what is new.
///
/// The turn keeps nothing; all that it needs to know comes with the request, and all that it finds out goes
/// into the ``TurnOutcome``.
public struct TurnRequest: Sendable, Hashable {
  /// The conversation up to the new message.
  public struct Conversation: Sendable, Hashable {
    /// The caller's id for it.
    public var id: String
    /// The messages that both sides have seen, oldest first, without reply tags.
    public var messages: [Message]
    /// Where the present session begins, as a position in the messages: what a person said in an earlier one is
    /// not held against the message of today. From the beginning, where nothing is said.
    public var sessionStart: Int
    /// The domain of its last turn.
    public var domain: String?

    /// Creates a conversation.
    public init(
      id: String, messages: [Message] = [], sessionStart: Int = 0, domain: String? = nil
    ) {
      self.id = id
      self.messages = messages
      self.sessionStart = sessionStart
      self.domain = domain
    }

    /// The messages of the present session.
    var session: [Message] { Array(messages.dropFirst(max(0, sessionStart))) }
  }

  /// The caller's id for the request: sent again, it is recognised.
  public var id: String
  /// Who writes.
  public var person: Person
  /// What they have bought and done so far.
  public var access: AccessRecord
  /// What was said before.
  public var conversation: Conversation
  /// What the person writes; nil when the coach speaks first.
  public var message: String?
  /// A creator's persona, when one is chosen.
  public var persona: Persona?
  /// The domain, where the caller decides it.
  public var domain: String?
  /// Values for the prompt, over everything else, by the names of its inputs.
  public var inputs: JSONObject
  /// The person's day; nil for the day in UTC.
  public var today: CalendarDay?

  /// Creates a request.
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

  /// The longest message that is taken, in bytes.
  public static let maximumMessageLength = 32_768

  /// What makes the request one that cannot be answered, in words for whoever sent it; nil when nothing does.
  var problem: String? {
    if id.isEmpty || id.utf8.count > 200 { return "a request's id has 1 to 200 bytes" }
    if person.id.isEmpty { return "the person has no id" }
    guard let message else { return nil }
    if message.allSatisfy(\.isWhitespace) { return "the message is empty" }
    if message.utf8.count > Self.maximumMessageLength {
      return "the message has more than \(Self.maximumMessageLength) bytes"
    }
    return nil
  }

  /// Whether the coach speaks first.
  public var isOpening: Bool { message == nil }

  /// The messages with the new one.
  var messages: [Message] {
    conversation.messages + (message.map { [Message(.user, $0)] } ?? [])
  }

  /// The name of the message that answers it: the same for the same request, and for no other.
  var messageID: String {
    "msg_\(ContentDigest(ofParts: [person.id, id]).hexadecimal.prefix(24))"
  }
}
