/// A field of a persona, in the order in which a creator fills them in.
public enum PersonaField: String, Sendable, Hashable, CaseIterable {
  /// The name under which the coach presents itself.
  case name
  /// The field that the coach is made for.
  case domain
  /// How the coach sounds.
  case tone
  /// How the coach works.
  case methodology
  /// Who the coach is.
  case personality
}
