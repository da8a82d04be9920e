public import JSON
public import SourceFiles

/// A folder of prompts and the partials they include.
///
/// Files are `name.version.prompt`; partials start with an underscore and may carry a version of their
/// own (`_tone.v2.prompt`, included as `{{> tone.v2}}`). Beside them stand `labels.yaml` and
/// `prompts.lock`. A library is a value: all files are read and checked at once, so that what one call
/// saw, the next one sees too. ``LivePromptLibrary`` reads it anew when files change.
public struct PromptLibrary: Sendable {
  /// All prompts, by name and then from the oldest version to the newest.
  public let templates: [PromptTemplate]
  /// Everything that is wrong in the folder, file by file.
  public let diagnostics: [Diagnostic]
  /// The folder it was read from.
  public let folder: String
  /// Which version is for whom.
  public let labels: PromptLabels
  /// The digests of released versions.
  public let lock: PromptLock
  /// Prompts that stand as an earlier reading found them, since their files are broken now.
  public let kept: [String]
  let partials: [String: PromptTemplate]
  let helpers: [String: TemplateHelper]
  private let broken: [PromptFolder.BrokenFile]
  private let prepared: [String: PreparedPrompt]
  /// Whether it follows an earlier reading.
  private let isLive: Bool
  /// The versions of each name, from the oldest to the newest.
  private let versions: [String: [PromptTemplate]]

  /// Reads and checks a folder.
  ///
  /// Broken files do not stop the others: they are listed in ``diagnostics``, and asking for one
  /// throws what is wrong with it, unless `lastGood` holds it from before. Schemas in front matter may
  /// name those in `schemas`. Throws ``SourceError`` only when there is no such folder.
  public init(
    folder: String, files: any FileSystem = LocalFileSystem(),
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
    let found = content.templates.sorted { left, right in
      (left.name, VersionOrder(left.version)) < (right.name, VersionOrder(right.version))
    }
    (labels, lock) = Self.companions(folder, files, lastGood, &diagnostics)
    var kept = content.broken.filter { !$0.isPartial }.map(\.reference)
    var prepared: [String: PreparedPrompt] = [:]
    for template in found {
      var prompt = PreparedPrompt(template, partials: content.partials, helpers: helpers)
      if let change = lock.problem(with: template, prompt.digest) { prompt.add(change) }
      diagnostics += prompt.problems
      if !prompt.problems.isEmpty, let good = lastGood?.prepared[template.reference],
        good.problems.isEmpty
      {
        prompt = good
        kept.append(template.reference)
      }
      prepared[template.reference] = prompt
    }
    self.prepared = prepared
    templates = found.compactMap { prepared[$0.reference]?.template }
    versions = Dictionary(grouping: templates, by: \.name)
    self.kept = kept.filter { prepared[$0] != nil }.sorted()
    let versions = versions
    diagnostics += labels.problems { name in versions[name]?.compactMap(\.version) }
    diagnostics += lock.missing(
      from: Set(templates.map(\.reference)).union(content.broken.map(\.reference)))
    // A partial that several prompts include is found broken once for each of them.
    var seen: Set<Diagnostic> = []
    self.diagnostics = diagnostics.filter { seen.insert($0).inserted }
  }

  /// Reads `labels.yaml` and `prompts.lock` where they exist; broken ones count as they last were.
  private static func companions(
    _ folder: String, _ files: any FileSystem, _ lastGood: PromptLibrary?,
    _ diagnostics: inout [Diagnostic]
  ) -> (PromptLabels, PromptLock) {
    func read<Content>(
      _ name: String, _ otherwise: Content?, _ empty: Content,
      _ parse: (SourceFile) throws(SourceError) -> Content
    ) -> Content {
      let path = "\(folder)/\(name)"
      guard files.kind(of: path) == .file else { return empty }
      do throws(SourceError) {
        return try parse(try files.read(path))
      } catch {
        diagnostics += error.diagnostics
        return otherwise ?? empty
      }
    }
    return (
      read(PromptLabels.fileName, lastGood?.labels, PromptLabels()) { file throws(SourceError) in
        try PromptLabels(file)
      },
      read(PromptLock.fileName, lastGood?.lock, PromptLock()) { file throws(SourceError) in
        try PromptLock(file)
      }
    )
  }
}

