import CoachModel
import CoachSafety
import Documents
import LanguageModels
import PromptTemplates
import SafetyRules

/// A model's judgement of whether a message signals a crisis.
struct CrisisOpinion: Sendable, Hashable {
  /// How close the danger is; `nil` if there is none that needs an answer.
  var severity: CrisisSeverity?
  var categories: [CrisisCategory]
  /// The words that decide it.
  var evidence: String?
}

extension PromptTask where Value == CrisisOpinion {
  /// A second opinion on a message, after the messages before it.
  static func crisisOpinion(
    on message: String, after history: [Message], prompt: PromptReference
  ) -> PromptTask {
    PromptTask(
      AssemblyRequest(
        prompt: prompt, person: Person(id: "crisis-check"), history: history
      ).offering(["message": .string(message)])
    ) { reply throws(StructuredMisfit) in
      guard let word = reply.json["severity"]?.string else {
        throw StructuredMisfit(["'severity' is missing"])
      }
      return CrisisOpinion(
        severity: CrisisSeverity(rawValue: word),
        categories: (reply.json["categories"]?.array ?? []).compactMap {
          $0.string.flatMap(CrisisCategory.init)
        },
        evidence: reply.json["evidence"]?.string)
    }
  }
}
