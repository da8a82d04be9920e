public import CoachModel
public import CoachSignals

/// A nudge that was decided about, and written if there was an occasion.
public struct NudgeResult: Sendable, Hashable {
  /// The decision with its reason.
  public var decision: NudgeDecision
  /// The text to send; `nil` if nothing is sent.
  public var text: String?
  /// Why nothing is sent although there was an occasion; `nil` otherwise.
  public var problem: String?
  /// The calls of models.
  public var calls: [TurnCall] = []
  /// Whether the text could not be written, as opposed to one that is not suitable.
  public var hasFailed = false
}

extension ChatService {
  /// Decides whether a person gets a nudge on a day, lets the task model write it, and records the attempt.
  ///
  /// `remainingCalls` is what is left of the daily cap for all people. If the model finds nothing suitable, or writes too
  /// much, nothing is sent: no nudge is better than one that would fit anyone.
  public func nudge(
    _ record: inout PersonRecord, on today: CalendarDay, remainingCalls: Int,
    zone: TimeZoneRules = .utc
  ) async -> NudgeResult {
    let decision = record.nudge(on: today, remainingCalls: remainingCalls, zone: zone)
    var result = NudgeResult(decision: decision)
    if let occasion = decision.occasion {
      let person = record.person(on: today, domain: nil).fitted(to: configuration.context.profile)
      let written = await runInBackground(
        .nudge(occasion, for: person, on: today, prompt: configuration.prompts.nudge))
      result.calls = written.calls
      switch written.value {
      case .text(let text)?: result.text = text
      case .nothing?: result.problem = "the model found nothing suitable"
      case nil:
        result.problem = written.problems.first ?? "the model wrote nothing"
        result.hasFailed = true
      }
    }
    record.nudges.record(
      decision, isSent: result.text != nil, reason: result.problem, on: today)
    return result
  }
}
