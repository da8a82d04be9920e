public import CoachAccess
public import CoachModel
public import CoachSignals
import LanguageModels
import PromptTemplates

/// A nudge that was decided about, and written if there was an occasion.
public struct NudgeResult: Sendable, Hashable {
  /// The decision with its reason.
  public var decision: NudgeDecision
  /// The text to send; `nil` if nothing is sent.
  public var text: String?
  /// Why nothing is sent although there was an occasion; `nil` otherwise.
  public var problem: String?
  /// The task that failed, with the kind of failure and without anybody's words, for the log; `nil` if none did.
  public var cause: String?
  /// The calls of models.
  public var calls: [TurnCall] = []
  /// Whether the text could not be written, as opposed to one that is not suitable.
  public var hasFailed = false
}

extension ChatService {
  /// Decides whether a person gets a nudge on a day, lets the task model write it, and records the attempt.
  ///
  /// `remainingCalls` is what is left of the daily cap for all people. If the model finds nothing suitable, or writes too
  /// much, nothing is sent: no nudge is better than one that would fit anyone. With the person's `access`, the day before
  /// a trial ends is an occasion, whose text is that of the message catalog.
  public func nudge(
    _ record: inout PersonRecord, on today: CalendarDay, remainingCalls: Int,
    zone: TimeZoneRules = .utc, access: AccessRecord? = nil
  ) async -> NudgeResult {
    let decision = nudgeDecision(
      about: record, on: today, remainingCalls: remainingCalls, zone: zone, access: access)
    var result = NudgeResult(decision: decision)
    switch decision.occasion {
    case .trialEnding(let day)?:
      result.text = copy.text(
        .nudgeTrialEnding, in: record.language, with: CopyValues(date: day))
    case let occasion?: await write(occasion, for: record, on: today, zone: zone, to: &result)
    case nil: break
    }
    record.nudges.record(
      decision, isSent: result.text != nil, reason: result.problem, on: today,
      at: clock.unixTime())
    return result
  }

  /// Returns what ``nudge(_:on:remainingCalls:zone:access:)`` would decide, without writing or recording anything.
  package func nudgeDecision(
    about record: PersonRecord, on today: CalendarDay, remainingCalls: Int,
    zone: TimeZoneRules = .utc, access: AccessRecord? = nil
  ) -> NudgeDecision {
    record.nudge(
      on: today, remainingCalls: remainingCalls, zone: zone,
      trialEnd: access?.trialEnd(in: zone, policy: configuration.access),
      isPublic: TextScreens.maySuggestOnLockScreen)
  }

  /// What a plan needs of a person, by the rules of ``nudge(_:on:remainingCalls:zone:access:)``.
  public func nudgeCandidate(
    of record: PersonRecord, zone: TimeZoneRules = .utc, access: AccessRecord? = nil
  ) -> NudgeCandidate {
    record.nudgeCandidate(zone: zone, access: access, policy: configuration.access)
  }

  /// Lets the task model write a nudge.
  private func write(
    _ occasion: NudgeOccasion, for record: PersonRecord, on today: CalendarDay,
    zone: TimeZoneRules, to result: inout NudgeResult
  ) async {
    let prompt = configuration.prompts.nudge
    var context = record.nudgeContext(on: today, zone: zone)
    let person = record.person(on: today, domain: context.domain)
      .fitted(to: configuration.context.profile)
    if !TextScreens.maySuggestOnLockScreen(context.topic ?? "") { context.topic = nil }
    let written = await runInBackground(
      .nudge(occasion, for: person, on: today, context: context, prompt: prompt))
    (result.calls, result.cause) = (written.calls, written.causes.first)
    switch written.value {
    case .text(let text)?: result.text = text
    case .nothing?: result.problem = "the model found nothing suitable"
    case nil:
      result.problem = written.problems.first ?? "the model wrote nothing"
      result.hasFailed = true
    }
  }
}

extension PersonRecord {
  /// Returns what a plan needs of the person: digests of events and of the themes that a locked screen may hint at, and the
  /// end of a running trial. `zone` decides on days.
  public func nudgeCandidate(
    zone: TimeZoneRules, access: AccessRecord?, policy: AccessPolicy = .standard
  ) -> NudgeCandidate {
    nudgeCandidate(
      zone: zone, trialEnd: access?.trialEnd(in: zone, policy: policy),
      isPublic: TextScreens.maySuggestOnLockScreen)
  }
}

extension AccessRecord {
  /// Returns the person's day on which a trial becomes a subscription by itself; `nil` if there is none, its renewal was
  /// switched off, or a subscription was bought in it that runs at once.
  public func trialEnd(in zone: TimeZoneRules, policy: AccessPolicy = .standard) -> CalendarDay? {
    renewingTrialEnd(policy).map { zone.day(at: $0) }
  }
}
