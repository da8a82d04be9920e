public import CoachModel
public import PromptTemplates
public import StreamParsing

/// What graders look at: the coach's messages with what surrounds them.
public struct GradedConversation: Sendable {
  /// The transcript that the messages are from, or that they were generated against.
  public var transcript: Transcript
  /// The coach's messages that are to be judged, in order.
  public var messages: [CoachMessage]
  /// What the prompt allows in a reply.
  public var contract: ReplyContract
  /// How many coach messages the conversation has, whether they are judged or not.
  public var length: Int

  /// Creates a conversation; without a length it is as long as its transcript.
  public init(
    transcript: Transcript, messages: [CoachMessage], contract: ReplyContract, length: Int? = nil
  ) {
    self.transcript = transcript
    self.messages = messages
    self.contract = contract
    self.length = length ?? transcript.coachPositions.count
  }
}

/// One message of the coach.
public struct CoachMessage: Sendable {
  /// Its number among the coach's messages, from 1.
  public var number: Int
  /// What it turned into.
  public var events: [ReplyEvent]
  /// What was said before it, the last message last.
  public var history: ArraySlice<Message>
  /// What the coach had said here when the conversation took place; nil where nothing was recorded.
  public var recorded: String?
  /// What producing it took; nil for a written message.
  public var effort: CoachMessageEffort?

  /// Creates a message.
  public init(
    number: Int, events: [ReplyEvent], history: ArraySlice<Message>, recorded: String? = nil,
    effort: CoachMessageEffort? = nil
  ) {
    self.number = number
    self.events = events
    self.history = history
    self.recorded = recorded
    self.effort = effort
    visibleText = events.visibleText
  }

  /// What the person reads.
  public let visibleText: String

  /// What the person had said just before; nil when the coach speaks first.
  public var personBefore: String? {
    history.last.flatMap { $0.role == .user ? $0.text : nil }
  }

  /// Whether it carries a signal, whatever its payload.
  public var hasSignal: Bool {
    events.tags.contains { tag in
      if case .inline = tag.content { false } else { true }
    }
  }
}

/// What a generated message took.
public struct CoachMessageEffort: Sendable, Hashable {
  /// Seconds until the first content; nil where nothing was measured: a cached or replayed reply has no
  /// latency.
  public var firstContentSeconds: Double?
  /// Seconds until the end; nil likewise.
  public var seconds: Double?
  /// Tokens; what the provider did not count is nil.
  public var usage: TokenUsage?
  /// Dollars; nil when the price or the tokens are not known.
  public var dollars: Double?

  /// Creates a note of what a message took.
  public init(
    firstContentSeconds: Double? = nil, seconds: Double? = nil, usage: TokenUsage? = nil,
    dollars: Double? = nil
  ) {
    self.firstContentSeconds = firstContentSeconds
    self.seconds = seconds
    self.usage = usage
    self.dollars = dollars
  }
}
