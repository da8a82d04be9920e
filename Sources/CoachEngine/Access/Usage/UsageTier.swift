/// How much is made of a person's count.
public enum UsageTier: String, Sendable, Hashable, CaseIterable {
  /// Nothing is said.
  case silent
  /// It is mentioned.
  case gentle
  /// It is said plainly.
  case prominent
  /// All is used: this was the last message.
  case blocked

  /// The tier after a message, with that message among the used ones.
  ///
  /// By whole percent of the limit, rounded down: 639 of 800 are 79 %.
  public init(used: Int, limit: Int, policy: AccessPolicy = .standard) {
    guard used < limit else {
      self = .blocked
      return
    }
    // In twice the width, so that no limit is too large.
    let hundredfold = max(0, used).multipliedFullWidth(by: 100)
    let percent = max(1, limit).dividingFullWidth(hundredfold).quotient
    self =
      percent >= policy.prominentPercent
      ? .prominent : percent >= policy.gentlePercent ? .gentle : .silent
  }
}
