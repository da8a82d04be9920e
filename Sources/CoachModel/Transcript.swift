/// A conversation that took place or was written down, with what is known about it.
public struct Transcript: Sendable, Hashable {
  /// Which of the product's conversations it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The free first conversation.
    case discovery
    /// The paid conversations after it.
    case coaching
  }

  /// Whether the coach in it is meant to be an example or a warning.
  public enum Quality: String, Sendable, Hashable, CaseIterable {
    /// Keeps the rules.
    case good
    /// Breaks the rules that ``Transcript/flaws`` lists, on purpose.
    case flawed
    /// Nobody has said; what was imported begins as this.
    case unrated
  }

  /// How it comes to its end.
  public enum Ending: Sendable, Hashable {
    /// It reaches the end that its kind has.
    case complete
    /// It ends before that, for the reason given.
    case stopped(reason: String)
  }

  /// A rule that a flawed transcript breaks: the label that a grader is held against.
  public struct Flaw: Sendable, Hashable {
    /// The grader that must notice.
    public var grader: String
    /// The coach message, from 1; nil when the flaw is in the conversation as a whole.
    public var coachMessage: Int?

    /// Creates a label.
    public init(grader: String, coachMessage: Int?) {
      self.grader = grader
      self.coachMessage = coachMessage
    }
  }

  /// A name that is unique in its folder and never changes.
  public var id: String
  /// One line for a reader.
  public var title: String
  /// Which conversation it is.
  public var kind: Kind
  /// Where it comes from: `written` for texts made by hand, otherwise how it was recorded.
  public var origin: String
  /// Whether the coach in it is an example or a warning.
  public var quality: Quality
  /// The domain it is mostly about.
  public var domain: String
  /// A BCP 47 language tag.
  public var language: String
  /// The id of the person's profile.
  public var person: String
  /// What it shares with others (a person, a template): those with the same cluster count as one
  /// observation when it is asked how sure a result is. Nil stands for itself.
  public var cluster: String?
  /// Labels to filter by.
  public var tags: [String]
  /// How it ends.
  public var ending: Ending
  /// What is wrong with it on purpose.
  public var flaws: [Flaw]
  /// What was said, in order.
  public var messages: [Message]

  /// Creates a transcript.
  public init(
    id: String, title: String, kind: Kind, origin: String, quality: Quality, domain: String,
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
  /// The positions in ``messages`` at which the coach speaks.
  public var coachPositions: [Int] {
    messages.indices.filter { messages[$0].role == .assistant }
  }
}
