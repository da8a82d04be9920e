public import SourceFiles
import YAMLDocument

extension DomainConfig {
  /// The fewest example utterances that make a domain recognisable.
  static let fewestExamples = 15

  /// Reads a domain file. Throws ``SourceError`` with the place of what is wrong.
  public init(_ file: SourceFile) throws(SourceError) {
    let root = try YAMLNode.parse(file)
    var map = try YAMLMapping(root, "a domain")
    let stem = String(file.path.fileName.prefix { $0 != "." })
    let idNode = try map.required("id")
    id = try idNode.string("'id'")
    guard id == stem else {
      throw idNode.error(
        "domain.id", "the id is '\(id)', and the file is called '\(stem)'",
        hint: "give both the same name")
    }
    name = try map.string("name")
    description = try map.string("description")
    tone = try map.string("tone")
    methodology = try map.string("methodology")
    personality = try map.string("personality")
    promptSection = try map.string("prompt_section").withoutTrailingBlanks
    routing = try RoutingSignals(try map.required("routing"))
    guardrails = try map.required("guardrails").strings("'guardrails'")
    style = try StyleDefaults(try map.required("style"))
    starters = try map.required("starters").strings("'starters'")
    try map.finish()
  }
}

extension RoutingSignals {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "'routing'")
    keywords = try map.required("keywords").strings("'keywords'")
    let examplesNode = try map.required("examples")
    examples = try examplesNode.strings("'examples'")
    negatives = try map.strings("negatives")
    try map.finish()
    guard examples.count >= DomainConfig.fewestExamples else {
      throw examplesNode.error(
        "domain.examples",
        "there are \(examples.count) examples, and a domain needs \(DomainConfig.fewestExamples)",
        hint: "add things that people really say")
    }
  }
}

extension StyleDefaults {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "'style'")
    func dimension(_ key: String) throws(SourceError) -> Double {
      try map.required(key).number("'\(key)'", in: -1...1)
    }
    directExploratory = try dimension("direct_exploratory")
    briefDetailed = try dimension("brief_detailed")
    actionReflective = try dimension("action_reflective")
    challengingSupportive = try dimension("challenging_supportive")
    try map.finish()
  }
}

extension String {
  /// The text without the line end that YAML's block style leaves after it.
  fileprivate var withoutTrailingBlanks: String {
    lastIndex { !$0.isWhitespace }.map { String(self[...$0]) } ?? ""
  }
}
