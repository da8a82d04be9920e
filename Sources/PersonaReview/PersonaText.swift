public import SafetyRules

/// What a creator has written of a persona, as it is reviewed.
///
/// The same words as a persona that a coach is given; this module knows no other part of one.
public struct PersonaText: Sendable, Hashable {
  /// What the coach is called.
  public var name: String
  /// What it is made for, in the creator's words.
  public var domain: String?
  /// How it sounds.
  public var tone: String
  /// How it works.
  public var methodology: String
  /// Who it is.
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

  /// The words of a field; nil for a domain that is not given.
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
