public import Conversations
public import SourceFiles

/// A folder of prompts and the partials they include.
///
/// Files are `name.version.prompt`; partials start with an underscore and have no version. A
/// library is a value: all files are read and checked at once, so that what one call saw, the next
/// one sees too.
public struct PromptLibrary: Sendable {
  /// All prompts, by name and then from the oldest version to the newest.
  public let templates: [PromptTemplate]
  /// Everything that is wrong in the folder, file by file.
  public let diagnostics: [Diagnostic]
  /// The folder it was read from.
  public let folder: String
  private let partials: [String: PromptTemplate]
  private let helpers: [String: TemplateHelper]
  private let broken: [BrokenFile]
  private let prepared: [String: PreparedPrompt]

  /// A file that could not be read as a prompt.
  private struct BrokenFile {
    var name: String
    var version: String?
    var isPartial: Bool
    var error: SourceError
  }

  /// Reads and checks a folder.
  ///
  /// Broken files do not stop the others: they are listed in ``diagnostics``, and asking for one
  /// throws what is wrong with it. Throws ``SourceError`` only when there is no such folder.
  public init(
    folder: String, files: any FileSystem = LocalFileSystem(),
    helpers: [String: TemplateHelper] = [:]
  ) throws(SourceError) {
    self.folder = folder
    self.helpers = helpers
    var templates: [PromptTemplate] = []
    var partials: [String: PromptTemplate] = [:]
    var diagnostics: [Diagnostic] = []
    var broken: [BrokenFile] = []
    for fileName in try files.names(in: folder) where fileName.hasSuffix(".prompt") {
      let (name, version, isPartial) = Self.parts(of: fileName)
      do throws(SourceError) {
        let template = try PromptTemplate(
          name: name, version: version, file: try files.read("\(folder)/\(fileName)"))
        if isPartial { partials[name] = template } else { templates.append(template) }
      } catch {
        diagnostics += error.diagnostics
        broken.append(
          BrokenFile(name: name, version: version, isPartial: isPartial, error: error))
      }
    }
    self.templates = templates.sorted { left, right in
      (left.name, VersionOrder(left.version)) < (right.name, VersionOrder(right.version))
    }
    self.partials = partials
    self.broken = broken
    var prepared: [String: PreparedPrompt] = [:]
    for template in self.templates {
      let prompt = PreparedPrompt(template, partials: partials, helpers: helpers)
      diagnostics += prompt.problems
      prepared[template.reference] = prompt
    }
    self.prepared = prepared
    // A partial that several prompts include is found broken once for each of them.
    var seen: Set<Diagnostic> = []
    self.diagnostics = diagnostics.filter { seen.insert($0).inserted }
  }

  private static func parts(of fileName: String) -> (
    name: String, version: String?, isPartial: Bool
  ) {
    let stem = fileName.dropLast(".prompt".count)
    if stem.hasPrefix("_") { return (String(stem.dropFirst()), nil, true) }
    let parts = stem.split(separator: ".", maxSplits: 1)
    let version = parts.count == 2 ? String(parts[1]) : nil
    return (String(parts.first ?? stem), version, false)
  }

  /// The template that a reference names: the version it asks for, or the newest.
  ///
  /// Throws ``SourceError`` with code `prompt.unknown` or `prompt.unknown-version`, or with what is
  /// wrong with the file.
  public func template(_ reference: PromptReference) throws(SourceError) -> PromptTemplate {
    let versions = templates.filter { $0.name == reference.name }
    let wanted = reference.version
    let found = versions.last { wanted == nil || $0.version == wanted }
    let failed = broken.filter { file in
      !file.isPartial && file.name == reference.name && (wanted == nil || file.version == wanted)
    }.max { VersionOrder($0.version) < VersionOrder($1.version) }
    // A broken newest version is not silently replaced by an older one.
    if let failed, found.map({ VersionOrder($0.version) < VersionOrder(failed.version) }) ?? true {
      throw failed.error
    }
    if let found { return found }
    guard !versions.isEmpty else {
      let names = Set(templates.map(\.name))
      throw SourceError(
        Diagnostic(
          "prompt.unknown", "no prompt '\(reference.name)' in \(folder)",
          hint: names.hint(for: reference.name)))
    }
    throw SourceError(
      Diagnostic(
        "prompt.unknown-version",
        "the prompt '\(reference.name)' has no version '\(wanted ?? "")'",
        hint: versions.compactMap(\.version).hint(for: wanted ?? "")))
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

/// Orders `v9` before `v10`: runs of digits compare as numbers.
private struct VersionOrder: Comparable {
  private let parts: [(text: String, number: Int)]

  init(_ version: String?) {
    var parts: [(text: String, number: Int)] = []
    var rest = Substring(version ?? "")
    while !rest.isEmpty {
      let text = rest.prefix { !$0.isNumber }
      let digits = rest.dropFirst(text.count).prefix { $0.isNumber }
      parts.append((String(text), Int(digits) ?? -1))
      rest = rest.dropFirst(text.count + digits.count)
    }
    self.parts = parts
  }

  static func == (left: Self, right: Self) -> Bool {
    left.parts.elementsEqual(right.parts, by: ==)
  }

  static func < (left: Self, right: Self) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts, by: <)
  }
}
