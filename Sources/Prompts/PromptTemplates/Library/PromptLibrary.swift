public import Documents
public import SourceFiles

/// A folder of prompts with the partials they include.
///
/// Files are named `name.version.prompt`; partials start with an underscore and may carry a version of their own
/// (`_tone.v2.prompt`, included as `{{> tone.v2}}`). `labels.yaml` and `prompts.lock` are read from the same folder.
/// A library is a value: all files are read and checked at once, so every call sees the same state. Use
/// ``LivePromptLibrary`` to follow changes of the files.
///
/// ```swift
/// func titlePrompt(for words: String) throws -> [Message] {
///   let library = try PromptLibrary(folder: "Prompts")
///   for problem in library.diagnostics { print(problem) }
///   let inputs = PromptInputs(["conversation": [["speaker": "person", "text": .string(words)]]])
///   let prompt = try library.render(PromptReference(name: "conversation-title"), with: inputs)
///   return prompt.messages
/// }
/// ```
public struct PromptLibrary: Sendable {
  /// All prompts, sorted by name and then from the oldest version to the newest.
  public let templates: [PromptTemplate]
  /// All problems in the folder.
  public let diagnostics: [Diagnostic]
  /// The path of the folder that was read.
  public let folder: String
  /// The labels and traffic of the prompts; empty if the folder has no `labels.yaml`.
  public let labels: PromptLabels
  /// The digests of released versions; empty if the folder has no `prompts.lock`.
  public let lock: PromptLock
  /// The prompts that were taken over from an earlier reading because their files are broken, as `name@version`.
  public let kept: [String]
  let partials: [String: PromptTemplate]
  let helpers: [String: TemplateHelper]
  private let broken: [PromptFolder.BrokenFile]
  /// The errors of `labels.yaml`, and of `prompts.lock`; nil if it could be read, or its last good content is in use.
  private let labelsError: SourceError?
  private let lockError: SourceError?
  private var prepared: [String: PreparedPrompt]
  /// Whether the library follows an earlier reading.
  private let isLive: Bool
  /// The versions of each prompt, from the oldest to the newest.
  private let versions: [String: [PromptTemplate]]

