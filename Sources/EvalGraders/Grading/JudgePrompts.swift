import CoachModel
package import JSON
package import PromptTemplates
package import SourceFiles

/// The prompts of judges and simulated people: those of this library, or the workspace's own.
package struct JudgePrompts: Sendable {
  private let builtIn: PromptLibrary
  private let workspace: PromptLibrary?

  /// Names of this library's prompts; a workspace has its own by naming another.
  static let judge = PromptReference(name: "judge", version: "v1")
  package static let pair = PromptReference(name: "judge-pair", version: "v1")
  package static let person = PromptReference(name: "simulated-person", version: "v1")
  package static let personCheck = PromptReference(name: "person-check", version: "v1")

  package init(workspace: PromptLibrary? = nil) throws(SourceError) {
    self.workspace = workspace
    builtIn = try Self.library
  }

  /// Reads them anew each time: they are few and small, and a constant could not fail.
  private static var library: PromptLibrary {
    get throws(SourceError) {
      try PromptLibrary(folder: "Judges/Prompts", files: InMemoryFileSystem(embeddedFiles.texts))
    }
  }

  /// The prompt that a suite names, or else one of this library's.
  package func prompt(_ own: PromptReference?, or standard: PromptReference) throws(SourceError)
    -> PreparedPrompt
  {
    guard let own else { return try builtIn.prompt(standard) }
    // What neither has is reported by the workspace, whose prompts a user can change.
    if let prompt = try? builtIn.prompt(own), (try? workspace?.template(own)) == nil {
      return prompt
    }
    return try (workspace ?? builtIn).prompt(own)
  }

  /// A prompt filled in; how far it believes the values, its file says.
  package static func render(_ prompt: PreparedPrompt, _ values: JSONObject) throws(SourceError)
    -> RenderedPrompt
  {
    try prompt.render(try prompt.bind(PromptInputs(values, trust: [:], history: [])))
  }
}

extension Sequence<Message> {
  /// The conversation as prompts take it: who spoke, and what.
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
  /// The name and the version with the digest of the text, as facts of runs record them.
  package var digestedReference: String { "\(template.reference) \(digest.short)" }
}
