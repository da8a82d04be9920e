/// What should happen to a persona. The raw words are those of the prompt `persona-review`.
public enum PersonaVerdict: String, Sendable, Hashable, CaseIterable, Comparable {
  /// It may be published.
  case approve
  /// Other words would mend it, or somebody has to look at it: it is not published as it stands.
  case revise
  /// It is built on what breaks a rule, or hides it.
  case reject

  private var rank: Int {
    switch self {
    case .approve: 0
    case .revise: 1
    case .reject: 2
    }
  }

  /// Whether one is less grave than another.
  public static func < (left: PersonaVerdict, right: PersonaVerdict) -> Bool {
    left.rank < right.rank
  }
}
