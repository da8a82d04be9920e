/// How a conversation is gone through again.
public enum ReplayMode: String, Sendable, Hashable, CaseIterable {
  /// Nothing is generated: the coach's messages are graded as they were written.
  case recorded
  /// Each coach message is generated against the recorded history.
  case nextTurn = "next-turn"
  /// The whole conversation is generated: the coach's own replies become the history, the person says what
  /// was recorded.
  case conversation
  /// The whole conversation is generated, and a model plays the person.
  case simulated
}
