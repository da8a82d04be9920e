package import Documents

/// A day of a trial: "day 2 of 3".
public struct TrialDay: Sendable, Hashable {
  /// The day, from 1. Days of a trial begin at the hour at which it was bought.
  public let day: Int
  /// The number of days.
  public let days: Int

  /// Whether no day comes after it.
  public var isLast: Bool { day >= days }

  init(day: Int, days: Int) {
    self.day = day
    self.days = days
  }
}

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

extension TrialDay {
  package static let members = JSONObjectForm<TrialDay>(
    "a day of a trial", .required("day", \.day, .integer(from: 1)),
    .required("days", \.days, .integer(from: 1))
  ) { TrialDay(day: $0.day, days: $0.days) }
}
