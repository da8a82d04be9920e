/// A coaching domain as its YAML file describes it.
public struct DomainConfig: Sendable, Hashable {
  /// The file's name without ending, such as `career`.
  public var id: String
  /// The name that people see.
  public var name: String
  /// One or two sentences for an operator.
  public var description: String
  /// How the coach sounds here.
  public var tone: String
  /// Which ways of working it uses, and in which order.
  public var methodology: String
  /// Who the coach is here.
  public var personality: String
  /// The part of the system prompt that is special to the domain.
  public var promptSection: String
  /// What tells that a message belongs here.
  public var routing: RoutingSignals
  /// Rules for the coach that hold in this domain only.
  public var guardrails: [String]
  /// The style to begin with when nothing is known of the person.
  public var style: StyleDefaults
  /// Openings that a person may tap.
  public var starters: [String]
}

/// The four style dimensions of a domain, each from -1 (the first word) to 1 (the second).
public struct StyleDefaults: Sendable, Hashable {
  /// Direct or exploratory.
  public var directExploratory: Double
  /// Brief or detailed.
  public var briefDetailed: Double
  /// Towards action or towards reflection.
  public var actionReflective: Double
  /// Challenging or supportive.
  public var challengingSupportive: Double
}
