public import Documents
public import SourceFiles

/// A parsed `.prompt` file.
///
/// Parsing finds errors in the file itself: in its encoding, its front matter and its syntax. Errors that can only be
/// found together with the partials (names that the schema lacks, sections out of order) are found by
/// ``PreparedPrompt``.
public struct PromptTemplate: Sendable {
  /// How mismatches between a template and its data are handled.
  public enum Strictness: Sendable, Hashable {
    /// A mismatch is an error with a location and, where possible, a hint.
    case strict
    /// Mismatches are ignored, as in dotprompt's other runtimes: absent values render as nothing, inputs are not
    /// checked, and untrusted text is not neutralised. For templates written for those runtimes; not for text that
    /// people wrote.
    case lenient
  }

  /// The name without the version, such as `discovery`.
  public let name: String
  /// The version, such as `v2`; nil for a partial or a file without one.
  public let version: String?
  /// The file that was parsed.
  public let file: SourceFile
  /// The parsed front matter; empty if the file has none.
  public let frontMatter: FrontMatter
  let nodes: [TemplateNode]
  /// The range of the template in the file.
  let body: Range<Int>

  /// `name@version`, or the name alone if there is no version.
  public var reference: String { version.map { "\(name)@\($0)" } ?? name }

  /// The names of the inputs in the schema; empty without a schema.
  package var inputNames: [String] {
    frontMatter.inputSchema?.source["properties"]?.object?.keys ?? []
  }

  /// Parses a file, whose schemas may refer to those in `schemas` by name.
  ///
  /// The markers of a merge conflict are an error. To have such lines in a prompt, begin them with `{{! }}`.
  /// Throws ``SourceError``; every location is in that file.
  public init(
    name: String, version: String?, file: SourceFile, schemas: [String: JSONSchema] = [:],
    strictness: Strictness = .strict
  ) throws(SourceError) {
    if let offset = file.firstInvalidByte {
      throw SourceError(
        Diagnostic(
          "prompt.encoding", "this is not valid UTF-8", in: file, at: offset,
          hint: "save the file as UTF-8"))
    }
    try file.refuseMergeConflicts()
    let layout = try PromptFileLayout(of: file)
    body = layout.body
    self.name = name
    self.version = version
    self.file = file
    frontMatter =
      try layout.frontMatterFile(of: file).map { file throws(SourceError) in
        try FrontMatter(file, schemas: schemas, isLenient: strictness == .lenient)
      } ?? FrontMatter()
    nodes = try TemplateParser.parse(file, in: layout.body)
  }

  /// Returns the partials that the template includes, directly or through others, sorted by name.
  func reachedPartials(among partials: [String: PromptTemplate]) -> [PromptTemplate] {
    var reached: [String: PromptTemplate] = [:]
    func reach(_ template: PromptTemplate) {
      for name in template.partialNames {
        guard reached[name] == nil, let found = partials[name] else { continue }
        reached[name] = found
        reach(found)
      }
    }
    reach(self)
    return reached.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the digest of the template's bytes and those of the given partials.
  func digest(with reached: [PromptTemplate]) -> ContentDigest {
    let digests = ([self] + reached).map { ContentDigest(of: $0.file.bytes).hexadecimal }
    return ContentDigest(of: digests.joined(separator: "\n"))
  }

  /// The names of the partials that the template includes directly.
  var partialNames: Set<String> {
    var found: Set<String> = []
    func visit(_ nodes: [TemplateNode]) {
      for node in nodes {
        switch node {
        case .text, .output, .topic: break
        case .partial(let partial): found.insert(partial.name)
        case .block(let block):
          visit(block.body)
          visit(block.otherwise)
        }
      }
    }
    visit(nodes)
    return found
  }
}
