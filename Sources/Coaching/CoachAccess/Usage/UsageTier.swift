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

  /// Creates the tier after a message. `used` includes that message.
  ///
  /// The percentage of the limit is rounded down: 639 of 800 are 79 %.
  public init(used: Int, limit: Int, policy: AccessPolicy = .standard) {
    guard used < limit else {
      self = .exhausted
      return
    }
    // Full-width arithmetic cannot overflow, however large the limit is.
    let hundredfold = max(0, used).multipliedFullWidth(by: 100)
    let percent = max(1, limit).dividingFullWidth(hundredfold).quotient
    self =
      percent >= policy.prominentPercent
      ? .prominent : percent >= policy.gentlePercent ? .gentle : .silent
  }
}