  /// Reads and checks a folder.
  ///
  /// Broken files do not affect the others: their problems are listed in ``diagnostics``, and requesting one throws
  /// them, unless `lastGood` holds a good copy from an earlier reading. `helpers` are available to all templates, and
  /// schemas in front matter may refer to those in `schemas` by name. Throws ``SourceError`` only if there is no such
  /// folder.
  public init(
    folder: String, files: any FileSystem = DiskFileSystem(),
    helpers: [String: TemplateHelper] = [:], schemas: [String: JSONSchema] = [:],
    lastGood: PromptLibrary? = nil
  ) throws(SourceError) {
    self.folder = folder
    self.helpers = helpers
    isLive = lastGood != nil
    var content = try PromptFolder(folder, files: files, schemas: schemas)
    if let lastGood { content.keepLastGood(of: lastGood) }
    partials = content.partials
    broken = content.broken
    var diagnostics = content.broken.flatMap(\.error.diagnostics)
    let found = content.templates.inOrder
    let companions = Companions(in: folder, from: files, lastGood: lastGood)
    var (labels, lock) = (companions.labels, companions.lock)
    (labelsError, lockError) = (companions.labelsError, companions.lockError)
    diagnostics += companions.diagnostics
    var kept = content.broken.filter { !$0.isPartial }.map(\.reference)
    var prepared: [String: PreparedPrompt] = [:]
    let brokenPartials = content.brokenPartials
    let prompts = found.map { template in
      PreparedPrompt(
        template, partials: content.partials, helpers: helpers, broken: brokenPartials)
    }
    let changes = LockedChanges(
      prompts.compactMap { prompt in
        let reached = prompt.template.reachedPartials(among: content.partials)
        // The digest of a prompt without one of its partials says nothing.
        let names = ([prompt.template] + reached).reduce(into: Set()) {
          $0.formUnion($1.partialNames)
        }
        guard names.isDisjoint(with: brokenPartials.keys) else { return nil }
        return LockedChanges.Prompt(
          template: prompt.template, partials: reached, digest: prompt.digest)
      }, since: lock)
    for var prompt in prompts {
      let template = prompt.template
      for change in changes.problems[template.reference] ?? [] { prompt.add(change) }
      diagnostics += prompt.problems
      if !prompt.problems.isEmpty, let good = lastGood?.prepared[template.reference],
        good.problems.isEmpty
      {
        prompt = good
        kept.append(template.reference)
      }
      prepared[template.reference] = prompt
    }
    // A version whose file is broken exists.
    let existing = Dictionary(
      grouping: found.map { ($0.name, $0.version) }
        + content.broken.filter { !$0.isPartial }.map { ($0.name, $0.version) }
    ) { $0.0 }
    diagnostics += labels.problems { name in existing[name]?.compactMap(\.1) }
    if let lastGood {
      kept += labels.keepUsable(
        of: lastGood.labels, prepared: &prepared, earlier: lastGood.prepared)
    }
    templates = prepared.values.map(\.template).inOrder
    versions = Dictionary(grouping: templates, by: \.name)
    self.labels = labels
    self.lock = lock
    self.kept = kept.filter { prepared[$0] != nil }.sorted()
    self.prepared = prepared
    diagnostics += lock.missing(
      from: Set(templates.map(\.reference)).union(content.broken.map(\.reference)))
    // An error in a partial is found once for every prompt that includes it.
    var seen: Set<Diagnostic> = []
    self.diagnostics = diagnostics.filter { seen.insert($0).inserted }
  }
}

/// The files `labels.yaml` and `prompts.lock` of a folder. A broken one is replaced by its last good content.
private struct Companions {
  var labels = PromptLabels()
  var lock = PromptLock()
  var labelsError: SourceError?
  var lockError: SourceError?
  var diagnostics: [Diagnostic] = []

  init(in folder: String, from files: any FileSystem, lastGood: PromptLibrary?) {
    do throws(SourceError) {
      let file = try Self.file(PromptLabels.fileName, in: folder, from: files)
      if let file { labels = try PromptLabels(file) }
    } catch {
      diagnostics += error.diagnostics
      labels = lastGood?.labels ?? labels
      labelsError = lastGood == nil ? error : nil
    }
    do throws(SourceError) {
      let file = try Self.file(PromptLock.fileName, in: folder, from: files)
      if let file { lock = try PromptLock(file) }
    } catch {
      diagnostics += error.diagnostics
      lock = lastGood?.lock ?? lock
      lockError = lastGood == nil ? error : nil
    }
  }

  private static func file(
    _ name: String, in folder: String, from files: any FileSystem
  ) throws(SourceError) -> SourceFile? {
    let path = "\(folder)/\(name)"
    guard files.kind(of: path) == .file else { return nil }
    return try files.read(path)
  }
}

extension [PromptTemplate] {
  /// The templates by name, and of one name from the oldest version to the newest.
  fileprivate var inOrder: [PromptTemplate] {
    sorted { left, right in
      (left.name, VersionOrder(left.version)) < (right.name, VersionOrder(right.version))
    }
  }
}

// MARK: - Reloading

extension PromptLabels {
  /// Keeps what labels need that name a version which does not exist: the version, if its file was removed, or else the
  /// labels as they were. Returns the versions that were kept.
  fileprivate mutating func keepUsable(
    of earlier: PromptLabels, prepared: inout [String: PreparedPrompt],
    earlier earlierPrompts: [String: PreparedPrompt]
  ) -> [String] {
    var kept: [String] = []
    for name in entries.keys.sorted() {
      let references = released(name).map { PromptReference(name: name, version: $0).description }
      let missing = references.filter { prepared[$0] == nil }
      guard !missing.isEmpty else { continue }
      if missing.allSatisfy({ earlierPrompts[$0]?.problems.isEmpty ?? false }) {
        for reference in missing { prepared[reference] = earlierPrompts[reference] }
        kept += missing
      } else if let entry = earlier.entries[name] {
        entries[name] = entry
      }
    }
    return kept
  }
}

