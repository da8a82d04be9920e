public import Conversations
public import PromptTemplates
public import StreamParsing

/// Judges one thing about a conversation. One grader a file; its summary is what reports show.
public protocol Grader: Sendable {
  /// The name in suites and reports, such as `one-question`.
  var id: String { get }
  /// What it demands, in one sentence.
  var summary: String { get }

  /// The verdicts: one for each coach message it applies to, or one for the whole conversation.
  func grade(_ conversation: GradedConversation) -> [Grade]
}

/// One verdict.
public struct Grade: Sendable, Hashable, Codable {
  /// The grader's id.
  public var grader: String
  /// The coach message, from 1; nil for the conversation as a whole.
  public var message: Int?
  /// Whether the demand is met.
  public var isPass: Bool
  /// What was found, for a person; nil for a plain pass.
  public var reason: String?

  /// Creates a verdict.
  public init(grader: String, message: Int?, isPass: Bool, reason: String? = nil) {
    self.grader = grader
    self.message = message
    self.isPass = isPass
    self.reason = reason
  }
}

/// What graders look at: the coach's messages with what surrounds them.
public struct GradedConversation: Sendable {
  /// The transcript that the messages are from, or that they were generated against.
  public var transcript: Transcript
  /// The coach's messages that are to be judged, in order.
  public var messages: [CoachMessage]
  /// What the prompt allows in a reply.
  public var contract: ReplyContract

  /// Creates a conversation.
  public init(transcript: Transcript, messages: [CoachMessage], contract: ReplyContract) {
    self.transcript = transcript
    self.messages = messages
    self.contract = contract
  }
}

/// One message of the coach.
public struct CoachMessage: Sendable {
  /// Its number among the coach's messages, from 1.
  public var number: Int
  /// What it turned into.
  public var events: [ReplyEvent]
  /// What the person had said just before; nil when the coach speaks first.
  public var personBefore: String?

  /// Creates a message.
  public init(number: Int, events: [ReplyEvent], personBefore: String?) {
    self.number = number
    self.events = events
    self.personBefore = personBefore
  }

  /// What the person reads.
  public var visibleText: String { events.visibleText }

  /// Whether it carries a signal, whatever its payload.
  public var hasSignal: Bool {
    events.tags.contains { tag in
      if case .inline = tag.content { false } else { true }
    }
  }
}

extension Grader {
  /// Judges message by message; nil from `check` means the demand is met.
  func eachMessage(
    of conversation: GradedConversation, _ check: (CoachMessage) -> String?
  ) -> [Grade] {
    conversation.messages.map { message in
      let reason = check(message)
      return Grade(grader: id, message: message.number, isPass: reason == nil, reason: reason)
    }
  }
}
