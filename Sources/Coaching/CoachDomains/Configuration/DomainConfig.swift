public import CoachModel

/// A coaching domain as described by its YAML file.
public struct DomainConfig: Sendable, Hashable {
  /// The identifier, equal to the file name without its extension, such as `career`.
  public var id: String
  /// The name shown to people.
  public var name: String
  /// A description for operators in one or two sentences. Models that classify messages read it, too.
  public var description: String
  /// The coach's tone of voice in this domain.
  public var tone: String
  /// The coaching methods, in the order in which they are used.
  public var methodology: String
  /// The coach's character in this domain.
  public var personality: String
  /// The part of the system prompt that is specific to the domain.
  public var promptSection: String
  /// The words and examples by which messages are routed to this domain.
  public var routing: RoutingSignals
  /// Rules for the coach that apply only in this domain.
  public var guardrails: [String]
  /// The default coaching style, for a person without a known preference.
  public var style: StylePreference
  /// Conversation starters that a person may tap.
  public var starters: [String]
}
