import CoachAccess
import CoachModel

extension TurnInputs {
  /// Returns the text for a person who may not write at present.
  func text(for refusal: AccessRefusal) -> String {
    switch refusal {
    case .paywall: return text(.refusalPaywall)
    case .trialEnded(.days): return text(.refusalTrialDaysOver)
    case .trialEnded(.messages): return text(.refusalTrialMessagesOver)
    case .trialEnded(.cancelled): return text(.refusalTrialCancelled)
    case .periodLimit(let resetsAt):
      return text(
        .refusalPeriodLimit, with: CopyValues(date: resetsAt.map { CalendarDay(unixTime: $0) }))
    case .lapsed: return text(.refusalLapsed)
    case .rateLimited: return text(.refusalRateLimited)
    }
  }

  /// Returns the text on the state of an allowance; `nil` while there is no need to speak of it.
  func text(for notice: UsageNotice) -> String? {
    let key: CopyKey? =
      switch (notice.tier, notice.isTrial) {
      case (.exhausted, true): .usageTrialUsedUp
      case (.exhausted, false): .usageUsedUp
      case (_, true): notice.trialDay?.isLast ?? false ? .usageTrialLastDay : .usageTrial
      case (.prominent, false): .usageProminent
      case (.gentle, false): .usageGentle
      case (.silent, false): nil
      }
    return key.map {
      text(
        $0,
        with: CopyValues(
          count: notice.remaining, limit: notice.limit,
          date: notice.resetsAt.map { CalendarDay(unixTime: $0) }, day: notice.trialDay?.day,
          days: notice.trialDay?.days))
    }
  }
}
