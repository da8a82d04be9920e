/// The keys of the texts in a ``MessageCatalog``.
///
/// The set is open: a product passes keys of its own to ``MessageCatalog/init(_:keys:)``, and its journeys name them.
public struct CopyKey: RawRepresentable, Sendable, Hashable {
  /// The key in the file, such as `refusal.paywall`.
  public var rawValue: String

  /// Creates a key.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a key, such as that of a text of a product's own.
  public init(_ name: String) { rawValue = name }

  // MARK: Refusals

  /// Too many messages were sent in a short time.
  public static let refusalRateLimited = CopyKey("refusal.rate_limited")
  /// Discovery is complete and nothing was bought.
  public static let refusalPaywall = CopyKey("refusal.paywall")
  /// The duration of the trial is over.
  public static let refusalTrialDaysOver = CopyKey("refusal.trial_days_over")
  /// All messages of the trial are used.
  public static let refusalTrialMessagesOver = CopyKey("refusal.trial_messages_over")
  /// The person ended the trial.
  public static let refusalTrialCancelled = CopyKey("refusal.trial_cancelled")
  /// All messages of a paid period are used; `date` is the day on which the next period starts.
  public static let refusalPeriodLimit = CopyKey("refusal.period_limit")
  /// The subscription has ended: the person can read but not write.
  public static let refusalLapsed = CopyKey("refusal.lapsed")
  /// The same message was sent twice and is already answered or being answered.
  public static let refusalSameRequest = CopyKey("refusal.same_request")

  // MARK: Usage notices

  /// From 80 percent of a paid period (by default): `count` of `limit` messages are left.
  public static let usageGentle = CopyKey("usage.gentle")
  /// From 95 percent of a paid period (by default); `date` is the day on which the next period starts.
  public static let usageProminent = CopyKey("usage.prominent")
  /// In a trial, at any time: it is day `day` of `days`, and `count` of `limit` messages are left.
  public static let usageTrial = CopyKey("usage.trial")
  /// The same on the last day of a trial.
  public static let usageTrialLastDay = CopyKey("usage.trial_last_day")
  /// Shown below the answer to the last message of a paid period.
  public static let usageUsedUp = CopyKey("usage.used_up")
  /// Shown below the answer to the last message of a trial.
  public static let usageTrialUsedUp = CopyKey("usage.trial_used_up")

  // MARK: Replacements for missing text of a model

  /// Closes discovery if the model sent only its signal.
  public static let discoveryClosing = CopyKey("discovery.closing")

  // MARK: Failures

  /// No provider could be reached.
  public static let failureUnreachable = CopyKey("failure.unreachable")
  /// The answer did not come in time.
  public static let failureSlow = CopyKey("failure.slow")
  /// The reply broke off; shown below the part that is kept.
  public static let failureInterrupted = CopyKey("failure.interrupted")
  /// A provider's filter, or the model, declined to answer.
  public static let failureDeclined = CopyKey("failure.declined")
  /// The conversation does not fit, even shortened.
  public static let failureTooLong = CopyKey("failure.too_long")
  /// The turn failed for a reason that has no text of its own.
  public static let failureUnknown = CopyKey("failure.unknown")
  /// The reply ended without any text.
  public static let failureEmpty = CopyKey("failure.empty")

  // MARK: Crisis

  /// The complete reply to a message that signals a crisis if no model can answer.
  public static let crisisReply = CopyKey("crisis.reply")
  /// The variant for the messages after it, so that the person does not read the same block twice.
  public static let crisisReplyAgain = CopyKey("crisis.reply_again")
  /// Replaces the resources if there are none for the person's country or the country is unknown.
  public static let crisisNoResources = CopyKey("crisis.no_resources")
  /// A line that introduces resources which a model's reply left out.
  public static let crisisMoreHelp = CopyKey("crisis.more_help")
  /// Stands below an answer, a refusal or a failure if the message may signal danger.
  public static let crisisHelpLine = CopyKey("crisis.help_line")
  /// Stands below any other refusal or failure: nobody has answered what the person wrote.
  public static let crisisHelpAnyway = CopyKey("crisis.help_anyway")
  /// Precedes everything else if the danger seems to be imminent.
  public static let crisisEmergency = CopyKey("crisis.emergency")
  /// Precedes the reply to somebody whose phone is read by another.
  public static let crisisWatched = CopyKey("crisis.watched")
  /// Replaces an unknown emergency number; a part of a sentence.
  public static let crisisEmergencyUnknown = CopyKey("crisis.emergency_unknown")

