import Documents
import SourceFiles

/// The parsed files of a prompt folder before they are linked with one another.
struct PromptFolder: Sendable {
  /// A file that could not be parsed as a prompt.
  struct BrokenFile: Sendable {
    var name: String
    var version: String?
    var isPartial: Bool
    var error: SourceError

    var reference: String { PromptReference(name: name, version: version).description }
  }

  private(set) var templates: [PromptTemplate] = []
  /// The partials by the part of the file's name after the underscore, including the version: `tone`, `tone.v2`.
  private(set) var partials: [String: PromptTemplate] = [:]
  private(set) var broken: [BrokenFile] = []

  init(_ folder: String, files: any FileSystem, schemas: [String: JSONSchema])
    throws(SourceError)
  {
    for fileName in try files.names(in: folder) where fileName.hasSuffix(".prompt") {
      let (name, version, isPartial) = Self.parts(of: fileName)
      guard !fileName.contains("@") else {
        broken.append(
          BrokenFile(
            name: name, version: version, isPartial: isPartial,
            error: SourceError(
              Diagnostic(
                "prompt.file-name", "the file '\(folder)/\(fileName)' has an '@' in its name",
                hint: "write name.version.prompt"))))
        continue
      }
      do throws(SourceError) {
        let template = try PromptTemplate(
          name: name, version: version, file: try files.read("\(folder)/\(fileName)"),
          schemas: schemas)
        if isPartial { partials[name] = template } else { templates.append(template) }
      } catch {
        broken.append(
          BrokenFile(name: name, version: version, isPartial: isPartial, error: error))
      }
    }
  }

  /// The errors of the partials that could not be parsed and are not replaced, by name.
  var brokenPartials: [String: SourceError] {
    broken.filter { $0.isPartial && partials[$0.name] == nil }
      .reduce(into: [:]) { $0[$1.name] = $1.error }
  }

  /// Replaces broken files by what an earlier reading made of them.
  mutating func keepLastGood(of earlier: PromptLibrary) {
    for file in broken {
      if file.isPartial {
        partials[file.name] = earlier.partials[file.name]
      } else if let kept = earlier.templates.first(where: {
        $0.name == file.name && $0.version == file.version
      }) {
        templates.append(kept)
      }
    }
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
}
