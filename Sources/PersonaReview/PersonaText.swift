public import SafetyRules

/// The text that a creator wrote for a persona, as it is reviewed.
///
/// It is the same text as that of a persona that a coach is given; this module knows no other part of one.
public struct PersonaText: Sendable, Hashable {
  /// The coach's name.
  public var name: String
  /// The coach's purpose, in the creator's words; `nil` if it is not given.
  public var domain: String?
  /// How the coach sounds.
  public var tone: String
  /// How the coach works.
  public var methodology: String
  /// Who the coach is.
  public var personality: String

  /// Creates a persona's text.
  public init(
    name: String, domain: String? = nil, tone: String, methodology: String, personality: String
  ) {
    self.name = name
    self.domain = domain
    self.tone = tone
    self.methodology = methodology
    self.personality = personality
  }

  /// The text of a field; `nil` for a domain that is not given.
  public subscript(field: PersonaField) -> String? {
    switch field {
    case .name: name
    case .domain: domain
    case .tone: tone
    case .methodology: methodology
    case .personality: personality
    }
  }
}
