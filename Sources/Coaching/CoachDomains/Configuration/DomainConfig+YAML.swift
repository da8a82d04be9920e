import CoachModel
package import Documents
public import SourceFiles

extension DomainConfig {
  /// The minimum number of example messages with which a domain can be recognised.
  static let minimumExamples = 15

  /// Reads a domain file. Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    try self.init(try DocumentNode.parse(file), path: file.path)
  }

  /// Reads a domain whose file has, or will have, a path.
  package init(_ root: DocumentNode, path: String) throws(SourceError) {
    var map = try MappingReader(root, "a domain")
    id = try map.id(of: path)
    guard RoutingOutcome.Kind(rawValue: id) == nil else {
      throw root.error(
        "domain.reserved", "'\(id)' is the ID of a routing outcome, not of a domain",
        hint: "name the file _\(id).yaml, with id, name, description and routing only")
    }
    name = try map.string("name")
    description = try map.string("description")
    tone = try map.string("tone")
    methodology = try map.string("methodology")
    personality = try map.string("personality")
    promptSection = try map.string("prompt_section").withoutTrailingBlanks
    routing = try RoutingSignals(try map.required("routing"))
    guardrails = try map.required("guardrails").strings("'guardrails'")
    style = try StylePreference(try map.required("style"))
    starters = try map.required("starters").strings("'starters'")
    try map.finish()
  }
}

extension RoutingOutcome {
  /// Reads an outcome file. Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    let root = try DocumentNode.parse(file)
    guard let kind = Kind.allCases.first(where: { $0.fileName == file.path.fileName }) else {
      throw root.error(
        "domain.outcome", "'\(file.path.fileName)' is neither a domain nor a routing outcome",
        hint: (Kind.allCases.map(\.fileName) + [RoutingThresholds.fileName])
          .hint(for: file.path.fileName))
    }
    self.kind = kind
    var map = try MappingReader(root, "an outcome")
    _ = try map.id(of: file.path, prefix: "_")
    name = try map.string("name")
    description = try map.string("description")
    routing = try RoutingSignals(try map.required("routing"))
    try map.finish()
  }
}

extension MappingReader {
  /// Reads the id, which must match the file name.
  fileprivate mutating func id(of path: String, prefix: String = "") throws(SourceError)
    -> String
  {
    let node = try required("id")
    let id = try node.string("'id'")
    let name = path.fileName
    let ending = DomainLibrary.ending
    let stem = name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name
    guard prefix + id == stem else {
      throw node.error(
        "domain.id", "the ID '\(id)' does not match the file name '\(stem)'",
        hint: "name the file '\(prefix)\(id).yaml', or change the id")
    }
    return id
  }
}

extension RoutingSignals {
  init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "'routing'")
    let keywordsNode = try map.required("keywords")
    keywords = try keywordsNode.phrases("'keywords'")
    hints = try map.optional("hints")?.phrases("'hints'") ?? []
    let examplesNode = try map.required("examples")
    examples = try examplesNode.strings("'examples'")
    negatives = try map.strings("negatives")
    try map.finish()
    guard examples.count >= DomainConfig.minimumExamples else {
      throw examplesNode.error(
        "domain.examples",
        "there are \(examples.count) examples, but a domain needs at least \(DomainConfig.minimumExamples)",
        hint: "add messages as people write them")
    }
  }
}

extension DocumentNode {
  /// Returns a list of words and phrases. One with brackets or commas is a list that was written as a text, and would
  /// never be found in a message.
  fileprivate func phrases(_ what: String) throws(SourceError) -> [String] {
    var phrases: [String] = []
    for node in try list(what) {
      let phrase = try node.string("each item of \(what)")
      if let mark = phrase.first(where: { "[]{},;".contains($0) || $0.isNewline }) {
        throw node.error(
          "domain.phrase",
          "an item of \(what) contains \(mark.isNewline ? "a line break" : "'\(mark)'")",
          hint: "write one word or phrase per item: a line that starts with '- ', or [one, another]"
        )
      }
      phrases.append(phrase)
    }
    return phrases
  }
}

extension StylePreference {
  fileprivate init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "'style'")
    func dimension(_ key: String) throws(SourceError) -> Double {
      try map.required(key).number("'\(key)'", in: -1...1)
    }
    self.init(
      directExploratory: try dimension("direct_exploratory"),
      briefDetailed: try dimension("brief_detailed"),
      actionReflective: try dimension("action_reflective"),
      challengingSupportive: try dimension("challenging_supportive"))
    try map.finish()
  }
}

extension String {
  /// The text without the trailing line break that YAML's block style leaves.
  fileprivate var withoutTrailingBlanks: String {
    lastIndex { !$0.isWhitespace }.map { String(self[...$0]) } ?? ""
  }
}