// MARK: - Asking for prompts

extension PromptLibrary {
  /// The versions of a prompt, from the oldest to the newest.
  public func versions(of name: String) -> [PromptTemplate] { versions[name] ?? [] }

  /// The template that a reference names: a version, the version that a label means, or the newest.
  ///
  /// Throws ``SourceError`` with code `prompt.unknown` or `prompt.unknown-version`, or with what is
  /// wrong with the file.
  public func template(_ reference: PromptReference) throws(SourceError) -> PromptTemplate {
    let versions = versions(of: reference.name)
    // A version before a label: no label can take a version's place.
    let isVersion = versions.contains { $0.version == reference.version }
    let label = reference.version.flatMap { labels.entries[reference.name]?.labels[$0] }
    let wanted = isVersion ? reference.version : label ?? reference.version
    let found = versions.last { wanted == nil || $0.version == wanted }
    let failed = broken.filter { file in
      !file.isPartial && file.name == reference.name && (wanted == nil || file.version == wanted)
    }.max { VersionOrder($0.version) < VersionOrder($1.version) }
    // A broken newest version is not silently replaced by an older one, but for a live library, which
    // has said so and goes on with what is good.
    if isLive, let found { return found }
    if let failed, found.map({ VersionOrder($0.version) < VersionOrder(failed.version) }) ?? true {
      throw failed.error
    }
    if let found { return found }
    guard !versions.isEmpty else { throw unknown(reference.name) }
    let known = versions.compactMap(\.version)
    let names = known + (labels.entries[reference.name]?.labels.keys.sorted() ?? [])
    throw SourceError(
      Diagnostic(
        "prompt.unknown-version",
        "the prompt '\(reference.name)' has no version or label '\(wanted ?? "")'",
        hint: names.hint(for: wanted ?? "")))
  }

  /// The prompt that a reference names, ready to be rendered.
  ///
  /// Throws ``SourceError`` for an unknown name and for whatever is wrong with its files.
  public func prompt(_ reference: PromptReference) throws(SourceError) -> PreparedPrompt {
    let template = try template(reference)
    guard let prompt = prepared[template.reference] else {
      throw SourceError(Diagnostic("prompt.unknown", "no prompt '\(reference)' in \(folder)"))
    }
    guard let error = SourceError(prompt.problems) else { return prompt }
    // A partial that exists and is broken is named before it is called unknown.
    let included = template.partialNames
    let culprits = broken.filter { $0.isPartial && included.contains($0.name) }
    throw SourceError(culprits.flatMap(\.error.diagnostics)) ?? error
  }

  /// Renders a prompt with data.
  ///
  /// Throws ``SourceError`` for whatever is wrong with the template, its partials or the inputs.
  public func render(_ reference: PromptReference, _ inputs: PromptInputs = PromptInputs())
    throws(SourceError) -> RenderedPrompt
  {
    try prompt(reference).render(inputs)
  }

  /// Which version of a prompt a person gets: by the traffic, or production.
  ///
  /// Throws ``SourceError`` with code `prompt.unknown`, or `labels.none` when nothing says which
  /// version is for whom.
  public func assign(_ person: String, to name: String) throws(SourceError) -> PromptAssignment {
    guard versions[name] != nil else { throw unknown(name) }
    if let assignment = labels.assign(person, to: name) {
      // Whoever is given a version can have it.
      _ = try prompt(assignment.reference)
      return assignment
    }
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

  /// A digest of a template's bytes and those of every partial it reaches, in a fixed order.
  public func digest(of template: PromptTemplate) -> ContentDigest {
    prepared[template.reference]?.digest
      ?? template.digest(with: template.reachedPartials(among: partials))
  }

  /// The names and files of the partials.
  public var partialFiles: [(name: String, file: SourceFile)] {
    partials.sorted { $0.key < $1.key }.map { ($0.key, $0.value.file) }
  }
}
