import Conversations
import LanguageModels
import PromptTemplates
public import SourceFiles
import YAMLDocument

extension EvalSuite {
  /// Reads a suite's file. Paths in it are relative to the folder of the file that they stand in.
  ///
  /// Throws ``SourceError`` with the place of what is wrong.
  public init(
    _ file: SourceFile, files: any FileSystem = LocalFileSystem(),
    graders registry: GraderRegistry = .standard
  ) throws(SourceError) {
    let source = try SuiteFile(file, files: files)
    var map = try YAMLMapping(source.node, "a suite")
    digest = source.digest
    name = try Self.name(&map)
    description = try map.string("description")
    replay = try map.optional("replay")?.choice("'replay'") ?? .nextTurn
    let transcripts = try map.required("transcripts")
    (transcriptPaths, filter) = try Self.transcripts(transcripts)
    turns =
      try map.optional("turns").map { node throws(SourceError) in try TurnSelection(node) }
      ?? .all
    model = try map.optional("model").map { node throws(SourceError) in
      try ModelReference(node, in: node.path.parentFolder)
    }
    parameters =
      try map.optional("parameters").map { node throws(SourceError) in try ModelParameters(node) }
      ?? ModelParameters()
    closingTokens = try map.optional("closing_max_tokens")?.integer(
      "'closing_max_tokens'", in: 1...1_000_000)
    samples = try SampleCounts(&map)
    seed = UInt64(try map.optional("seed")?.integer("'seed'", in: 0...(.max)) ?? 1)
    variants = try Self.variants(&map)
    references = try Self.references(map.optional("references"))
    baseline = try Self.baseline(map.optional("baseline"), variants)
    try Self.checkNames(variants.map(\.id) + references.map(\.id), in: map.node)
    graders = try Self.graders(&map, registry)
    pairwise = []
    for item in try map.optional("pairwise")?.list("'pairwise'") ?? [] {
      pairwise.append(try PairwiseJudge(item, in: item.path.parentFolder))
    }
    person = try map.optional("person").map { node throws(SourceError) in
      try SimulatedPersonUse(node, in: node.path.parentFolder)
    }
    budget =
      try map.optional("budget").map { node throws(SourceError) in try SuiteBudget(node) }
      ?? SuiteBudget()
    concurrency = try Self.concurrency(map.optional("concurrency"))
    price = try map.optional("price").map { node throws(SourceError) in try SuitePrice(node) }
    let metrics = graders.map(\.id) + EvalMetric.all
    let gateNode = map.optional("gate")
    gate = try gateNode.map { node throws(SourceError) in
      try EvalGate(node, metrics: metrics)
    }
    if let gateNode { try checkGate(gateNode) }
    guard replay != .simulated || person != nil else {
      throw map.node.error(
        "suite.person", "a conversation with a simulated person needs one",
        hint: "add person: {model: …}")
    }
    try map.finish()
  }

