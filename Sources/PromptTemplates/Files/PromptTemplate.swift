public import JSON
public import SourceFiles

/// A parsed `.prompt` file.
///
/// Parsing finds what is wrong with the file itself: its encoding, its front matter, its syntax. What
/// needs the partials too (names that the schema lacks, sections out of order) ``PreparedPrompt`` finds.
public struct PromptTemplate: Sendable {
  /// What happens where a template and its data do not fit.
  public enum Strictness: Sendable, Hashable {
    /// It is an error with a place and a way to mend it.
    case strict
    /// It is passed over, as dotprompt's other runtimes do: absent values are nothing, inputs are not
    /// checked, nothing is made inert. For templates written elsewhere; not for people's words.
    case lenient
  }

  /// The name without version, such as `discovery`.
  public let name: String
  /// The version, such as `v2`; nil for a partial or a file without one.
  public let version: String?
  /// The text it was parsed from.
  public let file: SourceFile
  /// What the file says about itself.
  public let frontMatter: FrontMatter
  let nodes: [TemplateNode]
  /// Where the template lies in the file.
  let body: Range<Int>

  /// `name@version`, or the name alone.
  public var reference: String { version.map { "\(name)@\($0)" } ?? name }

  /// Parses a file; its schemas may name those in `schemas`. Throws ``SourceError`` with every location in that file.
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

  /// The partials it includes, itself or through others, in the order of their names.
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

  /// The digest of its bytes and those of the partials it reaches.
  func digest(with reached: [PromptTemplate]) -> ContentDigest {
    let digests = ([self] + reached).map { ContentDigest(of: $0.file.bytes).hexadecimal }
    return ContentDigest(of: digests.joined(separator: "\n"))
  }

  /// The names of the partials it includes itself.
  var partialNames: Set<String> {
    var found: Set<String> = []
    func visit(_ nodes: [TemplateNode]) {
      for node in nodes {
        switch node {
        case .text, .output: break
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
