/// The outcome of a persona's review, with the raw values of the prompt `persona-review`.
public enum PersonaVerdict: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The persona may be published.
  case approve
  /// The persona needs other wording or a manual review before it can be published.
  case revise
  /// The persona is built on what breaks a rule, or hides it.
  case reject

  private var rank: Int {
    switch self {
    case .approve: 0
    case .revise: 1
    case .reject: 2
    }
  }

  /// Returns whether the left verdict is less severe than the right one.
  public static func < (left: PersonaVerdict, right: PersonaVerdict) -> Bool {
    left.rank < right.rank
  }
}

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
