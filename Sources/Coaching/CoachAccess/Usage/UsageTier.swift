public import CoachModel

extension UsageTier {
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
