/// What a message that signals a crisis is about.
///
/// The raw words are those of the prompts `crisis-check` and `safety-reply`, so that a category crosses
/// between code and prompt without a table in between. The order is the one in which a reply thinks of
/// them; an assessment lists its categories in it.
public enum CrisisCategory: String, Sendable, Hashable, CaseIterable {
  /// Wanting to be dead, or meaning to end one's life.
  case suicidalThoughts = "suicidal_thoughts"
  /// Hurting one's own body on purpose.
  case selfHarm = "self_harm"
  /// Someone hits, forces, threatens or controls the person.
  case abuse
  /// The person means, or fears, to hurt someone.
  case harmToOthers = "harm_to_others"
  /// A child or teenager is hurt or unsafe, the person included.
  case childAtRisk = "child_at_risk"
  /// Panic or despair that leaves no way through the day.
  case acuteDistress = "acute_distress"
}
