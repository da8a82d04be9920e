import Documents

/// That a person told of a step forward on one of their goals, without their words: those are in the message.
public struct GoalMention: Sendable, Hashable {
  /// The id of the goal in the person's profile.
  public var goal: String
  /// The id of the message in which they told of it.
  public var message: String

  /// Creates a mention.
  public init(goal: String, message: String) {
    self.goal = goal
    self.message = message
  }
}

extension GoalMention {
  static let members = JSONObjectForm<GoalMention>(
    "a mention of progress", .required("goal", \.goal, .filledText),
    .required("message", \.message, .filledText)
  ) { GoalMention(goal: $0.goal, message: $0.message) }
}