  private static func name(_ map: inout YAMLMapping) throws(SourceError) -> String {
    let node = try map.required("name")
    let name = try node.string("'name'")
    // The name becomes part of file names.
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }), name.first != "."
    else {
      throw node.error(
        "suite.name", "'\(name)' cannot be a suite's name",
        hint: "use letters, digits, '-', '_' and '.'")
    }
    return name
  }

  /// A folder, files or patterns, as a text, a list of texts, or with a filter as a mapping.
  private static func transcripts(_ node: YAMLNode) throws(SourceError) -> (
    [String], TranscriptFilter
  ) {
    func paths(_ node: YAMLNode) throws(SourceError) -> [String] {
      let texts =
        if case .sequence = node.content { try node.strings("'files'") } else {
          [try node.string("'transcripts'")]
        }
      return texts.map { $0.resolved(in: node.path.parentFolder) }
    }
    guard case .mapping = node.content else { return (try paths(node), TranscriptFilter()) }
    var map = try YAMLMapping(node, "'transcripts'")
    var found: [String] = []
    if let folder = map.optional("folder") { found += try paths(folder) }
    if let files = map.optional("files") { found += try paths(files) }
    guard !found.isEmpty else {
      throw node.error(
        "yaml.missing", "'folder' is missing", hint: "write folder: …, or files: [pattern, …]")
    }
    let filter = try TranscriptFilter(&map)
    try map.finish()
    return (found, filter)
  }

  private static func variants(_ map: inout YAMLMapping) throws(SourceError) -> [EvalVariant] {
    var variants: [EvalVariant] = []
    if let node = map.optional("grid") {
      variants += try VariantGrid(node, in: node.path.parentFolder).variants
    }
    let list = variants.isEmpty ? try map.required("variants") : map.optional("variants")
    for item in try list?.list("'variants'") ?? [] { variants.append(try EvalVariant(item)) }
    guard Set(variants.map(\.id)).count == variants.count, !variants.isEmpty else {
      throw (list ?? map.node).error(
        "suite.variants", "a suite needs variants with different ids")
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

  private static func baseline(_ node: YAMLNode?, _ variants: [EvalVariant]) throws(SourceError)
    -> String
  {
    guard let node else { return variants[0].id }
    let id = try node.string("'baseline'")
    guard variants.contains(where: { $0.id == id }) else {
      throw node.error(
        "suite.baseline", "the suite has no variant '\(id)'",
        hint: variants.map(\.id).hint(for: id))
    }
    return id
  }

  private static func checkNames(_ ids: [String], in node: YAMLNode) throws(SourceError) {
    guard Set(ids).count == ids.count else {
      throw node.error(
        "suite.ids", "two variants or references have the same id", hint: "rename one of them")
    }
  }

  private static func graders(
    _ map: inout YAMLMapping, _ registry: GraderRegistry
  ) throws(SourceError) -> [GraderUse] {
    var uses: [GraderUse] = []
    if let node = map.optional("graders") {
      for item in try node.list("'graders'") { uses.append(try GraderUse(item, registry)) }
    } else {
      uses = registry.withoutOptions
    }
    for item in try map.optional("assertions")?.list("'assertions'") ?? [] {
      var use = try GraderUse(item, registry)
      use.isRequired = true
      uses.append(use)
    }
    for (position, use) in uses.enumerated()
    where uses[..<position].contains(where: { $0.id == use.id }) {
      throw map.node.error(
        "suite.grader", "two graders are called '\(use.id)'", hint: "give one of them an id: …")
    }
    return uses
  }

  private static func concurrency(_ node: YAMLNode?) throws(SourceError) -> [String: Int] {
    guard let node else { return [:] }
    let map = try YAMLMapping(node, "'concurrency'")
    var limits: [String: Int] = [:]
    for entry in map.entries {
      limits[entry.key] = try entry.value.integer("'\(entry.key)'", in: 1...10_000)
    }
    return limits
  }

  private func checkGate(_ node: YAMLNode) throws(SourceError) {
    guard let gate else { return }
    guard gate.margins.isEmpty || variants.count > 1 else {
      throw node.error("suite.gate", "a gate compares two variants, and there is one")
    }
  }
}

extension EvalVariant {
  init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "a variant")
    id = try map.string("id")
    prompt = try PromptReference(try map.required("prompt"))
    model = try map.optional("model").map { node throws(SourceError) in
      try ModelReference(node, in: node.path.parentFolder)
    }
    if let node = map.optional("parameters") { parameters = try ModelParameters(node) }
    domain = try map.optional("domain")?.string("'domain'")
    leftOut = try map.strings("leave_out")
    if let node = map.optional("inputs") {
      guard let members = node.json.object else {
        throw node.error("yaml.type", "'inputs' is a mapping, and this is \(node.kindName)")
      }
      inputs = members
    }
    try map.finish()
  }
}
