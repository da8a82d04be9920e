import CoachModel
import Documents
public import Journeys
public import PromptTemplates
import ReplyContracts
public import SourceFiles

/// The journeys of a folder, checked against the prompts and texts that they use.
///
/// A file is a journey; a new one needs no code.
public struct JourneyLibrary: Sendable {
  /// How the names of files end.
  static let ending = ".yaml"

  /// The journeys that can be used, by name.
  public let journeys: [Journey]
  /// The problems of the others: of files, and of prompts, inputs, tags and texts that do not exist.
  public let diagnostics: [Diagnostic]
  /// The names of broken journeys whose last good version is used, sorted.
  let kept: [String]
  private let folder: String

  /// Reads all YAML files of a folder. Broken ones are reported in ``diagnostics``; the others are usable.
  ///
  /// Throws ``SourceError`` if the folder cannot be listed.
  ///
  /// - Parameter texts: The keys of the texts that journeys may name: ``MessageCatalog/keys``.
  public init(
    folder: String, prompts: PromptLibrary, texts: [CopyKey] = CopyKey.builtIn,
    files: any FileSystem = DiskFileSystem()
  ) throws(SourceError) {
    try self.init(folder: folder, prompts: prompts, texts: texts, files: files, lastGood: nil)
  }

  /// Reads a folder, falling back on the journeys of an earlier state for files that are broken now.
  init(
    folder: String, prompts: PromptLibrary, texts: [CopyKey], files: any FileSystem,
    lastGood: JourneyLibrary?
  ) throws(SourceError) {
    var journeys: [Journey] = []
    var diagnostics: [Diagnostic] = []
    var kept: [String] = []
    for name in try files.names(in: folder) where name.hasSuffix(Self.ending) {
      do throws(SourceError) {
        let journey = try Journey(try files.read("\(folder)/\(name)"))
        try journey.problems(with: prompts, texts: texts).throwErrors()
        journeys.append(journey)
      } catch {
        diagnostics += error.diagnostics
        let stem = String(name.dropLast(Self.ending.count))
        guard let known = lastGood?.journeys.first(where: { $0.name == stem }) else { continue }
        journeys.append(known)
        kept.append(stem)
      }
    }
    self.folder = folder
    self.kept = kept
    self.diagnostics = diagnostics
    self.journeys = journeys.sorted { $0.name < $1.name }
  }

  /// Throws all errors of the folder, for a server that must not start without one of its journeys.
  public func requireValid() throws(SourceError) { try diagnostics.throwErrors() }

  /// Returns a journey.
  ///
  /// Throws ``SourceError`` with the problems of its file if that is broken, or with code `journey.unknown`.
  public func journey(_ name: String) throws(SourceError) -> Journey {
    if let found = journeys.first(where: { $0.name == name }) { return found }
    let broken = diagnostics.filter { $0.location?.file == "\(folder)/\(name)\(Self.ending)" }
    try broken.throwErrors()
    throw SourceError(
      Diagnostic(
        "journey.unknown", "there is no journey '\(name)'",
        hint: journeys.map(\.name).hint(for: name)))
  }
}

extension Journey {
  /// Returns what the journey refers to and does not exist.
  func problems(with prompts: PromptLibrary, texts: [CopyKey]) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for phase in phases {
      let place = "the phase '\(phase.name)'"
      for task in phase.tasks { found += problems(of: task, in: place, with: prompts) }
      found += conversationProblems(of: phase, in: place, with: prompts)
      found += copyProblems(phase.copy, phase.actions, phase.tasks, among: texts, in: place)
    }
    for reminder in reminders {
      let place = "the reminder '\(reminder.name)'"
      let tasks = reminder.actions.compactMap(\.task)
      for task in tasks { found += problems(of: task, in: place, with: prompts) }
      found += copyProblems(reminder.copy, reminder.actions, tasks, among: texts, in: place)
    }
    return found
  }

  private func copyProblems(
    _ read: [String], _ actions: [JourneyAction], _ tasks: [JourneyTask], among texts: [CopyKey],
    in context: String
  ) -> [Diagnostic] {
    let keys =
      read + actions.flatMap { [$0.copy, $0.confirmation].compactMap(\.self) }
      + tasks.compactMap(\.fallback)
    let known = texts.map(\.rawValue)
    return keys.filter { !known.contains($0) }.map { key in
      problem(
        "journey.copy", "there is no text '\(key)' in the message catalog", in: context,
        hint: known.hint(for: key))
    }
  }

  private func problems(
    of task: JourneyTask, in context: String, with prompts: PromptLibrary
  ) -> [Diagnostic] {
    do throws(SourceError) {
      let template = try prompts.task(PromptReference(name: task.prompt)).template
      return inputProblems(task.inputNames, of: template, in: context)
    } catch {
      return error.diagnostics.map {
        problem("journey.prompt", $0.message, in: context, hint: $0.hint)
      }
    }
  }

  private func conversationProblems(
    of phase: JourneyPhase, in context: String, with prompts: PromptLibrary
  ) -> [Diagnostic] {
    let kinds = ConversationKind.standard.map(\.rawValue)
    if case .kind(let kind)? = phase.conversation?.speaker, !kinds.contains(kind) {
      return [
        problem(
          "journey.kind", "there is no conversation of the kind '\(kind)'", in: context,
          hint: kinds.hint(for: kind))
      ]
    }
    guard case .prompt(let name)? = phase.conversation?.speaker else { return [] }
    let template: PromptTemplate
    do throws(SourceError) {
      template = try prompts.template(PromptReference(name: name))
    } catch {
      return error.diagnostics.map {
        problem("journey.prompt", $0.message, in: context, hint: $0.hint)
      }
    }
    let declared = template.frontMatter.contract.tags.map(\.name)
    let missing = phase.tagNames.filter { !declared.contains($0) }.map { tag in
      problem(
        "journey.tag", "'\(name)' declares no tag '\(tag)'", in: context,
        hint: declared.hint(for: tag))
    }
    return missing
      + inputProblems(phase.conversation?.inputNames ?? [], of: template, in: context)
  }

  /// Returns inputs that the prompt does not have, and required ones that nothing gives.
  private func inputProblems(
    _ names: [String], of template: PromptTemplate, in context: String
  ) -> [Diagnostic] {
    let schema = template.frontMatter.inputSchema?.source ?? [:]
    let known = schema["properties"]?.object?.keys ?? []
    let unknown = names.filter { !known.contains($0) }.map { name in
      problem(
        "journey.input", "'\(template.name)' has no input '\(name)'", in: context,
        hint: known.hint(for: name))
    }
    let given = Set(names).union(OfferedInputs.names).union(template.frontMatter.inputDefaults.keys)
    let required = schema["required"]?.array?.compactMap(\.string) ?? []
    let missing = required.filter { !given.contains($0) }.map { name in
      problem(
        "journey.input", "nothing gives the input '\(name)' of '\(template.name)'", in: context,
        hint: "add it under 'inputs'")
    }
    return unknown + missing
  }

  private func problem(
    _ code: String, _ words: String, in context: String, hint: String?
  ) -> Diagnostic {
    Diagnostic(
      code, "\(context): \(words)",
      at: FileLocation(file: file.path, line: 1, column: 1), hint: hint)
  }
}
