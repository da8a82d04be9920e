/// How prominently a person's message count is shown.
public enum UsageTier: String, Sendable, Hashable, CaseIterable {
  /// The count is not shown.
  case silent
  /// The count is mentioned in passing.
  case gentle
  /// The person is clearly told that few messages are left.
  case prominent
  /// All messages are used; the current one was the last.
  case exhausted = "blocked"
}
