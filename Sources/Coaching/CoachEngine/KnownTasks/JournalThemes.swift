public import CoachModel
import Documents
import LanguageModels
public import PromptTemplates

/// Themes to write about, drawn from what a person wrote about themselves.
public struct JournalThemes: Sendable, Hashable {
  /// A theme.
  public struct Theme: Sendable, Hashable {
    /// Its name in a few words.
    public var title: String
    /// Why it was chosen, in a sentence to the person.
    public var reason: String
    /// An open question to write about.
    public var question: String
  }

  /// The themes, those nearest to the person's words first.
  public var themes: [Theme]
  /// Whether the text may be a sign of danger or acute distress, so that help comes before the themes.
  public var isConcerning: Bool
}

extension PromptTask where Value == JournalThemes {
  /// Themes from a free text.
  public static func journalThemes(
    from text: String, for person: Person,
    prompt: PromptReference = PromptReference(name: "journal-themes")
  ) -> PromptTask {
    var values: JSONObject = ["user_text": .string(text)]
    values["first_name"] = person.name.map { .string($0) }
    return PromptTask(AssemblyRequest(prompt: prompt, person: person).offering(values)) { reply in
      JournalThemes(
        themes: (reply.json["themes"]?.array ?? []).map { theme in
          JournalThemes.Theme(
            title: theme["title"]?.string ?? "", reason: theme["reason"]?.string ?? "",
            question: theme["question"]?.string ?? "")
        },
        // Whatever is not plainly harmless counts.
        isConcerning: reply.json["concern"]?.string != "none")
    }
  }
}