// MARK: - Validity

extension PromptLibrary {
  /// Throws all errors of the folder, for a server that must not start with a prompt that every turn would fail on: broken
  /// files, released prompts that changed, labels of versions that do not exist. Warnings do not throw.
  public func requireValid() throws(SourceError) { try diagnostics.throwErrors() }
}

// MARK: - Asking for prompts

extension PromptLibrary {
  /// Returns the versions of a prompt, from the oldest to the newest; empty if there is no such prompt.
  public func versions(of name: String) -> [PromptTemplate] { versions[name] ?? [] }

  /// Returns the template of a reference, which may give a version, a label, or neither for the newest version.
  ///
  /// A prerelease such as `v11-rc.1` is the newest only if there is no release; otherwise it must be named.
  ///
  /// Throws ``SourceError`` with code `prompt.unknown` or `prompt.unknown-version`, or with the errors of the file.
  public func template(_ reference: PromptReference) throws(SourceError) -> PromptTemplate {
    let versions = versions(of: reference.name)
    // Versions come before labels, so that no label can hide a version.
    let isVersion = versions.contains { $0.version == reference.version }
    let label = reference.version.flatMap { labels.entries[reference.name]?.labels[$0] }
    let wanted = isVersion ? reference.version : label ?? reference.version
    let found = versions.filter { wanted == nil || $0.version == wanted }
      .max { VersionOrder($0.version).yields(to: VersionOrder($1.version)) }
    let failed = broken.filter { file in
      !file.isPartial && file.name == reference.name && (wanted == nil || file.version == wanted)
    }.max { VersionOrder($0.version).yields(to: VersionOrder($1.version)) }
    // A broken newest version is not silently replaced by an older one, except in a live library, which has reported
    // it and continues with the last good version.
    if isLive, let found { return found }
    if let failed,
      found.map({ VersionOrder($0.version).yields(to: VersionOrder(failed.version)) }) ?? true
    {
      throw failed.error
    }
    if let found { return found }
    guard !versions.isEmpty else { throw unknown(reference.name) }
    // The name may be that of a label.
    if let labelsError { throw labelsError }
    let known = versions.compactMap(\.version)
    let names = known + (labels.entries[reference.name]?.labels.keys.sorted() ?? [])
    throw SourceError(
      Diagnostic(
        "prompt.unknown-version",
        "the prompt '\(reference.name)' has no version or label '\(wanted ?? "")'",
        hint: names.hint(for: wanted ?? "")))
  }

  /// Returns the prompt of a reference, ready to be rendered.
  ///
  /// Throws ``SourceError`` for an unknown name or version and for all problems of the prompt's files; also if the lock
  /// cannot be read, since nothing says then whether the prompt is what was released.
  public func prompt(_ reference: PromptReference) throws(SourceError) -> PreparedPrompt {
    let template = try template(reference)
    if let lockError { throw lockError }
    guard let prompt = prepared[template.reference] else {
      throw SourceError(Diagnostic("prompt.unknown", "no prompt '\(reference)' in \(folder)"))
    }
    if let error = SourceError(prompt.problems) { throw error }
    return prompt
  }

  /// The library without the errors of released prompts that have changed: to show what a change does.
  package var ignoringLockedChanges: PromptLibrary {
    var library = self
    library.prepared = prepared.mapValues { $0.withoutProblems(LockedChanges.code) }
    return library
  }

