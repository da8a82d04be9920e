public import PromptTemplates
import ReplyContracts
public import SourceFiles

/// A task that a folder of prompts offers: every prompt that is not a conversation.
public struct TaskDescription: Sendable {
  /// What the reply is.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    /// Data that fits a JSON Schema.
    case json
    /// A text.
    case text
    /// A text, tags, or both.
    case tags
  }

  /// The prompt with the version that runs: the one in production, and without labels the newest.
  public var template: PromptTemplate
  /// All versions, from the oldest to the newest.
  public var versions: [String]

  /// The name by which the task is run.
  public var name: String { template.name }

  /// What the reply is.
  public var form: Form {
    let matter = template.frontMatter
    return matter.outputSchema != nil ? .json : matter.contract.tags.isEmpty ? .text : .tags
  }
}

extension PromptLibrary {
  /// The tasks by name. A new file is a new task; what it takes and returns, and how it runs, is in its front matter.
  ///
  /// A prompt with the tag `{{history}}` is a conversation rather than a task.
  public var tasks: [TaskDescription] {
    Set(templates.map(\.name)).sorted().compactMap { name in
      let versions = versions(of: name)
      let label = labels.assign("", to: name)?.reference
      guard let prompt = try? prompt(label ?? PromptReference(name: name)), !prompt.placesHistory
      else { return nil }
      return TaskDescription(
        template: prompt.template, versions: versions.compactMap(\.version))
    }
  }

  /// Returns the task of a reference, without a version the one in production.
  ///
  /// Throws ``SourceError`` for an unknown prompt, a broken one, and a conversation.
  public func task(_ reference: PromptReference) throws(SourceError) -> TaskDescription {
    let all = tasks
    guard !versions(of: reference.name).isEmpty else {
      throw SourceError(
        Diagnostic(
          "task.unknown", "no task '\(reference.name)' in \(folder)",
          hint: all.map(\.name).hint(for: reference.name)))
    }
    if reference.version == nil, let found = all.first(where: { $0.name == reference.name }) {
      return found
    }
    let prompt = try prompt(reference)
    guard !prompt.placesHistory else {
      throw SourceError(
        Diagnostic(
          "task.conversation", "'\(reference.name)' is a conversation, not a task",
          hint: "use it with 'coachkit chat', or name a task"))
    }
    return TaskDescription(
      template: prompt.template, versions: versions(of: reference.name).compactMap(\.version))
  }
}
