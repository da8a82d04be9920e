import ArgumentParser
import CoachEngine
import CommandLineSupport
import PromptTemplates
import SourceFiles

struct PromptsLockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lock",
    abstract: "Lock the released versions, so that a change to one is an error.",
    discussion: """
      Without names, every version that people get through a label or traffic is locked. The digest covers the \
      version's partials, which also have digests of their own. If a locked version changes, every use of it is an \
      error. --again accepts the change; use it only for versions that no one has used yet. A version is not locked \
      if it requires an input that an example person lacks.

      Examples:
        coachkit prompts lock
        coachkit prompts lock discovery@v2
        coachkit prompts lock --again coaching@v1
      """)

  @Argument(help: "Versions to lock, as name@version; by default all released ones.")
  var versions: [String] = []

  @Flag(help: "Lock versions that have changed since they were locked.")
  var again = false

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard !again || !versions.isEmpty else {
      throw ValidationError("--again needs the names of the versions.")
    }
  }

  func run() throws {
    let file = try RunLock(changing: "\(workspace.prompts)/\(PromptLock.fileName)")
    defer { file?.release() }
    let library = try workspace.promptLibrary()
    // An unreadable file would be overwritten with less than it contains.
    try library.refuseBroken(PromptLock.fileName)
    if versions.isEmpty { try library.refuseBroken(PromptLabels.fileName) }
    var lock = library.lock
    var added = 0
    let templates = try templates(in: library)
    // Once locked, a version cannot be repaired. Those that are locked already stay as they are.
    let new = templates.filter {
      lock.digests[$0.reference] != library.digest(of: $0).hexadecimal
    }
    for template in templates {
      try refuseBroken(template, in: library)
      let digest = library.digest(of: template).hexadecimal
      if let known = lock.digests[template.reference], known != digest, !again {
        _ = try library.prompt(
          PromptReference(name: template.name, version: template.version))
      }
      if lock.digests[template.reference] != digest { added += 1 }
      lock.digests[template.reference] = digest
    }
    let lacking = try workspace.requiredInputs(in: library)
      .findings(in: library, of: Set(new.map(\.reference)))
    if let error = SourceError(lacking) { throw error }
    lock.partials = library.partialDigests(for: lock)
    let path = "\(workspace.prompts)/\(PromptLock.fileName)"
    try OutputFile.write(text: path) { write in try write(lock.text) }
    Terminal.print("\(path): \(lock.digests.count) locked, \(added) new or changed")
  }

  /// Throws if a prompt cannot be rendered, since its digest would be useless. A lock that does not match is
  /// accepted.
  private func refuseBroken(_ template: PromptTemplate, in library: PromptLibrary) throws {
    do throws(SourceError) {
      _ = try library.prompt(PromptReference(name: template.name, version: template.version))
    } catch {
      guard error.diagnostics.allSatisfy({ $0.code == "lock.changed" }) else { throw error }
    }
  }

  private func templates(in library: PromptLibrary) throws -> [PromptTemplate] {
    if !versions.isEmpty {
      return try versions.map { try library.template(PromptReference(argument: $0)) }
    }
    let released = library.labels.entries.keys.sorted().flatMap { name in
      library.labels.released(name).map { PromptReference(name: name, version: $0) }
    }
    guard !released.isEmpty else {
      throw CommandError(
        "no version is released",
        hint: "name one, or label one: prompts label discovery production v1")
    }
    return try released.map { try library.template($0) }
  }
}