  /// Renders a prompt with inputs.
  ///
  /// Throws ``SourceError`` for all problems of the template, its partials or the inputs.
  public func render(_ reference: PromptReference, with inputs: PromptInputs = PromptInputs())
    throws(SourceError) -> RenderedPrompt
  {
    try prompt(reference).render(inputs)
  }

  /// Returns the version of a prompt that a person gets: the one that their conversation keeps, or else by the traffic split,
  /// or else the production version.
  ///
  /// An assignment is kept while the version exists without errors and the prompt has the same salt, so that nobody gets
  /// another version in the middle of a conversation because shares or labels have changed. It is not kept if the split
  /// lists the version with weight 0, which withdraws it, or if neither labels nor the lock name it.
  ///
  /// - Parameters:
  ///   - person: The caller's identifier of the person.
  ///   - name: The prompt's name.
  ///   - earlier: The assignments of the conversation, as earlier turns returned them.
  ///
  /// Throws ``SourceError`` with code `prompt.unknown`, with code `labels.none` if the prompt has neither traffic nor
  /// a production version, or with the problems of the assigned version.
  public func assign(
    _ person: String, to name: String, keeping earlier: [PromptAssignment] = []
  ) throws(SourceError) -> PromptAssignment {
    // Throws if there is no such prompt, or no file of it can be read.
    if versions[name] == nil { _ = try template(PromptReference(name: name)) }
    let known = versions[name] ?? []
    if let kept = earlier.last(where: { $0.reference.name == name && $0.person == person }),
      labels.keep(kept, lockedBy: lock),
      known.contains(where: { $0.version == kept.reference.version }),
      (try? prompt(kept.reference)) != nil
    {
      return kept
    }
    if let assignment = labels.assign(person, to: name) {
      // An assigned version must be usable.
      _ = try prompt(assignment.reference)
      return assignment
    }
    if let labelsError { throw labelsError }
    throw SourceError(
      Diagnostic(
        "labels.none", "no version of '\(name)' is in production",
        hint: "run 'coachkit prompts label \(name) production v…'"))
  }

  private func unknown(_ name: String) -> SourceError {
    SourceError(
      Diagnostic(
        "prompt.unknown", "no prompt '\(name)' in \(folder)", hint: versions.keys.hint(for: name)))
  }

  /// Returns the paths of a template's file and of every partial that it includes, also of those that cannot be read.
  package func files(of template: PromptTemplate) -> [String] {
    let reached = [template] + template.reachedPartials(among: partials)
    let names = reached.reduce(into: Set()) { $0.formUnion($1.partialNames) }
    let folder = template.file.path.parentFolder
    let unread = names.filter { partials[$0] == nil }.sorted()
    return reached.map(\.file.path) + unread.map { "\(folder)/_\($0).prompt" }
  }

  /// Returns a digest of a template's bytes and those of every partial it includes, in a fixed order.
  public func digest(of template: PromptTemplate) -> ContentDigest {
    prepared[template.reference]?.digest
      ?? template.digest(with: template.reachedPartials(among: partials))
  }

  /// Returns the digests of the partials that the versions of a lock include.
  ///
  /// A partial of which one of these versions is no longer what was locked keeps the digest that it has in the lock:
  /// with a new one, the version's own file would seem to be what has changed.
  package func partialDigests(for lock: PromptLock) -> [String: String] {
    var digests: [String: String] = [:]
    var stale: Set<String> = []
    for template in templates {
      guard let locked = lock.digests[template.reference] else { continue }
      for partial in template.reachedPartials(among: partials) {
        digests[partial.name] = partial.ownDigest
        if locked != digest(of: template).hexadecimal { stale.insert(partial.name) }
      }
    }
    for name in stale { digests[name] = lock.partials[name] }
    return digests
  }

  /// The names and files of all partials, sorted by name.
  public var partialFiles: [(name: String, file: SourceFile)] {
    partials.sorted { $0.key < $1.key }.map { ($0.key, $0.value.file) }
  }
}
