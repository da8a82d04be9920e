public import CoachModel
import Documents
public import PromptTemplates
import SourceFiles

/// Something that a conversation revealed about a person, for them to confirm.
public struct ContextSuggestion: Sendable, Hashable {
  /// Where it belongs.
  public var category: ProfileCategory
  /// The suggestion as a short note in the person's words.
  public var text: String
  /// The person's own words that support it.
  public var evidence: String
  /// How sure the model is that the person would agree, from 0 to 1.
  public var confidence: Double
}

extension PromptTask where Value == [ContextSuggestion] {
  /// What a conversation revealed of values, goals and situation.
  ///
  /// - Parameters:
  ///   - known: What the profile already has, which is not suggested again.
  ///   - forgotten: What the person deleted, which never comes back.
  public static func contextSuggestions(
    from conversation: [Message], for person: Person, known: [String] = [],
    forgotten: [String] = [],
    prompt: PromptReference = PromptReference(name: "context-extraction")
  ) -> PromptTask {
    var values: JSONObject = [:]
    if !known.isEmpty { values["known"] = .array(known.map { .string($0) }) }
    if !forgotten.isEmpty { values["forgotten"] = .array(forgotten.map { .string($0) }) }
    let request = AssemblyRequest(prompt: prompt, person: person, history: conversation)
      .offering(values)
    return PromptTask(request) { reply in
      (reply.json["suggestions"]?.array ?? []).compactMap { ContextSuggestion($0) }
    }
  }
}

extension ContextSuggestion {
  fileprivate init?(_ json: JSONValue) {
    guard let category = json["category"]?.string.flatMap(ProfileCategory.init(rawValue:)),
      let text = json["text"]?.string.flatMap(\.filled), let evidence = json["evidence"]?.string,
      let confidence = json["confidence"]?.number
    else { return nil }
    self.init(
      category: category, text: text, evidence: evidence, confidence: min(max(confidence, 0), 1))
  }
}
