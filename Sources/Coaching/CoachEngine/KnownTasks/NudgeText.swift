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

  /// The text of a push notification for an occasion.
  public static func nudge(
    _ occasion: NudgeOccasion, for person: Person, on today: CalendarDay,
    prompt: PromptReference = PromptReference(name: "nudge")
  ) -> PromptTask {
    PromptTask(
      AssemblyRequest(
        prompt: prompt, person: person, today: today.description, values: occasion.promptInputs)
    ) { reply throws(StructuredMisfit) in
      let text = reply.text ?? ""
      guard !reply.has("NO_NUDGE"), !text.contains("NO_NUDGE") else { return .nothing }
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
