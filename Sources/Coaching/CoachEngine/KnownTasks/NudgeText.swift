public import CoachModel
public import CoachSignals
import Documents
import LanguageModels
public import PromptTemplates

/// The text of a nudge, or nothing.
public enum NudgeText: Sendable, Hashable {
  /// What to send.
  case text(String)
  /// The model found nothing that is both personal and suitable for a locked screen.
  case nothing
}

extension PromptTask where Value == NudgeText {
  /// The maximum number of characters of a nudge, which a locked screen shows in full.
  private static var maximumLength: Int { 120 }

  /// The text of a push notification for an occasion. `context` is what the last conversation was about.
  public static func nudge(
    _ occasion: NudgeOccasion, for person: Person, on today: CalendarDay,
    context: NudgeContext = NudgeContext(),
    prompt: PromptReference = PromptReference(name: "nudge")
  ) -> PromptTask {
    let name = person.name
    return PromptTask(
      AssemblyRequest(prompt: prompt, person: person, today: today.description)
        .offering(occasion.promptInputs(in: context))
    ) { reply throws(StructuredMisfit) in
      let text = reply.text ?? ""
      guard !reply.has("NO_NUDGE"), !text.contains("NO_NUDGE") else { return .nothing }
      if let name, SpokenName(name).isSpoken(in: text) {
        throw StructuredMisfit(["the text names the person, and others see a locked screen"])
      }
      guard text.count <= maximumLength, !text.contains(where: \.isNewline) else {
        throw StructuredMisfit([
          "the text has \(text.count) characters; it may have \(maximumLength), on one line"
        ])
      }
      return .text(text)
    }
  }
}

extension NudgeOccasion {
  /// The inputs of the prompt `nudge`.
  fileprivate func promptInputs(in context: NudgeContext) -> JSONObject {
    var inputs: JSONObject = ["kind": .string(kind)]
    inputs["last_topic"] = context.topic.map { .string($0) }
    inputs["last_domain"] = context.domain.map { .string($0) }
    switch self {
    case .trialEnding: break
    case .event(let event):
      inputs["event"] = ["text": .string(event.text), "date": .string(event.day.description)]
    case .pattern(let text):
      inputs["pattern"] = .string(text)
      inputs["days_away"] = context.daysAway.flatMap {
        $0 >= NudgeLog.awayDays ? .integer($0) : nil
      }
    case .reEngagement(let days): inputs["days_away"] = .integer(days)
    }
    return inputs
  }
}
