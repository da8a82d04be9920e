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
  /// The goals on which the person told of a step forward, as the model found them; the quotations are not checked yet.
  public var progress: [Progress] = []

  /// A step forward on a goal.
  public struct Progress: Sendable, Hashable {
    /// The place of the goal among those that the task was given, from 0.
    public var goal: Int
    /// The person's own words that tell of it.
    public var quote: String
  }
}

extension PromptTask where Value == SessionNotes {
  /// Notes on a session. `knownThemes` are those of earlier sessions, so that the same thing gets the same words; `goals`
  /// are those of the profile, for which steps forward are noted.
  public static func sessionNotes(
    on conversation: [Message], for person: Person, knownThemes: [String] = [],
    goals: [String] = [], prompt: PromptReference = PromptReference(name: "session-notes")
  ) -> PromptTask {
    var values: JSONObject =
      knownThemes.isEmpty ? [:] : ["known_themes": .array(knownThemes.map { .string($0) })]
    if !goals.isEmpty {
      values["goals"] = .array(
        goals.enumerated().map { ["number": .string("\($0 + 1)"), "text": .string($1)] })
    }
    return PromptTask(
      AssemblyRequest(prompt: prompt, person: person, history: conversation).offering(values)
    ) { reply in
      SessionNotes(
        summary: reply.json["summary"]?.string.flatMap(\.filled),
        openQuestion: reply.json["open_question"]?.string.flatMap(\.filled),
        themes: (reply.json["themes"]?.array ?? []).compactMap { $0.string.flatMap(\.filled) },
        progress: (reply.json["progress"]?.array ?? []).compactMap {
          SessionNotes.Progress($0, goals: goals.count)
        })
    }
  }
}

extension SessionNotes.Progress {
  fileprivate init?(_ json: JSONValue, goals: Int) {
    guard let quote = json["quote"]?.string.flatMap(\.filled),
      let number = json["goal"]?.string.flatMap({ Int($0) }), (1...max(1, goals)).contains(number),
      goals > 0
    else { return nil }
    self.init(goal: number - 1, quote: quote)
  }
}
