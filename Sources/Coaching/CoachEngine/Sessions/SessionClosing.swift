public import CoachSignals

/// What the end of a session brings, with the calls that it took.
public struct SessionClosing: Sendable, Hashable {
  /// What to apply to the person's record.
  public var outcome: SessionOutcome
  /// The calls of models.
  public var calls: [TurnCall] = []
  /// Tasks that failed, in words for operators. What they would have brought is missing; the session counts all the same.
  public var problems: [String] = []
  /// The tasks that failed, each with the kind of failure and without anybody's words, for the log.
  public var causes: [String] = []
}

/// Patterns that were found over several sessions, with the calls that it took.
public struct PatternRefresh: Sendable, Hashable {
  /// The themes with the sessions that show them.
  public var themes: [PatternTheme] = []
  /// Signs of growth.
  public var growth: [String] = []
  /// Notes on how to talk with the person.
  public var styleNotes: [String] = []
  /// The calls of models.
  public var calls: [TurnCall] = []
  /// Why a model's answer could not be used; empty if it could.
  public var problems: [String] = []
  /// The tasks that failed, each with the kind of failure and without anybody's words, for the log.
  public var causes: [String] = []
}
