package import Documents

/// How often a person recently told of a step forward on one of their goals.
public struct GoalProgress: Sendable, Hashable {
  /// The id of the goal in the person's profile.
  public var id: String
  /// The goal, in the words of the profile.
  public var goal: String
  /// The number of recent sessions in which they told of progress; at least 1.
  public var sessions: Int
  /// The day of the last of these sessions, in the form `2026-03-31`.
  public var last: String

  /// Creates the progress of a goal.
  public init(id: String, goal: String, sessions: Int, last: String) {
    self.id = id
    self.goal = goal
    self.sessions = sessions
    self.last = last
  }
}

extension GoalProgress {
  package static let members = JSONObjectForm<GoalProgress>(
    "the progress of a goal", .required("id", \.id, .filledText),
    .required("goal", \.goal, .filledText),
    .required("sessions", \.sessions, .integer(from: 1)), .required("last", \.last, .filledText)
  ) { GoalProgress(id: $0.id, goal: $0.goal, sessions: $0.sessions, last: $0.last) }
}
