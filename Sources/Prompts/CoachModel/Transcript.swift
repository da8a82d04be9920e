/// A recorded or written conversation with its metadata.
public struct Transcript: Sendable, Hashable {
  /// Whether the transcript is a good example or a deliberately flawed one.
  public enum Quality: String, Sendable, Hashable, CaseIterable {
    /// The coach follows the rules.
    case good
    /// The coach deliberately breaks the rules listed in ``Transcript/flaws``.
    case flawed
    /// Not assessed; imported transcripts start with this value.
    case unrated
  }

  /// How a conversation ends.
  public enum Ending: Sendable, Hashable {
    /// The conversation reaches the end that its kind provides for.
    case complete
    /// The conversation ends earlier, for the given reason.
    case stopped(reason: String)
  }

  /// A rule that a flawed transcript breaks: a label that graders are tested against.
  public struct Flaw: Sendable, Hashable {
    /// The grader that must detect the flaw.
    public var grader: String
    /// The number of the coach message, from 1; `nil` if the flaw concerns the conversation as a whole.
    public var coachMessage: Int?

    /// Creates a flaw label for a grader, optionally limited to one coach message.
    public init(grader: String, coachMessage: Int?) {
      self.grader = grader
      self.coachMessage = coachMessage
    }
  }

  /// The identifier: unique in its folder, and stable.
  public var id: String
  /// A one-line title for readers.
  public var title: String
  /// What the conversation is for.
  public var kind: ConversationKind
  /// The origin: `written` for hand-written texts, otherwise how the conversation was recorded.
  public var origin: String
  /// Whether the transcript is a good example or a deliberately flawed one.
  public var quality: Quality
  /// The main domain of the conversation.
  public var domain: String
  /// A BCP 47 language tag.
  public var language: String
  /// The id of the person's profile.
  public var person: String
  /// The cluster of transcripts that share something, such as a person or a template.
  ///
  /// Transcripts of one cluster count as one observation when intervals are computed. `nil` means that the
  /// transcript is a cluster of its own.
  public var cluster: String?
  /// Labels to filter by.
  public var tags: [String]
  /// How the conversation ends.
  public var ending: Ending
  /// The flaws that the transcript was written with, for testing graders; empty for a good one.
  public var flaws: [Flaw]
  /// The messages in chronological order.
  public var messages: [Message]

  /// Creates a transcript. By default it is complete and has no cluster, tags or flaws.
  public init(
    id: String, title: String, kind: ConversationKind, origin: String, quality: Quality,
    domain: String,
    language: String, person: String, cluster: String? = nil, tags: [String] = [],
    ending: Ending = .complete, flaws: [Flaw] = [], messages: [Message]
  ) {
    self.id = id
    self.title = title
    self.kind = kind
    self.origin = origin
    self.quality = quality
    self.domain = domain
    self.language = language
    self.person = person
    self.cluster = cluster
    self.tags = tags
    self.ending = ending
    self.flaws = flaws
    self.messages = messages
  }
}

extension Transcript {
  /// The indices in ``messages`` of the coach's messages.
  public var coachPositions: [Int] {
    messages.indices.filter { messages[$0].role == .assistant }
  }
}
