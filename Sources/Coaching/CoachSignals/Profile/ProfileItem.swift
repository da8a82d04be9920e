public import CoachModel

/// Something that is known about a person, with where it comes from.
public struct ProfileItem: Sendable, Hashable {
  /// Whether an item may be used.
  ///
  /// What was dismissed or deleted is no item any more: a ``Tombstone`` without text keeps it from coming back.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It was inferred, and the person has not said yet whether it is right. It is not used.
    case proposed
    /// The person said it, or confirmed it as it is.
    case confirmed
    /// The person put it into other words.
    case edited
  }

  /// What supports an item, and where it stands.
  public struct Evidence: Sendable, Hashable {
    /// The person's words, verbatim; `nil` if the conversation as a whole supports it.
    public var quote: String?
    /// The id of the conversation in which they were written.
    public var conversation: String
    /// The id of the session.
    public var session: String
    /// The id of the message; `nil` if it is unknown.
    public var message: String?

    /// Creates evidence from a conversation.
    public init(quote: String?, conversation: String, session: String, message: String? = nil) {
      self.quote = quote
      self.conversation = conversation
      self.session = session
      self.message = message
    }
  }

  /// The id of the item, unique in its profile.
  public var id: String
  /// The kind of fact.
  public var category: ProfileCategory
  /// The fact, in the person's words where possible.
  public var text: String
  /// How it was learned.
  public var source: ContextProfile.Item.Source
  /// Whether it may be used.
  public var state: State
  /// The person's day on which it was learned.
  public var learned: CalendarDay
  /// The person's day on which it was last proposed, confirmed or edited.
  public var changed: CalendarDay
  /// How sure the inference was, from 0 to 1; `nil` for what the person said themselves.
  public var confidence: Double?
  /// What supports it; empty for what the person entered themselves.
  public var evidence: [Evidence]
  /// Whether it stays without evidence: the person cleared their history after they had confirmed it.
  public var isKept: Bool

  /// Creates an item.
  public init(
    id: String, category: ProfileCategory, text: String, source: ContextProfile.Item.Source,
    state: State, learned: CalendarDay, changed: CalendarDay? = nil, confidence: Double? = nil,
    evidence: [Evidence] = [], isKept: Bool = false
  ) {
    self.id = id
    self.category = category
    self.text = text
    self.source = source
    self.state = state
    self.learned = learned
    self.changed = changed ?? learned
    self.confidence = confidence
    self.evidence = evidence
    self.isKept = isKept
  }

  /// Whether the item may be used, in prompts and elsewhere.
  public var isUsable: Bool { state != .proposed }
}

/// A statement about a person that a conversation suggests, before it is part of their profile.
public struct ProfileDraft: Sendable, Hashable {
  /// The kind of fact.
  public var category: ProfileCategory
  /// The fact, in the person's words where possible.
  public var text: String
  /// How it was learned.
  public var source: ContextProfile.Item.Source
  /// How sure the inference is, from 0 to 1.
  public var confidence: Double
  /// What supports it.
  public var evidence: [ProfileItem.Evidence]

  /// Creates a draft.
  public init(
    category: ProfileCategory, text: String, source: ContextProfile.Item.Source,
    confidence: Double, evidence: [ProfileItem.Evidence]
  ) {
    self.category = category
    self.text = text
    self.source = source
    self.confidence = confidence
    self.evidence = evidence
  }
}
