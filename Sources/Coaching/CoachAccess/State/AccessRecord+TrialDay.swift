public import CoachModel

extension AccessRecord {
  /// Returns the day of the trial at a time in seconds since 1970; `nil` if no trial is running.
  public func trialDay(at unixTime: Double, policy: AccessPolicy = .standard) -> TrialDay? {
    guard case .trial(let trial) = standing(at: unixTime, policy) else { return nil }
    let length = 86_400.0
    let days = Int((policy.trialLength / length).rounded(.up))
    let day = Int(max(0, unixTime - trial.startedAt) / length) + 1
    return TrialDay(day: min(day, days), days: days)
  }
}
