/// How the conversation of a transcript is replayed.
public enum ReplayMode: String, Sendable, Hashable, CaseIterable {
  /// Nothing is generated; the coach's messages are graded as they were written.
  case recorded
  /// Each coach message is generated from the recorded history.
  case nextTurn = "next-turn"
  /// The whole conversation is generated: the coach's own replies become the history, and the person says what
  /// was recorded.
  case conversation
  /// The whole conversation is generated, with a model that plays the person.
  case simulated
}
