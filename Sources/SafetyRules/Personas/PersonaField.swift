/// A part of a persona, in the order in which a creator writes them.
public enum PersonaField: String, Sendable, Hashable, CaseIterable {
  /// What the coach is called.
  case name
  /// What it is made for.
  case domain
  /// How it sounds.
  case tone
  /// How it works.
  case methodology
  /// Who it is.
  case personality
}
