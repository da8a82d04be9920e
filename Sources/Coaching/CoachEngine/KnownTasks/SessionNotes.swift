public import CoachModel
import Documents
public import PromptTemplates
import SourceFiles

/// The coach's notes on a session that is over.
public struct SessionNotes: Sendable, Hashable {
  /// The notes; `nil` if there is nothing to note.
  public var summary: String?
  /// What to ask about next time; `nil` if nothing was left open.
  public var openQuestion: String?
  /// What the session was about.
  public var themes: [String]
}

extension PromptTask where Value == SessionNotes {
  /// Notes on a session. `knownThemes` are those of earlier sessions, so that the same thing gets the same words.
  public static func sessionNotes(
    on conversation: [Message], for person: Person, knownThemes: [String] = [],
    prompt: PromptReference = PromptReference(name: "session-notes")
  ) -> PromptTask {
    let values: JSONObject =
      knownThemes.isEmpty ? [:] : ["known_themes": .array(knownThemes.map { .string($0) })]
    return PromptTask(
      AssemblyRequest(prompt: prompt, person: person, history: conversation, values: values)
    ) { reply in
      SessionNotes(
        summary: reply.json["summary"]?.string.flatMap(\.filled),
        openQuestion: reply.json["open_question"]?.string.flatMap(\.filled),
        themes: (reply.json["themes"]?.array ?? []).compactMap { $0.string.flatMap(\.filled) })
    }
  }
}
