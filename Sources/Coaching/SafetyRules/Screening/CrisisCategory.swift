/// The category of a crisis that a message signals.
///
/// The raw values are those of the prompts `crisis-check` and `safety-reply`, so that categories pass between code
/// and prompts without a mapping. The cases are in the order in which a reply considers them; an assessment lists its
/// categories in the same order.
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
  /// Starving, purging or fear of eating that endangers the person.
  case eatingDisorder = "eating_disorder"
  /// Voices that command, or a hold on what is real that gives way.
  case psychosis
  /// Danger in pregnancy or in the first year with a baby: dark thoughts about oneself or the child.
  case perinatal

  /// The categories in whose messages the trained part of the screen was fitted.
  package static let trained: [CrisisCategory] = [
    .suicidalThoughts, .selfHarm, .abuse, .harmToOthers, .childAtRisk, .acuteDistress,
  ]
}

/// What somebody said about their situation that decides which help fits, whatever the danger is.
public enum CrisisCircumstance: String, Sendable, Hashable, CaseIterable {
  /// The writer is a child or a teenager.
  case child
  /// Somebody reads the writer's phone.
  case watched
}

/// Who is in danger.
public enum CrisisSubject: String, Sendable, Hashable, CaseIterable {
  /// The author of the message, including one who asks "for a friend".
  case writer
  /// Somebody the author is worried about: help is for them too, and the reply addresses the author.
  case someoneElse = "someone_else"
}
