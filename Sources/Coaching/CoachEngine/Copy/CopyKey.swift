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
  /// All messages of the trial are used; `date` is the day on which the subscription begins.
  public static let refusalTrialMessagesOver = CopyKey("refusal.trial_messages_over")
  /// The person ended the trial.
  public static let refusalTrialCancelled = CopyKey("refusal.trial_cancelled")
  /// All messages of a paid period are used; `date` is the day on which the next period starts.
  public static let refusalPeriodLimit = CopyKey("refusal.period_limit")
  /// The subscription has ended: the person can read but not write.
  public static let refusalLapsed = CopyKey("refusal.lapsed")
  /// The device has had a trial, under any account.
  public static let refusalTrialUsedOnDevice = CopyKey("refusal.trial_used_on_device")
  /// The same message was sent twice and is already answered or being answered.
  public static let refusalSameRequest = CopyKey("refusal.same_request")

  /// What may be spent on models is used up; `date` is the day from which the person can write again.
  public static let refusalSpendingCap = CopyKey("refusal.spending_cap")
  /// Nothing was bought or is left, and the person may be in danger: it sells nothing, and a line of help follows it.
  public static let refusalNearDanger = CopyKey("refusal.near_danger")

  // MARK: Usage notices

  /// From 80 percent of a paid period (by default): `count` of `limit` messages are left.
  public static let usageGentle = CopyKey("usage.gentle")
  /// From 95 percent of a paid period (by default); `date` is the day on which the next period starts.
  public static let usageProminent = CopyKey("usage.prominent")
  /// The same where no day is certain.
  public static let usageProminentUndated = CopyKey("usage.prominent_undated")
  /// In a trial, at any time: it is day `day` of `days`, and `count` of `limit` messages are left.
  public static let usageTrial = CopyKey("usage.trial")
  /// The messages left of a trial where there is room for more, and where the day is not known.
  public static let usageTrialDetail = CopyKey("usage.trial_detail")
  /// The same on the last day of a trial.
  public static let usageTrialLastDay = CopyKey("usage.trial_last_day")
  /// The same where the trial becomes a subscription by itself.
  public static let usageTrialLastDayRenews = CopyKey("usage.trial_last_day_renews")
  /// Shown below the answer to the last message of a paid period.
  public static let usageUsedUp = CopyKey("usage.used_up")
  /// Shown below the answer to the last message of a trial; `date` is the day on which the subscription begins.
  public static let usageTrialUsedUp = CopyKey("usage.trial_used_up")

  // MARK: Notices of laws

  /// Says that the coach is an AI, when a person begins to write.
  public static let noticeAIStart = CopyKey("notice.ai_start")
  /// The same to a person who has been writing for hours.
  public static let noticeAIReminder = CopyKey("notice.ai_reminder")
  /// Says that a break would be good.
  public static let noticeBreak = CopyKey("notice.break")

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
  /// Says below ``offerRemember`` what it is good for.
  public static let offerRememberDetail = CopyKey("offer.remember_detail")
  /// The button that accepts ``offerRemember``.
  public static let offerRememberYes = CopyKey("offer.remember_yes")
  /// Asks whether the coach may write between sessions.
  public static let offerCheckIn = CopyKey("offer.check_in")
  /// Says below ``offerCheckIn`` what it is good for.
  public static let offerCheckInDetail = CopyKey("offer.check_in_detail")
  /// The button that accepts ``offerCheckIn``.
  public static let offerCheckInYes = CopyKey("offer.check_in_yes")
  /// The button that declines either offer.
  public static let offerNotNow = CopyKey("offer.not_now")

  // MARK: Texts of an app

  /// There is no connection: past conversations can be read.
  public static let appOffline = CopyKey("app.offline")
  /// Signing in failed.
  public static let signInFailed = CopyKey("sign_in.failed")
  /// The button under it.
  public static let signInAgain = CopyKey("sign_in.again")
  /// There are no conversations yet.
  public static let emptyConversations = CopyKey("empty.conversations")
  /// Nothing was learned of the person yet.
  public static let emptyLearned = CopyKey("empty.learned")
  /// There are no memories yet.
  public static let emptyMemories = CopyKey("empty.memories")
  /// A search found nothing.
  public static let emptySearch = CopyKey("empty.search")
  /// Before a conversation is deleted.
  public static let deleteConversation = CopyKey("delete.conversation")
  /// The button that deletes it.
  public static let deleteConversationYes = CopyKey("delete.conversation_yes")
  /// Before all conversations are deleted.
  public static let deleteAllConversations = CopyKey("delete.all_conversations")
  /// The button that deletes them.
  public static let deleteAllConversationsYes = CopyKey("delete.all_conversations_yes")
  /// Before something that was learned is forgotten.
  public static let deleteLearned = CopyKey("delete.learned")
  /// The button that forgets it.
  public static let deleteLearnedYes = CopyKey("delete.learned_yes")
  /// Before an account is deleted, with everything in it.
  public static let deleteAccount = CopyKey("delete.account")
  /// The button that deletes it.
  public static let deleteAccountYes = CopyKey("delete.account_yes")
  /// The button that deletes nothing.
  public static let deleteKeep = CopyKey("delete.keep")

  /// What a person may begin with who has no topic yet, in their own words; domains have starters of their own.
  public static let starters = [
    "on_my_mind", "change", "stuck", "decision", "good_news", "unsure",
  ].map { CopyKey("starter.\($0)") }

  // MARK: Nudges

  /// A push notification on the day before a trial ends; `date` is the day on which it does.
  public static let nudgeTrialEnding = CopyKey("nudge.trial_ending")

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
  /// The paywall's text for a person whose trial or subscription has ended.
  public static let productPaywallLapsed = CopyKey("product.paywall_lapsed")
  /// The trainer's first words, if no model writes them.
  public static let productTrainerWelcome = CopyKey("product.trainer_welcome")
  /// The button under it.
  public static let productTrainerBegin = CopyKey("product.trainer_begin")
  /// The button that starts the trainer's assessment.
  public static let productTrainerAssessmentStart = CopyKey("product.trainer_assessment_start")
  /// The button that leaves the trainer's assessment for later.
  public static let productTrainerAssessmentSkip = CopyKey("product.trainer_assessment_skip")
  /// The button under a refusal or a paywall that leads to a purchase.
  public static let productSubscribeButton = CopyKey("product.subscribe_button")
  /// The line of prices on the paywall, for a person who can start a trial: `trial_price`, then `price`.
  public static let productPriceLine = CopyKey("product.price_line")

  // MARK: The trainer

  /// Asks for an address under which the progress is saved.
  public static let trainerSignIn = CopyKey("trainer.sign_in")
  /// The button under it.
  public static let trainerSignInButton = CopyKey("trainer.sign_in_button")
  /// Confirms that the progress is saved.
  public static let trainerSignedIn = CopyKey("trainer.signed_in")
  /// Introduces the intake.
  public static let trainerIntake = CopyKey("trainer.intake")
  /// Introduces the assessment.
  public static let trainerAssessment = CopyKey("trainer.assessment")
  /// Says how long the assessment takes.
  public static let trainerAssessmentTime = CopyKey("trainer.assessment_time")
  /// Introduces a draft: of the goals or of the program.
  public static let trainerDraft = CopyKey("trainer.draft")
  /// The button that approves a draft.
  public static let trainerApprove = CopyKey("trainer.approve")
  /// The button that asks for a change of a draft.
  public static let trainerEdit = CopyKey("trainer.edit")
  /// The button that activates a program.
  public static let trainerActivate = CopyKey("trainer.activate")
  /// Reminds of an assessment that was left for later.
  public static let trainerReminder = CopyKey("trainer.reminder")
  /// The button that starts the assessment of ``trainerReminder``.
  public static let trainerReminderNow = CopyKey("trainer.reminder_now")
  /// The button that puts ``trainerReminder`` off.
  public static let trainerReminderSnooze = CopyKey("trainer.reminder_snooze")
  /// The button that ends ``trainerReminder`` for good.
  public static let trainerReminderDismiss = CopyKey("trainer.reminder_dismiss")

  /// The texts of this package, in the order in which they are shown to translators.
  public static let builtIn = ofTheCoach + ofApps + starters + ofProducts

  private static let ofTheCoach: [CopyKey] = [
    .refusalRateLimited, .refusalPaywall, .refusalTrialDaysOver, .refusalTrialMessagesOver,
    .refusalTrialCancelled, .refusalPeriodLimit, .refusalLapsed, .refusalTrialUsedOnDevice,
    .refusalSameRequest, .refusalSpendingCap, .refusalNearDanger, .usageGentle,
    .usageProminent,
    .usageProminentUndated, .usageTrial,
    .usageTrialDetail, .usageTrialLastDay, .usageTrialLastDayRenews, .usageUsedUp,
    .usageTrialUsedUp, .noticeAIStart, .noticeAIReminder, .noticeBreak, .discoveryClosing,
    .failureUnreachable, .failureSlow, .failureInterrupted,
    .failureDeclined, .failureTooLong, .failureUnknown, .failureEmpty, .crisisReply,
    .crisisReplyAgain, .crisisNoResources, .crisisMoreHelp, .crisisHelpLine, .crisisHelpAnyway,
    .crisisEmergency, .crisisWatched, .crisisEmergencyUnknown, .offerRemember,
    .offerRememberDetail, .offerRememberYes, .offerCheckIn, .offerCheckInDetail, .offerCheckInYes,
    .offerNotNow, .nudgeTrialEnding,
  ]

  private static let ofApps: [CopyKey] = [
    .appOffline, .signInFailed, .signInAgain, .emptyConversations, .emptyLearned, .emptyMemories,
    .emptySearch, .deleteConversation, .deleteConversationYes, .deleteAllConversations,
    .deleteAllConversationsYes, .deleteLearned, .deleteLearnedYes, .deleteAccount,
    .deleteAccountYes, .deleteKeep,
  ]

  private static let ofProducts: [CopyKey] = [
    .productNotTherapy, .productWelcome, .productWelcomeButton, .productPaywallFirst,
    .productPaywallButton, .productPaywallReturning, .productPaywallLapsed, .productTrainerWelcome,
    .productTrainerBegin, .productTrainerAssessmentStart, .productTrainerAssessmentSkip,
    .productSubscribeButton, .productPriceLine, .trainerSignIn, .trainerSignInButton,
    .trainerSignedIn,
    .trainerIntake, .trainerAssessment, .trainerAssessmentTime, .trainerDraft, .trainerApprove,
    .trainerEdit, .trainerActivate, .trainerReminder, .trainerReminderNow, .trainerReminderSnooze,
    .trainerReminderDismiss,
  ]
}