  // MARK: One-time offers

  /// Asks whether the coach may remember details.
  public static let offerRemember = CopyKey("offer.remember")
  /// The button that accepts ``offerRemember``.
  public static let offerRememberYes = CopyKey("offer.remember_yes")
  /// Asks whether the coach may write between sessions.
  public static let offerCheckIn = CopyKey("offer.check_in")
  /// The button that accepts ``offerCheckIn``.
  public static let offerCheckInYes = CopyKey("offer.check_in_yes")
  /// The button that declines either offer.
  public static let offerNotNow = CopyKey("offer.not_now")

  // MARK: Product texts

  /// Explains what the product is and is not.
  public static let productNotTherapy = CopyKey("product.not_therapy")
  /// Shown above the first conversation.
  public static let productWelcome = CopyKey("product.welcome")
  /// The button that starts the first conversation.
  public static let productWelcomeButton = CopyKey("product.welcome_button")
  /// The paywall's text after discovery, also if there is no profile.
  public static let productPaywallFirst = CopyKey("product.paywall_first")
  /// The paywall's button, also if there is no profile.
  public static let productPaywallButton = CopyKey("product.paywall_button")
  /// The paywall's text for a person who has seen it before.
  public static let productPaywallReturning = CopyKey("product.paywall_returning")
  /// The paywall's text for a person whose subscription has ended.
  public static let productPaywallLapsed = CopyKey("product.paywall_lapsed")
  /// The trainer's first words, if no model writes them.
  public static let productTrainerWelcome = CopyKey("product.trainer_welcome")
  /// The button under it.
  public static let productTrainerBegin = CopyKey("product.trainer_begin")
  /// The button that starts the trainer's assessment.
  public static let productTrainerAssessmentStart = CopyKey("product.trainer_assessment_start")
  /// The button that leaves the trainer's assessment for later.
  public static let productTrainerAssessmentSkip = CopyKey("product.trainer_assessment_skip")

  /// The texts of this package, in the order in which they are shown to translators.
  public static let builtIn: [CopyKey] = [
    .refusalRateLimited, .refusalPaywall, .refusalTrialDaysOver, .refusalTrialMessagesOver,
    .refusalTrialCancelled, .refusalPeriodLimit, .refusalLapsed, .refusalSameRequest, .usageGentle,
    .usageProminent, .usageTrial, .usageTrialLastDay, .usageUsedUp, .usageTrialUsedUp,
    .discoveryClosing, .failureUnreachable, .failureSlow, .failureInterrupted, .failureDeclined,
    .failureTooLong, .failureUnknown, .failureEmpty, .crisisReply, .crisisReplyAgain,
    .crisisNoResources, .crisisMoreHelp, .crisisHelpLine, .crisisHelpAnyway, .crisisEmergency,
    .crisisWatched, .crisisEmergencyUnknown, .offerRemember, .offerRememberYes, .offerCheckIn,
    .offerCheckInYes, .offerNotNow, .productNotTherapy, .productWelcome, .productWelcomeButton,
    .productPaywallFirst, .productPaywallButton, .productPaywallReturning, .productPaywallLapsed,
    .productTrainerWelcome, .productTrainerBegin, .productTrainerAssessmentStart,
    .productTrainerAssessmentSkip,
  ]
}

extension CopyKey {
  /// Whether the text is one of this package.
  var isBuiltIn: Bool { Self.builtIn.contains(self) }

  /// The placeholders that a wording of this text may contain: all of them if the text is a product's own.
  var placeholders: Set<CopyPlaceholder> {
    switch self {
    case _ where !isBuiltIn: Set(CopyPlaceholder.allCases)
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
