import CoachModel
package import Documents
package import PromptTemplates
package import SourceFiles

/// The prompts of judges and simulated people: those of this library, or the workspace's own.
package struct JudgePrompts: Sendable {
  private let builtIn: PromptLibrary
  private let workspace: PromptLibrary?

  /// The names of this library's prompts; a suite replaces one by naming another.
  static let judge = PromptReference(name: "judge", version: "v1")
  /// The prompt of judges by levels. It is one of its own, so that verdicts of others stay comparable with those of
  /// earlier runs.
  static let levels = PromptReference(name: "judge", version: "v2")
  static let reflections = PromptReference(name: "judge-reflections", version: "v1")
  private static let pair = PromptReference(name: "judge-pair", version: "v1")
  /// The prompt for people with earlier sessions. It is one of its own, so that verdicts on others stay comparable with
  /// those of earlier runs.
  private static let pairWithPast = PromptReference(name: "judge-pair", version: "v2")
  /// The prompts for replies to tasks, whose judge sees the inputs instead of a conversation.
  static let task = PromptReference(name: "judge-task", version: "v1")
  private static let taskPair = PromptReference(name: "judge-task-pair", version: "v1")
  package static func pair(isTask: Bool, knowsPast: Bool) -> PromptReference {
    isTask ? taskPair : knowsPast ? pairWithPast : pair
  }
  package static let person = PromptReference(name: "simulated-person", version: "v1")
  package static let personCheck = PromptReference(name: "person-check", version: "v1")

  package init(workspace: PromptLibrary? = nil) throws(SourceError) {
    self.workspace = workspace
    builtIn = try Self.library
  }

  /// Parses the built-in prompts on each access: they are few and small, and a stored constant could not throw.
  private static var library: PromptLibrary {
    get throws(SourceError) {
      try PromptLibrary(folder: "Judges/Prompts", files: InMemoryFileSystem(embeddedFiles.texts))
    }
  }

  /// Returns the prompt that a suite names, or one of this library's if it names none.
  package func prompt(_ own: PromptReference?, or standard: PromptReference) throws(SourceError)
    -> PreparedPrompt
  {
    guard let own else { return try builtIn.prompt(standard) }
    // A prompt that neither library has is reported by the workspace, whose prompts a user can change.
    if let prompt = try? builtIn.prompt(own), (try? workspace?.template(own)) == nil {
      return prompt
    }
    return try (workspace ?? builtIn).prompt(own)
  }

  /// Renders a prompt with these values; the prompt's file declares how far each value is trusted.
  package static func render(_ prompt: PreparedPrompt, with values: JSONObject) throws(SourceError)
    -> RenderedPrompt
  {
    try prompt.render(try prompt.bind(PromptInputs(values, trust: [:], history: [])))
  }
}

extension Sequence<Message> {
  /// The conversation as prompts take it: speaker and text of each message, system messages left out.
  package var spoken: JSONValue {
    .array(
      filter { $0.role != .system }.map { message in
        [
          "speaker": message.role == .assistant ? "coach" : "person",
          "text": .string(message.text),
        ]
      })
  }
}

extension PreparedPrompt {
  /// The name and version with the digest of the text, as recorded among the facts of runs.
  package var digestedReference: String { "\(template.reference) \(digest.short)" }
}
