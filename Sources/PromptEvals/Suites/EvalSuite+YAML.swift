import Conversations
import LanguageModels
import PromptTemplates
public import SourceFiles
import YAMLDocument

extension EvalSuite {
  /// Reads a suite's file. Paths in it are relative to its folder.
  ///
  /// Throws ``SourceError`` with the place of what is wrong.
  public init(_ file: SourceFile) throws(SourceError) {
    var map = try YAMLMapping(try YAMLNode.parse(file), "a suite")
    let nameNode = try map.required("name")
    name = try nameNode.string("'name'")
    // The name becomes part of file names.
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }), name.first != "."
    else {
      throw nameNode.error(
        "suite.name", "'\(name)' cannot be a suite's name",
        hint: "use letters, digits, '-', '_' and '.'")
    }
    description = try map.string("description")
    var transcripts = try YAMLMapping(try map.required("transcripts"), "'transcripts'")
    transcriptFolder = try transcripts.string("folder").resolved(in: file.path.parentFolder)
    filter = try TranscriptFilter(&transcripts)
    try transcripts.finish()
    turns =
      try map.optional("turns").map { node throws(SourceError) in
        try TurnSelection(node)
      } ?? .all
    model = try map.optional("model").map { node throws(SourceError) in
      try Self.model(node, in: file.path.parentFolder)
    }
    parameters =
      try map.optional("parameters").map { node throws(SourceError) in
        try ModelParameters(node)
      } ?? ModelParameters()
    closingTokens = try map.optional("closing_max_tokens")?.integer(
      "'closing_max_tokens'", in: 1...1_000_000)
    variants = try Self.variants(try map.required("variants"))
    references = try Self.references(map.optional("references"))
    let sides = variants.map(\.id) + references.map(\.id)
    guard Set(sides).count == sides.count else {
      throw map.node.error(
        "suite.ids", "two variants or references have the same id", hint: "rename one of them")
    }
    graders = try Self.graders(map.optional("graders"))
    price = try map.optional("price").map { node throws(SourceError) in try SuitePrice(node) }
    let known = graders.map(\.id)
    let sideCount = variants.count
    gate = try map.optional("gate").map { node throws(SourceError) in
      guard sideCount > 1 else {
        throw node.error("suite.gate", "a gate compares two variants, and there is one")
      }
      return try EvalGate(node, graders: known)
    }
    digest = ContentDigest(of: file.bytes)
    try map.finish()
  }

  private static func model(_ node: YAMLNode, in folder: String) throws(SourceError)
    -> ModelReference
  {
    let text = try node.string("'model'")
    guard var reference = ModelReference(text) else {
      throw node.error("suite.model", "'\(text)' is not a model", hint: "write provider:model")
    }
    if reference.provider == "replay" || reference.provider == "scripted" {
      reference.model = reference.model.resolved(in: folder)
    }
    return reference
  }

  private static func variants(_ node: YAMLNode) throws(SourceError) -> [EvalVariant] {
    var variants: [EvalVariant] = []
    for item in try node.list("'variants'") {
      var map = try YAMLMapping(item, "a variant")
      let promptNode = try map.required("prompt")
      let text = try promptNode.string("'prompt'")
      guard let prompt = PromptReference(text) else {
        throw promptNode.error(
          "suite.prompt", "'\(text)' is not a prompt", hint: "write name@version")
      }
      variants.append(EvalVariant(id: try map.string("id"), prompt: prompt))
      try map.finish()
    }
    guard Set(variants.map(\.id)).count == variants.count, !variants.isEmpty else {
      throw node.error("suite.variants", "a suite needs variants with different ids")
    }
    return variants
  }

  private static func references(_ node: YAMLNode?) throws(SourceError) -> [EvalReference] {
    var references: [EvalReference] = []
    for item in try node?.list("'references'") ?? [] {
      var map = try YAMLMapping(item, "a reference")
      references.append(
        EvalReference(id: try map.string("id"), filter: try TranscriptFilter(&map)))
      try map.finish()
    }
    return references
  }

  private static func graders(_ node: YAMLNode?) throws(SourceError) -> [any Grader] {
    guard let node else { return GraderRegistry.all }
    var graders: [any Grader] = []
    for item in try node.list("'graders'") {
      let id = try item.string("a grader")
      guard let grader = GraderRegistry.grader(id) else {
        throw item.error(
          "suite.grader", "no grader '\(id)'", hint: GraderRegistry.ids.hint(for: id))
      }
      graders.append(grader)
    }
    return graders
  }
}

extension TranscriptFilter {
  init(_ map: inout YAMLMapping) throws(SourceError) {
    kind = try map.optional("kind")?.choice("'kind'")
    quality = try map.optional("quality")?.choice("'quality'")
    tags = try map.strings("tags")
  }
}

extension TurnSelection {
  init(_ node: YAMLNode) throws(SourceError) {
    if node.json == "all" {
      self = .all
      return
    }
    var numbers: [Int] = []
    var last = false
    for item in try node.list("'turns'") {
      if item.json == "last" {
        last = true
      } else {
        numbers.append(try item.integer("a turn", in: 1...1000))
      }
    }
    self = .chosen(numbers, last: last)
  }
}

extension ModelParameters {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "'parameters'")
    self.init(
      maximumTokens: try map.optional("max_tokens")?.integer("'max_tokens'", in: 1...1_000_000),
      temperature: try map.optional("temperature")?.number("'temperature'", in: 0...2),
      topP: try map.optional("top_p")?.number("'top_p'", in: 0...1),
      seed: try map.optional("seed")?.integer("'seed'", in: 0...(.max)),
      stop: try map.strings("stop"))
    try map.finish()
  }
}

extension SuitePrice {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "'price'")
    price = TokenPrice(
      input: try map.required("input").number("'input'", in: 0...10_000),
      output: try map.required("output").number("'output'", in: 0...10_000))
    note = try map.string("note")
    try map.finish()
  }
}

extension EvalGate {
  init(_ node: YAMLNode, graders: [String]) throws(SourceError) {
    var map = try YAMLMapping(node, "'gate'")
    let graderNode = try map.required("grader")
    grader = try graderNode.string("'grader'")
    guard graders.contains(grader) else {
      throw graderNode.error(
        "suite.grader", "the suite runs no grader '\(grader)'", hint: graders.hint(for: grader))
    }
    margin = try map.required("margin").number("'margin'", in: 0...1)
    try map.finish()
  }
}

extension String {
  /// The path as seen from a folder: `../x` in `a/b` is `a/x`. An absolute path stays.
  fileprivate func resolved(in folder: String) -> String {
    guard !hasPrefix("/"), folder != "." else { return self }
    var parts = folder.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for part in split(separator: "/") {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != "." {
        parts.append(String(part))
      }
    }
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }
}
