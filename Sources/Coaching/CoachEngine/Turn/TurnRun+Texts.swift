import CoachAccess
import CoachDomains
import CoachModel
import CoachSafety

/// The texts that a person reads instead of an answer, or below one.
extension TurnRun {
  /// Reports a missing or incomplete message to the person.
  /// - Parameter hasHelp: Whether help is named below the message anyway.
  mutating func fail(
    _ error: TurnError, _ screened: ScreenedMessage, keepsText: Bool = false, hasHelp: Bool = false
  ) async {
    failureCause = error.cause
    var text = inputs.text(error.code.copyKey(keepsText: keepsText))
    // If the coach was to speak first, there is nothing that nobody answers.
    if !request.isOpening, !hasHelp { text = TurnHelp(inputs, screened).following(text) }
    let failure = TurnFailure(
      code: error.code, text: text, detail: error.detail, keepsText: keepsText)
    outcome.failure = failure
    await pipe.send(.failed(failure))
  }

  mutating func refuse(_ reason: TurnRefusal.Reason, _ help: TurnHelp) async {
    let refusal = help.refusal(reason, cap: outcome.trace.reachedCap)
    outcome.refusal = refusal
    await pipe.send(.refused(refusal))
  }

  /// Reports the state of the allowance, with a text if the person should be told: never below an answer about something
  /// for a doctor or a therapist.
  /// - Parameter isSilent: Whether nobody should read how many messages are left: below an answer to what may be danger, or
  ///   on the day after.
  mutating func tellUsage(_ admission: TurnAdmission, isSilent: Bool) async {
    guard let (allowance, used) = admission.counted else { return }
    let policy = service.configuration.access
    let notice = UsageNotice(
      allowance, used: used, trialDay: request.access.trialDay(at: counting.now, policy: policy),
      policy: policy)
    outcome.limits = notice
    guard !isSilent else { return }
    let isClinical = outcome.trace.routing?.outcome == .clinical
    let text =
      isClinical ? nil : inputs.accessTexts.textBelowAnswer(on: notice.forPerson)
    await pipe.send(.limits(notice, text: text))
  }
}
