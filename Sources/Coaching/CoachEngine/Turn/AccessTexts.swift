import CoachAccess
import CoachModel
import CoachSignals

/// The texts about what a person has bought and how much of it is left, in their language.
struct AccessTexts: Sendable {
  let copy: MessageCatalog
  let language: String
  let prices: AccessPrices
  /// The time zone of the days that are named.
  var zone = TimeZoneRules.utc

  /// Returns the text for a person who may not write at present. It sells nothing to a person who may be in danger.
  func text(for refusal: AccessRefusal, isNearDanger: Bool = false) -> String {
    switch refusal {
    case .rateLimited: return text(.refusalRateLimited)
    case _ where isNearDanger: return text(.refusalNearDanger)
    case .paywall: return text(.refusalPaywall)
    case .trialEnded(.days, _): return text(.refusalTrialDaysOver)
    case .trialEnded(.messages, let resetsAt):
      return text(.refusalTrialMessagesOver, CopyValues(date: day(resetsAt)))
    case .trialEnded(.cancelled, _): return text(.refusalTrialCancelled)
    case .periodLimit(let resetsAt):
      return text(.refusalPeriodLimit, CopyValues(date: day(resetsAt)))
    case .lapsed: return text(.refusalLapsed)
    }
  }

  /// The number of messages left of a trial from which on the text below an answer says so: a count below every answer would
  /// be a meter that runs while a person tells what hurts.
  private static let trialCountdown = 10

  /// Returns the text below an answer; `nil` while there is no need to speak of the allowance.
  ///
  /// Of a trial it speaks near its end only. The count itself is in the event of every answer, for an app that shows it.
  func textBelowAnswer(on limits: ClientLimits) -> String? {
    let isEarly =
      limits.isTrial && limits.remaining > Self.trialCountdown
      && !(limits.trialDay?.isLast ?? false)
    return isEarly ? nil : text(for: limits)
  }

  /// Returns the text on the state of an allowance; `nil` while there is no need to speak of it.
  func text(for limits: ClientLimits) -> String? {
    let key: CopyKey? =
      switch (limits.tier, limits.isTrial) {
      case (.exhausted, true): .usageTrialUsedUp
      case (.exhausted, false): .usageUsedUp
      case (_, true) where limits.trialDay?.isLast ?? false:
        limits.resetsAt == nil ? .usageTrialLastDay : .usageTrialLastDayRenews
      case (_, true): .usageTrial
      case (.prominent, false): .usageProminent
      case (.gentle, false): .usageGentle
      case (.silent, false): nil
      }
    guard let key else { return nil }
    return text(
      key,
      CopyValues(
        count: limits.remaining, limit: limits.limit, date: day(limits.resetsAt),
        day: limits.trialDay?.day, days: limits.trialDay?.days,
        price: prices.words(in: language).period))
  }

  /// Returns how many messages of a trial are left; `nil` outside of one.
  func detail(for limits: ClientLimits) -> String? {
    guard limits.isTrial else { return nil }
    return text(.usageTrialDetail, CopyValues(count: limits.remaining, limit: limits.limit))
  }

  /// Returns the line of prices for a paywall: without the trial's if there is none to start; `nil` if no price is set.
  func priceLine(offersTrial: Bool) -> String? {
    let words = prices.words(in: language)
    guard let period = words.period, let trial = words.trial, offersTrial else {
      return offersTrial ? words.period ?? words.trial : words.period
    }
    return text(.productPriceLine, CopyValues(price: period, trialPrice: trial))
  }

  private func day(_ time: Double?) -> CalendarDay? { time.map { zone.day(at: $0) } }

  private func text(_ key: CopyKey, _ values: CopyValues = CopyValues()) -> String {
    copy.text(key, in: language, with: values)
  }
}

extension TurnInputs {
  /// The texts about access, with days of the person's time zone if their record says it.
  var accessTexts: AccessTexts {
    let zone = request.record?.timeZone.flatMap { try? TimeZoneRules(named: $0) }
    return AccessTexts(
      copy: copy, language: request.person.language, prices: configuration.prices,
      zone: zone ?? .utc)
  }
}
