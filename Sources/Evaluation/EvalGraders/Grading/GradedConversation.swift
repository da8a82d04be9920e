public import CoachModel
public import CoachSafety
package import CoachTranscripts
public import LanguageModels
public import PromptTemplates
public import StreamParsing

/// The input of graders: the coach messages to judge with their context.
public struct GradedConversation: Sendable {
  /// The transcript that the messages come from, or that they were generated for.
  public var transcript: Transcript
  /// The coach messages to judge, in order.
  public var messages: [CoachMessage]
  /// The reply contract of the prompt: its tags and their payloads.
  public var contract: ReplyContract
  /// The number of coach messages in the conversation, whether they are judged or not.
  public var length: Int
  /// The earlier sessions of the person, and what of them the conversation needs; `nil` for a conversation that stands by
  /// itself.
  package var history: PersonHistory?
  /// The task that the messages are replies to; `nil` for the messages of a conversation.
  package var task: GradedTask?
  /// The tools that were declared for the replies.
  package var tools: [ToolDeclaration] = []
  /// The verdicts of an earlier grading of the same messages, from which a grader may take what it measured.
  package var earlierGrades: [Grade] = []

  /// Creates a conversation; `length` defaults to the number of coach messages in the transcript.
  public init(
    transcript: Transcript, messages: [CoachMessage], contract: ReplyContract, length: Int? = nil
  ) {
    self.transcript = transcript
    self.messages = messages
    self.contract = contract
    self.length = length ?? transcript.coachPositions.count
  }

  /// Returns what the person read of the coach's messages before a message, without tags, oldest first.
  func coachTexts(before message: CoachMessage) -> [String] {
    message.history.filter { $0.role == .assistant }.map { visibleText(of: $0.text) }
  }

  /// Returns what the person reads of a coach message as it was written.
  func visibleText(of written: String) -> String {
    ReplyTagParser.parse(written, declarations: contract.tags).visibleText
  }
}

/// A message of the coach with what preceded it.
public struct CoachMessage: Sendable {
  /// The message's number among the coach messages of the conversation, from 1.
  public var number: Int
  /// The parsed reply, as it was written: text and tags.
  public var events: [ReplyEvent]
  /// The conversation before the message, oldest message first.
  public var history: ArraySlice<Message>
  /// The coach message recorded at this place when the conversation took place, tags included; `nil` if there is
  /// none.
  public var recorded: String?
  /// The time and cost of generating the message; `nil` for a written message.
  public var effort: CoachMessageEffort?

  /// What the product's guardrails found in the reply; empty if they did not read it.
  public var findings: [ReplyFinding]
  /// The tools that the model asked to call, in order; `nil` if that is not known: the message was written, or generated
  /// without tools.
  public var toolCalls: [ToolCall]?

  /// Creates a message; ``visibleText`` is derived from the events, unless guardrails made it another.
  public init(
    number: Int, events: [ReplyEvent], history: ArraySlice<Message>, recorded: String? = nil,
    effort: CoachMessageEffort? = nil, visibleText: String? = nil, findings: [ReplyFinding] = [],
    toolCalls: [ToolCall]? = nil
  ) {
    self.number = number
    self.events = events
    self.history = history
    self.recorded = recorded
    self.effort = effort
    self.findings = findings
    self.toolCalls = toolCalls
    self.visibleText = visibleText ?? events.visibleText
  }

  /// The text that the person reads, without tags.
  public let visibleText: String

  /// The person's message just before this one; `nil` if the message before it is not the person's, or there is none.
  public var personBefore: String? {
    history.last.flatMap { $0.role == .user ? $0.text : nil }
  }

  /// Whether the reply has a tag that is not inline, valid or not.
  public var hasSignal: Bool {
    events.tags.contains { tag in
      if case .inline = tag.content { false } else { true }
    }
  }
}

/// The time and cost of generating a message.
public struct CoachMessageEffort: Sendable, Hashable {
  /// Seconds until the first content; `nil` if it was not measured: a cached or replayed reply has no latency.
  public var timeToFirstToken: Double?
  /// Seconds until the end of the reply; `nil` if it was not measured.
  public var seconds: Double?
  /// The tokens used; counts that the provider does not report are `nil`.
  public var usage: TokenUsage?
  /// The cost in dollars; `nil` if the price or the token counts are unknown.
  public var dollars: Double?

  /// Creates a record of time and cost; what is `nil` is unknown.
  public init(
    timeToFirstToken: Double? = nil, seconds: Double? = nil, usage: TokenUsage? = nil,
    dollars: Double? = nil
  ) {
    self.timeToFirstToken = timeToFirstToken
    self.seconds = seconds
    self.usage = usage
    self.dollars = dollars
  }
}
