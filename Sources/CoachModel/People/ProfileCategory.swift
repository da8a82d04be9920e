/// The kind of what is known about a person.
///
/// `values`, `goals` and `situation` come from what a person says or confirms; the others are fields of a discovery
/// conversation and are named like them.
public enum ProfileCategory: String, Sendable, Hashable, CaseIterable {
  /// What matters to the person.
  case values
  /// What the person wants to achieve.
  case goals
  /// The circumstances that the person lives in.
  case situation
  /// The person's current difficulties.
  case challenges = "current_challenges"
  /// The person's usual mood.
  case mood = "emotional_baseline"
  /// How the person prefers to communicate.
  case communication = "communication_style"
  /// The themes the person kept returning to.
  case themes = "key_themes"
  /// Strengths the person showed.
  case strengths = "strengths_identified"
  /// The future the person would like.
  case vision
  /// The pattern the person had not noticed before.
  case insight = "aha_insight"
  /// The id of a domain that suits the person.
  case domain = "coaching_domains"
}
