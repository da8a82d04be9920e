public import CoachModel
import Documents

/// A message of a session, as the caller stored it.
public struct SessionMessage: Sendable, Hashable {
  /// The caller's id of the message.
  public var id: String
  /// The speaker.
  public var role: Role
  /// The visible text, without reply tags.
  public var text: String
  /// The time of the message in seconds since 1970.
  public var time: Double
  /// The id of the domain of a coach message; `nil` if it is unknown.
  public var domain: String?
  /// Whether it is part of a crisis. Such a message is never remembered, quoted or learned from.
  public var isSensitive: Bool
  /// The names of the tags that a coach message showed, without their words.
  public var tags: [String]

  /// Creates a message, by default without tags.
  public init(
    id: String, role: Role, text: String, time: Double, domain: String? = nil,
    isSensitive: Bool = false, tags: [String] = []
  ) {
    self.id = id
    self.role = role
    self.text = text
    self.time = time
    self.domain = domain
    self.isSensitive = isSensitive
    self.tags = tags
  }
}

/// A stretch of a conversation between two pauses, while it goes on.
public struct Session: Sendable, Hashable {
  /// The id of the session, unique among those of the person.
  public var id: String
  /// The caller's id of the conversation.
  public var conversation: String
  /// What the conversation is for.
  public var kind: ConversationKind
  /// The language of the messages as a BCP 47 tag.
  public var language: String
  /// The messages of both sides, oldest first.
  public var messages: [SessionMessage]
  /// What the turns observed.
  public var signals: [DatedSignal]
  /// The result of a discovery conversation that was completed; `nil` otherwise.
  public var discovery: DiscoveryProfile?

  /// Creates a session. Its id follows from the conversation and its first message, so that all devices give it the same.
  public init(
    conversation: String, kind: ConversationKind, language: String, messages: [SessionMessage],
    signals: [DatedSignal] = [], discovery: DiscoveryProfile? = nil
  ) {
    self.init(
      id: "\(conversation)/\(messages.first?.id ?? "")", conversation: conversation, kind: kind,
      language: language, messages: messages, signals: signals, discovery: discovery)
  }

  init(
    id: String, conversation: String, kind: ConversationKind, language: String,
    messages: [SessionMessage], signals: [DatedSignal], discovery: DiscoveryProfile?
  ) {
    self.id = id
    self.conversation = conversation
    self.kind = kind
    self.language = language
    self.messages = messages
    self.signals = signals
    self.discovery = discovery
  }

  /// Whether the person wrote anything; otherwise the session does not count.
  public var isAnswered: Bool { messages.contains { $0.role == .user } }

  /// The times of the first and the last message.
  var times: (first: Double, last: Double) {
    let times = messages.map(\.time)
    return (times.min() ?? 0, times.max() ?? 0)
  }

  /// The messages that may be remembered.
  var ordinaryMessages: [SessionMessage] { messages.filter { !$0.isSensitive } }
}

extension SessionMessage {
  static let members = JSONObjectForm<SessionMessage>(
    "a message of a session", .required("id", \.id, .filledText),
    .required("role", \.role, .speaker), .required("text", \.text, .text),
    .required("time", \.time, .unixTime), .optional("domain", \.domain, .filledText),
    .optional("is_sensitive", \.isSensitive, .bool, default: false),
    .list("tags", \.tags, .filledText)
  ) {
    SessionMessage(
      id: $0.id, role: $0.role, text: $0.text, time: $0.time, domain: $0.domain,
      isSensitive: $0.isSensitive, tags: $0.tags)
  }
}

extension Session {
  static let members = JSONObjectForm<Session>(
    "a session", .required("id", \.id, .filledText),
    .required("conversation", \.conversation, .filledText),
    .required("kind", \.kind, .conversationKind),
    .required("language", \.language, .languageTag),
    .list("messages", \.messages, SessionMessage.members.form),
    .list("signals", \.signals, DatedSignal.document.form),
    .optional("discovery", \.discovery, DiscoveryProfile.members.form)
  ) {
    Session(
      id: $0.id, conversation: $0.conversation, kind: $0.kind, language: $0.language,
      messages: $0.messages, signals: $0.signals, discovery: $0.discovery)
  }
}
