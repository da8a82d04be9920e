import CoachKit

/// A task: one sentence to carry through the week, from `Prompts/weekly-focus.v1.prompt`.
public struct WeeklyFocus: Decodable, Sendable, Hashable {
  /// The sentence.
  public var sentence: String
  /// The days on which it matters most.
  public var days: [String]

  /// Returns the task for a person who wrote some notes.
  public static func task(for person: Person, notes: String) -> PromptTask<WeeklyFocus> {
    PromptTask(
      AssemblyRequest(
        prompt: PromptReference(name: "weekly-focus"), person: person,
        values: ["notes": .string(notes)]))
  }
}
