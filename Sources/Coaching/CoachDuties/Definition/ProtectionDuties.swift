public import CoachModel

/// What an operator's protocol for crises covers.
public struct ProtocolDuty: Sendable, Hashable {
  /// What the protocol is about. The raw values are the words of files.
  public enum Category: String, Sendable, Hashable, CaseIterable {
    /// Thoughts of suicide, and plans.
    case suicide
    /// Hurting one's own body.
    case selfHarm = "self_harm"
    /// Eating that endangers the person.
    case eatingDisorder = "eating_disorder"
    /// Harm to others.
    case harmToOthers = "harm_to_others"
  }

  /// What the protocol is about.
  public var categories: [Category]
  /// Whether people are referred to crisis services.
  public var isReferral: Bool
  /// Whether the protocol is published.
  public var isPublished: Bool
  /// The first day on which it is due.
  public var from: CalendarDay
  /// The section of the law.
  public var section: String

  /// Creates a duty.
  public init(
    _ categories: [Category], isReferral: Bool, isPublished: Bool, from: CalendarDay,
    section: String
  ) {
    self.categories = categories
    self.isReferral = isReferral
    self.isPublished = isPublished
    self.from = from
    self.section = section
  }
}

/// What a law forbids towards minors.
public struct MinorDuty: Sendable, Hashable {
  /// What is forbidden. The raw values are the words of files.
  public enum Prohibition: String, Sendable, Hashable, CaseIterable {
    /// Sexual content, and asking for it.
    case sexualContent = "sexual_content"
    /// Techniques that keep a person in the conversation.
    case engagementTactics = "engagement_tactics"
    /// Acting as a partner or lover.
    case romance
    /// Claiming to be a person.
    case humanClaims = "human_claims"
  }

  /// What is forbidden.
  public var prohibition: Prohibition
  /// Towards whom: ``NoticeDuty/Audience/minors`` in most laws.
  public var audience: NoticeDuty.Audience
  /// The first day on which it is forbidden.
  public var from: CalendarDay
  /// The section of the law.
  public var section: String

  /// Creates a duty.
  public init(
    forbids prohibition: Prohibition, for audience: NoticeDuty.Audience = .minors,
    from: CalendarDay, section: String
  ) {
    self.prohibition = prohibition
    self.audience = audience
    self.from = from
    self.section = section
  }
}
