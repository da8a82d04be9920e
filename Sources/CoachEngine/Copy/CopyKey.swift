/// What can be said to a person without a model: each key is one text of the copy table.
///
/// The raw value is the key in the file. A new text is a case here and an entry in `copy.yaml`.
public enum CopyKey: String, Sendable, Hashable, CaseIterable {
  // MARK: Why someone may not write on just now

  /// Too many messages in a short while.
  case refusalRateLimited = "refusal.rate_limited"
  /// Discovery is complete and nothing was bought.
  case refusalPaywall = "refusal.paywall"
  /// The trial's days are over.
  case refusalTrialDaysOver = "refusal.trial_days_over"
  /// The trial's messages are used up.
  case refusalTrialMessagesOver = "refusal.trial_messages_over"
  /// The person ended the trial.
  case refusalTrialCancelled = "refusal.trial_cancelled"
  /// A paid period's messages are used up; `date` is the day on which it starts anew.
  case refusalPeriodLimit = "refusal.period_limit"
  /// The subscription has ended: the person reads but cannot write.
  case refusalLapsed = "refusal.lapsed"
  /// The same message was sent twice and is answered, or is being answered.
  case refusalSameRequest = "refusal.same_request"

  // MARK: How much is left

  /// From 80 percent of a paid period: `count` of `limit` messages are left.
  case usageGentle = "usage.gentle"
  /// From 95 percent of a paid period; `date` is the day on which it starts anew.
  case usageProminent = "usage.prominent"
  /// In a trial, at any time: `count` of `limit` messages are left.
  case usageTrial = "usage.trial"
  /// Below the answer to a paid period's last message.
  case usageUsedUp = "usage.used_up"
  /// Below the answer to a trial's last message.
  case usageTrialUsedUp = "usage.trial_used_up"

  // MARK: When the model leaves out words that must be there

  /// Closes discovery where the model gave only its signal.
  case discoveryClosing = "discovery.closing"

  // MARK: When something fails

  /// No provider could be reached.
  case failureUnreachable = "failure.unreachable"
  /// The answer did not come in time.
  case failureSlow = "failure.slow"
  /// The reply broke off; stands below the part that is kept.
  case failureInterrupted = "failure.interrupted"
  /// A provider's filter, or the model, declined to answer.
  case failureDeclined = "failure.declined"
  /// The conversation does not fit, even shortened.
  case failureTooLong = "failure.too_long"
  /// A fault on our side.
  case failureUnknown = "failure.unknown"
  /// The reply ended without a word.
  case failureEmpty = "failure.empty"

  // MARK: When someone may be in danger

  /// The whole reply to a message that signals a crisis, when no model can answer.
  case crisisReply = "crisis.reply"
  /// The same for the messages after it, so that nobody meets the same wall twice.
  case crisisReplyAgain = "crisis.reply_again"
  /// Stands for the resources where there are none for the person's country, or it is not known.
  case crisisNoResources = "crisis.no_resources"
  /// One line, before resources that are put below a model's reply which left them out.
  case crisisMoreHelp = "crisis.more_help"
  /// Goes before everything else when it seems to be happening now.
  case crisisEmergency = "crisis.emergency"
  /// Stands for the emergency number where it is not known; a part of a sentence.
  case crisisEmergencyUnknown = "crisis.emergency_unknown"

  // MARK: Asked once, answered with a button

  /// May the coach remember?
  case offerRemember = "offer.remember"
  /// The button that says yes to it.
  case offerRememberYes = "offer.remember_yes"
  /// May the coach write between sessions?
  case offerCheckIn = "offer.check_in"
  /// The button that says yes to it.
  case offerCheckInYes = "offer.check_in_yes"
  /// The button that declines either.
  case offerNotNow = "offer.not_now"

  // MARK: The product's own lines

  /// What the product is, and is not.
  case productNotTherapy = "product.not_therapy"
  /// Above the first conversation.
  case productWelcome = "product.welcome"
  /// The button that begins the first conversation.
  case productWelcomeButton = "product.welcome_button"
  /// The paywall's line after discovery, also where there is no profile.
  case productPaywallFirst = "product.paywall_first"
  /// The paywall's button, also where there is no profile.
  case productPaywallButton = "product.paywall_button"
  /// The paywall's line for someone who has seen it before.
  case productPaywallReturning = "product.paywall_returning"
  /// The paywall's line for someone whose subscription has ended.
  case productPaywallLapsed = "product.paywall_lapsed"
  /// The trainer's first button.
  case productTrainerBegin = "product.trainer_begin"
  /// The button that starts the trainer's assessment.
  case productTrainerAssessmentStart = "product.trainer_assessment_start"
  /// The button that leaves the trainer's assessment for later.
  case productTrainerAssessmentSkip = "product.trainer_assessment_skip"
}

extension CopyKey {
  /// What a wording of this text may hold; nothing else would be filled in.
  var placeholders: Set<CopyPlaceholder> {
    switch self {
    case .refusalPeriodLimit, .usageUsedUp: [.date]
    case .usageGentle, .usageTrial: [.count, .limit]
    case .usageProminent: [.count, .limit, .date]
    case .crisisReply, .crisisReplyAgain: [.resources]
    case .crisisEmergency: [.emergencyNumber]
    default: []
    }
  }
}