extension CopyKey {
  /// Whether the text is one of this package.
  var isBuiltIn: Bool { Self.builtIn.contains(self) }

  /// The placeholders that a wording of this text may contain: all of them if the text is a product's own.
  var placeholders: Set<CopyPlaceholder> {
    switch self {
    case _ where !isBuiltIn: Set(CopyPlaceholder.allCases)
    case .refusalPeriodLimit, .refusalTrialMessagesOver, .refusalSpendingCap, .usageUsedUp,
      .usageTrialUsedUp, .nudgeTrialEnding:
      [.date]
    case .usageGentle, .usageProminentUndated, .usageTrialDetail, .usageTrialLastDay:
      [.count, .limit]
    case .usageTrialLastDayRenews: [.count, .limit, .date, .price]
    case .productPriceLine: [.trialPrice, .price]
    case .usageTrial: [.count, .limit, .day, .days]
    case .usageProminent: [.count, .limit, .date]
    case .crisisReply, .crisisReplyAgain: [.resources]
    case .crisisHelpLine, .crisisHelpAnyway: [.resources, .emergencyNumber]
    case .crisisEmergency: [.emergencyNumber]
    default: []
    }
  }

  /// The text that stands if every sentence of this one lacks its value; `nil` for none.
  var standIn: CopyKey? {
    switch self {
    case .usageProminent: .usageProminentUndated
    case .usageTrial: .usageTrialDetail
    default: nil
    }
  }
}
