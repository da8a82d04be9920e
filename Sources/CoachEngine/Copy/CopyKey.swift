/// The keys of the texts in a ``MessageCatalog``.
///
/// The raw value is the key in the file. To add a text, add a case here and an entry in `copy.yaml`.
public enum CopyKey: String, Sendable, Hashable, CaseIterable {
  // MARK: Refusals

  /// Too many messages were sent in a short time.
  case refusalRateLimited = "refusal.rate_limited"
  /// Discovery is complete and nothing was bought.
  case refusalPaywall = "refusal.paywall"
  /// The duration of the trial is over.
  case refusalTrialDaysOver = "refusal.trial_days_over"
  /// All messages of the trial are used.
  case refusalTrialMessagesOver = "refusal.trial_messages_over"
  /// The person ended the trial.
  case refusalTrialCancelled = "refusal.trial_cancelled"
  /// All messages of a paid period are used; `date` is the day on which the next period starts.
  case refusalPeriodLimit = "refusal.period_limit"
  /// The subscription has ended: the person can read but not write.
  case refusalLapsed = "refusal.lapsed"
  /// The same message was sent twice and is already answered or being answered.
  case refusalSameRequest = "refusal.same_request"

  // MARK: Usage notices

  /// From 80 percent of a paid period (by default): `count` of `limit` messages are left.
  case usageGentle = "usage.gentle"
  /// From 95 percent of a paid period (by default); `date` is the day on which the next period starts.
  case usageProminent = "usage.prominent"
  /// In a trial, at any time: it is day `day` of `days`, and `count` of `limit` messages are left.
  case usageTrial = "usage.trial"
  /// The same on the last day of a trial.
  case usageTrialLastDay = "usage.trial_last_day"
  /// Shown below the answer to the last message of a paid period.
  case usageUsedUp = "usage.used_up"
  /// Shown below the answer to the last message of a trial.
  case usageTrialUsedUp = "usage.trial_used_up"

  // MARK: Replacements for missing text of a model

  /// Closes discovery if the model sent only its signal.
  case discoveryClosing = "discovery.closing"

  // MARK: Failures

  /// No provider could be reached.
  case failureUnreachable = "failure.unreachable"
  /// The answer did not come in time.
  case failureSlow = "failure.slow"
  /// The reply broke off; shown below the part that is kept.
  case failureInterrupted = "failure.interrupted"
  /// A provider's filter, or the model, declined to answer.
  case failureDeclined = "failure.declined"
  /// The conversation does not fit, even shortened.
  case failureTooLong = "failure.too_long"
  /// The turn failed for a reason that has no text of its own.
  case failureUnknown = "failure.unknown"
  /// The reply ended without any text.
  case failureEmpty = "failure.empty"

  // MARK: Crisis

  /// The complete reply to a message that signals a crisis if no model can answer.
  case crisisReply = "crisis.reply"
  /// The variant for the messages after it, so that the person does not read the same block twice.
  case crisisReplyAgain = "crisis.reply_again"
  /// Replaces the resources if there are none for the person's country or the country is unknown.
  case crisisNoResources = "crisis.no_resources"
  /// A line that introduces resources which a model's reply left out.
  case crisisMoreHelp = "crisis.more_help"
  /// Stands below an answer, a refusal or a failure if the message may signal danger.
  case crisisHelpLine = "crisis.help_line"
  /// Stands below any other refusal or failure: nobody has answered what the person wrote.
  case crisisHelpAnyway = "crisis.help_anyway"
  /// Precedes everything else if the danger seems to be imminent.
  case crisisEmergency = "crisis.emergency"
  /// Precedes the reply to somebody whose phone is read by another.
  case crisisWatched = "crisis.watched"
  /// Replaces an unknown emergency number; a part of a sentence.
  case crisisEmergencyUnknown = "crisis.emergency_unknown"

  // MARK: One-time offers

  /// Asks whether the coach may remember details.
  case offerRemember = "offer.remember"
  /// The button that accepts ``offerRemember``.
  case offerRememberYes = "offer.remember_yes"
  /// Asks whether the coach may write between sessions.
  case offerCheckIn = "offer.check_in"
  /// The button that accepts ``offerCheckIn``.
  case offerCheckInYes = "offer.check_in_yes"
  /// The button that declines either offer.
  case offerNotNow = "offer.not_now"

  // MARK: Product texts

  /// Explains what the product is and is not.
  case productNotTherapy = "product.not_therapy"
  /// Shown above the first conversation.
  case productWelcome = "product.welcome"
  /// The button that starts the first conversation.
  case productWelcomeButton = "product.welcome_button"
  /// The paywall's text after discovery, also if there is no profile.
  case productPaywallFirst = "product.paywall_first"
  /// The paywall's button, also if there is no profile.
  case productPaywallButton = "product.paywall_button"
  /// The paywall's text for a person who has seen it before.
  case productPaywallReturning = "product.paywall_returning"
  /// The paywall's text for a person whose subscription has ended.
  case productPaywallLapsed = "product.paywall_lapsed"
  /// The trainer's first words, if no model writes them.
  case productTrainerWelcome = "product.trainer_welcome"
  /// The button under it.
  case productTrainerBegin = "product.trainer_begin"
  /// The button that starts the trainer's assessment.
  case productTrainerAssessmentStart = "product.trainer_assessment_start"
  /// The button that leaves the trainer's assessment for later.
  case productTrainerAssessmentSkip = "product.trainer_assessment_skip"
}

extension CopyKey {
  /// The placeholders that a wording of this text may contain.
  var placeholders: Set<CopyPlaceholder> {
    switch self {
    case .refusalPeriodLimit, .usageUsedUp: [.date]
    case .usageGentle, .usageTrialLastDay: [.count, .limit]
    case .usageTrial: [.count, .limit, .day, .days]
    case .usageProminent: [.count, .limit, .date]
    case .crisisReply, .crisisReplyAgain: [.resources]
    case .crisisHelpLine, .crisisHelpAnyway: [.resources, .emergencyNumber]
    case .crisisEmergency: [.emergencyNumber]
    default: []
    }
  }
}
