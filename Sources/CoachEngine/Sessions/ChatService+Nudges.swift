public import CoachModel
public import CoachSignals
import JSON
import PromptTemplates

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
}

extension ChatService {
  /// The maximum number of characters of a nudge, which a locked screen shows in full.
  private static let maximumNudgeLength = 120
  private static let noNudge = "NO_NUDGE"

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
      let request = AssemblyRequest(
        prompt: configuration.prompts.nudge,
        person: record.person(on: today, domain: nil).fitted(to: configuration.context.profile),
        today: today.description, values: occasion.promptInputs)
      let (part, answer) = await run(request, named: nil)
      result.calls = part.calls
      (result.text, result.problem) = Self.text(answer?.text, problems: part.problems)
    }
    record.nudges.record(
      decision, isSent: result.text != nil, reason: result.problem, on: today)
    return result
  }

  private static func text(_ written: String?, problems: [String]) -> (String?, String?) {
    guard let written else { return (nil, problems.first ?? "the model wrote nothing") }
    if written.contains(noNudge) { return (nil, "the model found nothing suitable") }
    guard written.count <= maximumNudgeLength, !written.contains(where: \.isNewline) else {
      return (nil, "the text is longer than \(maximumNudgeLength) characters or has several lines")
    }
    return (written, nil)
  }
}

extension NudgeOccasion {
  /// The inputs of the prompt `nudge`.
  fileprivate var promptInputs: JSONObject {
    var inputs: JSONObject = ["kind": .string(kind)]
    switch self {
    case .event(let event):
      inputs["event"] = ["text": .string(event.text), "date": .string(event.day.description)]
    case .pattern(let text): inputs["pattern"] = .string(text)
    case .reEngagement(let days): inputs["days_away"] = .integer(days)
    }
    return inputs
  }
}
