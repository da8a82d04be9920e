/// A field of a persona, in the order in which a creator fills them in.
public enum PersonaField: String, Sendable, Hashable, CaseIterable {
  /// The coach's name.
  case name
  /// The coach's purpose.
  case domain
  /// How the coach sounds.
  case tone
  /// How the coach works.
  case methodology
  /// Who the coach is.
  case personality
}
