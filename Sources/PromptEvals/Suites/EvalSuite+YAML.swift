public import EvalGraders
import JSON
import LanguageModels
import PromptTemplates
public import SourceFiles
import Transcripts
import YAMLDocument

extension EvalSuite {
  /// Reads a suite from its YAML file.
  ///
  /// Paths are relative to the folder of the file that they stand in.
  ///
  /// Throws ``SourceError`` with the location of the problem.
  ///
  /// - Parameters:
  ///   - file: The file of the suite.
  ///   - files: The file system from which included files and files that graders name are read.
  ///   - registry: The kinds of graders that the suite can use.
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
    references = try Self.references(map.optional("references"), beside: variants)
    baseline = try Self.baseline(map.optional("baseline"), among: variants)
    graders = try Self.graders(in: &map, registry: registry, files: files)
    pairwise = []
    for item in try map.optional("pairwise")?.list("'pairwise'") ?? [] {
      pairwise.append(try PairwiseJudge(item, in: item.path.parentFolder))
      try Self.checkName(of: item, ids: pairwise.map(\.id), what: "pairwise judges")
    }
    person = try map.optional("person").map { node throws(SourceError) in
      try SimulatedPersonUse(node, in: node.path.parentFolder)
    }
    budget =
      try map.optional("budget").map { node throws(SourceError) in try SuiteBudget(node) }
      ?? SuiteBudget()
    concurrency = try Self.concurrency(map.optional("concurrency"))
    price = try map.optional("price").map { node throws(SourceError) in try SuitePrice(node) }
    let metrics = graders.map(\.id) + summedUp
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

  /// The metrics that summarize the graders of this suite.
  private var summedUp: [String] {
    var metrics: [String] = []
    if graders.contains(where: { $0.weight > 0 }) { metrics.append(EvalMetric.overall) }
    if graders.contains(where: { $0.weight > 0 || $0.isRequired }) {
      metrics.append(EvalMetric.passed)
    }
    return metrics
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

  /// Reads folders, files or patterns, written as a string, a list of strings, or a mapping with a filter.
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
    if let node = map.optional("grid") {
      if let list = map.optional("variants") {
        throw list.error(
          "suite.variants", "'grid' stands in place of 'variants', and both are given",
          hint: "leave one of them out")
      }
      let variants = try VariantGrid(node, in: node.path.parentFolder).variants
      guard Set(variants.map(\.id)).count == variants.count else {
        throw node.error(
          "suite.variants", "the grid names a combination twice",
          hint: "leave out what is listed twice")
      }
      return variants
    }
    let list = try map.required("variants")
    var variants: [EvalVariant] = []
    for item in try list.list("'variants'") {
      variants.append(try EvalVariant(item))
      try checkName(of: item, ids: variants.map(\.id), what: "variants")
    }
    guard !variants.isEmpty else {
      throw list.error(
        "suite.variants", "a suite needs a variant", hint: "write - {id: …, prompt: name@version}")
    }
    return variants
  }

  private static func references(
    _ node: YAMLNode?, beside variants: [EvalVariant]
  ) throws(SourceError) -> [EvalReference] {
    var references: [EvalReference] = []
    for item in try node?.list("'references'") ?? [] {
      var map = try YAMLMapping(item, "a reference")
      references.append(
        EvalReference(id: try map.string("id"), filter: try TranscriptFilter(&map)))
      try map.finish()
      try checkName(
        of: item, ids: variants.map(\.id) + references.map(\.id), what: "variants or references")
    }
    return references
  }

  /// Checks that the last of some IDs does not occur among the others.
  private static func checkName(
    of item: YAMLNode, ids: [String], what: String
  ) throws(SourceError) {
    guard let id = ids.last, ids.dropLast().contains(id) else { return }
    throw item.error("suite.ids", "two \(what) are called '\(id)'", hint: "rename one of them")
  }

  private static func baseline(_ node: YAMLNode?, among variants: [EvalVariant]) throws(SourceError)
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

  private static func graders(
    in map: inout YAMLMapping, registry: GraderRegistry, files: any FileSystem
  ) throws(SourceError) -> [GraderUse] {
    var uses: [GraderUse] = []
    func add(_ item: YAMLNode, isRequired: Bool) throws(SourceError) {
      var use = try GraderUse(item, registry: registry, files: files)
      if isRequired { use.isRequired = true }
      uses.append(use)
      try checkName(of: item, ids: uses.map(\.id), what: "graders")
      guard !EvalMetric.reserved.contains(use.id) else {
        throw item.error(
          "suite.grader", "a grader cannot be called '\(use.id)', which reports use themselves",
          hint: "give it another id: …")
      }
    }
    if let node = map.optional("graders") {
      for item in try node.list("'graders'") { try add(item, isRequired: false) }
    } else {
      uses = try registry.withoutOptions
    }
    for item in try map.optional("assertions")?.list("'assertions'") ?? [] {
      try add(item, isRequired: true)
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
