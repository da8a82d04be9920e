import CoachModel
import CoachTranscripts
import Documents
public import EvalGraders
import LanguageModels
import PromptTemplates
public import SourceFiles

extension EvalSuite {
  /// Reads a suite from its YAML file.
  ///
  /// Paths are relative to the folder of the file that contains them.
  ///
  /// Throws ``SourceError`` with the locations of all problems.
  ///
  /// - Parameters:
  ///   - file: The file of the suite.
  ///   - files: The file system from which included files and files that graders name are read.
  ///   - registry: The kinds of graders that the suite can use.
  public init(
    _ file: SourceFile, files: any FileSystem = DiskFileSystem(),
    graders registry: GraderRegistry = .standard
  ) throws(SourceError) {
    let source = try SuiteFile(file, files: files)
    var map = try MappingReader(source.node, "a suite")
    var problems = Problems()
    let keys = ["transcripts", "cases", "variants", "grid"]
    guard map.entries.contains(where: { keys.contains($0.key) }) else {
      throw map.node.error(
        "suite.none", "'transcripts' and 'variants' are missing: this is not a suite",
        hint: "'coachkit eval new' writes one")
    }
    digest = source.digest
    modelNodes = Self.modelNodes(in: source.node)
    name = problems.part("") { () throws(SourceError) in try Self.name(&map) }
    description = problems.part("") { () throws(SourceError) in
      try map.optional("description")?.string("'description'") ?? ""
    }
    let isOfTasks = map.entries.contains { $0.key == "cases" }
    replay = problems.part(.nextTurn) { () throws(SourceError) in
      try Self.replay(&map, isOfTasks: isOfTasks)
    }
    let replay = replay
    namesPipeline = map.entries.contains { $0.key == "pipeline" }
    pipeline = problems.part(.prompt) { () throws(SourceError) in
      try Self.pipeline(&map, replay: replay)
    }
    today = problems.part(Self.defaultToday) { () throws(SourceError) in
      try map.optional("today").map { node throws(SourceError) in try Self.day(node) }
        ?? Self.defaultToday
    }
    transcripts = problems.part(TranscriptSelection(paths: [])) { () throws(SourceError) in
      isOfTasks
        ? try TranscriptSelection(cases: try map.required("cases"), files: files)
        : try TranscriptSelection(try map.required("transcripts"))
    }
    transcripts.turns = problems.part(.all) { () throws(SourceError) in
      try map.optional("turns").map { node throws(SourceError) in try TurnSelection(node) } ?? .all
    }
    generation = problems.part(Generation()) { () throws(SourceError) in try Generation(&map) }
    samples = problems.part(SampleCounts()) { () throws(SourceError) in try SampleCounts(&map) }
    seed = problems.part(1) { () throws(SourceError) in
      UInt64(try map.optional("seed")?.integer("'seed'", in: 0...(.max)) ?? 1)
    }
    comparison = problems.part(Comparison.none) { () throws(SourceError) in try Comparison(&map) }
    let pipeline = pipeline
    grading = problems.part(Grading(graders: [])) { () throws(SourceError) in
      try Grading(&map, pipeline: pipeline, registry: registry, files: files)
    }
    generation.person = problems.part(nil) { () throws(SourceError) in
      try map.optional("person").map { node throws(SourceError) in
        try SimulatedPersonUse(node, in: node.path.parentFolder)
      }
    }
    limits = problems.part(Limits()) { () throws(SourceError) in try Limits(&map) }
    generation.price = problems.part(nil) { () throws(SourceError) in
      try map.optional("price").map { node throws(SourceError) in try SuitePrice(node) }
    }
    if let problem = Self.toolProblem(in: map, generation, replay: replay, pipeline: pipeline) {
      problems.add(problem)
    }
    let (grading, comparison) = (grading, comparison)
    gate = problems.part(nil) { () throws(SourceError) in
      // Without the graders and variants of a broken suite, its gate would look wrong, too.
      guard let node = map.optional("gate"), !grading.graders.isEmpty, comparison != .none else {
        return nil
      }
      return try EvalGate(node, metrics: grading.metrics)
    }
    if replay == .simulated, map.optional("person") == nil {
      problems.add(
        map.node.diagnostic(
          "suite.person", "a conversation with a simulated person needs one",
          at: map.node.location,
          hint: "add person: {model: …}"))
    }
    problems.part { () throws(SourceError) in
      try map.finish(known: SuiteSchema.keys)
    }
    if let error = problems.error { throw error }
  }

  /// Returns why the tools that a suite declares could not be called, or their calls not be answered.
  private static func toolProblem(
    in map: MappingReader, _ generation: Generation, replay: ReplayMode, pipeline: EvalPipeline
  ) -> Diagnostic? {
    guard !generation.tools.isEmpty,
      let entry = map.entries.first(where: { $0.key == "tools" })
    else { return nil }
    guard replay == .nextTurn || replay == .task else {
      return Diagnostic(
        "suite.tools", "with replay: \(replay.rawValue) no tool can be called: nobody would answer",
        at: entry.location, hint: "write replay: next-turn, which grades one reply at a time")
    }
    guard pipeline == .prompt || replay == .task else {
      return Diagnostic(
        "suite.tools", "the product's turn declares no tools", at: entry.location,
        hint: "write pipeline: prompt")
    }
    return nil
  }

  /// What belongs to conversations and has no meaning for the cases of a task.
  private static let conversationKeys = [
    "transcripts", "turns", "references", "person", "closing_max_tokens", "pipeline", "today",
  ]

  private static func replay(
    _ map: inout MappingReader, isOfTasks: Bool
  ) throws(SourceError) -> ReplayMode {
    let node = map.optional("replay")
    let mode: ReplayMode? = try node?.choice("'replay'")
    guard isOfTasks else {
      guard let node, mode == .task else { return mode ?? .nextTurn }
      throw node.error(
        "suite.cases", "'replay: task' needs cases", hint: "write cases: in place of transcripts:")
    }
    if let node, mode != .task {
      throw node.error(
        "suite.cases", "a suite with cases replays no conversation", hint: "leave 'replay' out")
    }
    for key in conversationKeys {
      guard let entry = map.entries.first(where: { $0.key == key }) else { continue }
      throw SourceError(
        Diagnostic(
          "suite.cases", "'\(key)' belongs to conversations, and the suite has cases",
          at: entry.location, hint: "leave it out, or write transcripts: in place of cases:"))
    }
    return .task
  }

  private static func pipeline(
    _ map: inout MappingReader, replay: ReplayMode
  ) throws(SourceError) -> EvalPipeline {
    let node = map.optional("pipeline")
    let pipeline: EvalPipeline? = try node?.choice("'pipeline'")
    // A task has no turn.
    return replay == .task ? .prompt : pipeline ?? .turn
  }

  private static func day(_ node: DocumentNode) throws(SourceError) -> CalendarDay {
    guard let day = CalendarDay(try node.string("'today'")) else {
      throw node.error("suite.today", "'today' is not a day", hint: "write 2026-01-15")
    }
    return day
  }

  private static func name(_ map: inout MappingReader) throws(SourceError) -> String {
    try map.required("name").fileNamePart("'name'", "suite.name", of: "a suite's name")
  }

  /// Checks that the last of some IDs does not occur among the others.
  fileprivate static func checkName(
    of item: DocumentNode, ids: [String], what: String
  ) throws(SourceError) {
    guard let id = ids.last, ids.dropLast().contains(id) else { return }
    throw item.error("suite.ids", "two \(what) are called '\(id)'", hint: "rename one of them")
  }
}

extension EvalSuite.TranscriptSelection {
  /// Reads folders, files or patterns, written as a string, a list of strings, or a mapping with a filter; for cases also
  /// with the meaning of columns.
  init(_ node: DocumentNode, areCases: Bool = false) throws(SourceError) {
    guard case .mapping = node.content else {
      paths = try Self.paths(node)
      return
    }
    var map = try MappingReader(node, "transcripts or cases")
    paths = []
    if let folder = map.optional("folder") { paths += try Self.paths(folder) }
    if let files = map.optional("files") { paths += try Self.paths(files) }
    guard !paths.isEmpty else {
      throw node.error(
        .missing, "'folder' is missing", hint: "write folder: …, or files: [pattern, …]")
    }
    filter = try TranscriptFilter(&map)
    if areCases { columns = try CaseColumns(&map) }
    try map.finish()
  }

  /// Reads cases: their file or files, a mapping with a filter, or a list in which cases stand themselves.
  init(cases node: DocumentNode, files: any FileSystem) throws(SourceError) {
    guard case .sequence(let items) = node.content else {
      try self.init(node, areCases: true)
      return
    }
    self.init(paths: [])
    var problems = Problems()
    for item in items {
      problems.part { () throws(SourceError) in
        if case .mapping = item.content {
          cases.append(try TaskCase(item, files: files))
        } else {
          paths.append(try item.string("a file of cases").resolved(in: item.path.parentFolder))
        }
      }
    }
    if let error = problems.error { throw error }
  }

  private static func paths(_ node: DocumentNode) throws(SourceError) -> [String] {
    let texts =
      if case .sequence = node.content { try node.strings("'files'") } else {
        [try node.string("a path")]
      }
    return texts.map { $0.resolved(in: node.path.parentFolder) }
  }
}

extension EvalSuite.Generation {
  /// Reads the settings of the candidates; the price and the person are read after the graders.
  fileprivate init(_ map: inout MappingReader) throws(SourceError) {
    model = try map.optional("model").map { node throws(SourceError) in
      try ModelReference(node, in: node.path.parentFolder)
    }
    if let node = map.optional("parameters") { parameters = try ModelParameters(node) }
    if let node = map.optional("tools") { tools = try ToolDeclaration.list(node) }
    if let node = map.optional("tool_choice") {
      guard !tools.isEmpty else {
        throw node.error(
          "suite.tools", "'tool_choice' chooses among tools, and the suite declares none",
          hint: "add tools: […]")
      }
      toolChoice = try ToolChoice(node, among: tools)
    }
    closingTokens = try map.optional("closing_max_tokens")?.integer(
      "'closing_max_tokens'", in: ModelParameters.tokenLimits)
  }
}

extension EvalSuite.Comparison {
  fileprivate init(_ map: inout MappingReader) throws(SourceError) {
    variants = try Self.variants(&map)
    references = try Self.references(map.optional("references"), beside: variants)
    baseline = try Self.baseline(map.optional("baseline"), among: variants)
  }

  private static func variants(_ map: inout MappingReader) throws(SourceError) -> [EvalVariant] {
    if let node = map.optional("grid") {
      if let list = map.optional("variants") {
        throw list.error(
          "suite.variants", "'grid' replaces 'variants', but both are given",
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
    var problems = Problems()
    for item in try list.list("'variants'") {
      problems.part { () throws(SourceError) in
        variants.append(try EvalVariant(item))
        try EvalSuite.checkName(of: item, ids: variants.map(\.id), what: "variants")
      }
    }
    if let error = problems.error { throw error }
    guard !variants.isEmpty else {
      throw list.error(
        "suite.variants", "a suite needs a variant", hint: "write - {id: …, prompt: name@version}")
    }
    return variants
  }

  private static func references(
    _ node: DocumentNode?, beside variants: [EvalVariant]
  ) throws(SourceError) -> [EvalReference] {
    var references: [EvalReference] = []
    for item in try node?.list("'references'") ?? [] {
      var map = try MappingReader(item, "a reference")
      references.append(
        EvalReference(id: try map.string("id"), filter: try TranscriptFilter(&map)))
      try map.finish()
      try EvalSuite.checkName(
        of: item, ids: variants.map(\.id) + references.map(\.id), what: "variants or references")
    }
    return references
  }

  private static func baseline(_ node: DocumentNode?, among variants: [EvalVariant])
    throws(SourceError)
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
}

extension EvalSuite.Grading {
  fileprivate init(
    _ map: inout MappingReader, pipeline: EvalPipeline, registry: GraderRegistry,
    files: any FileSystem
  ) throws(SourceError) {
    graders = try Self.graders(in: &map, pipeline: pipeline, registry: registry, files: files)
    if pipeline == .turn { addGuardrails() }
    for item in try map.optional("pairwise")?.list("'pairwise'") ?? [] {
      pairwise.append(try PairwiseJudge(item, in: item.path.parentFolder))
      try EvalSuite.checkName(of: item, ids: pairwise.map(\.id), what: "pairwise judges")
    }
    if let node = map.optional("grader_failures") {
      toleratedFailures = try node.number("'grader_failures'", in: 0...1)
    }
  }

  /// Adds what counts a replaced sentence as a fault of the version, unless the suite names it with settings of its own.
  private mutating func addGuardrails() {
    let guardrails = GraderRegistry.guardrails
    guard !graders.contains(where: { $0.id == guardrails.id }) else { return }
    graders.append(guardrails)
  }

  private static func graders(
    in map: inout MappingReader, pipeline: EvalPipeline, registry: GraderRegistry,
    files: any FileSystem
  ) throws(SourceError) -> [GraderUse] {
    var uses: [GraderUse] = []
    var problems = Problems()
    let informs = try map.flag("informs")
    func add(_ item: DocumentNode, isRequired: Bool) throws(SourceError) {
      var use = try GraderUse(item, registry: registry, files: files)
      if isRequired { use.isRequired = true }
      guard use.isRequired || !use.onlyInforms else {
        throw item.member("informs").error(
          "suite.informs", "'\(use.id)' is a grader, which fails nothing",
          hint: "leave 'informs' out, or write weight: 0 to keep it out of the overall score")
      }
      guard pipeline == .turn || use.id != GraderRegistry.guardrails.id else {
        throw item.error(
          "suite.pipeline", "the guardrails read replies only with pipeline: turn",
          hint: "leave 'guardrails' out, or run the turn of a conversation")
      }
      uses.append(use)
      try EvalSuite.checkName(of: item, ids: uses.map(\.id), what: "graders")
      guard !EvalMetric.reserved.contains(use.id) else {
        throw item.error(
          "suite.grader", "a grader cannot be called '\(use.id)', which reports use themselves",
          hint: "give it another id: …")
      }
    }
    if let node = map.optional("graders") {
      for item in try node.list("'graders'") {
        problems.part { () throws(SourceError) in try add(item, isRequired: false) }
      }
    } else {
      let isOfTasks = map.entries.contains { $0.key == "cases" }
      uses = try isOfTasks ? GraderRegistry.ofTasks : registry.withoutOptions
      if pipeline == .prompt { uses.removeAll { $0.id == GraderRegistry.guardrails.id } }
    }
    for item in try map.optional("assertions")?.list("'assertions'") ?? [] {
      problems.part { () throws(SourceError) in try add(item, isRequired: true) }
    }
    if let error = problems.error { throw error }
    for index in uses.indices where informs && uses[index].isRequired {
      uses[index].onlyInforms = true
    }
    return uses
  }

  /// The metrics on which a gate can have conditions: the graders, and those that summarize them.
  fileprivate var metrics: [String] {
    var metrics = graders.map(\.id)
    if graders.contains(where: { $0.weight > 0 }) { metrics.append(EvalMetric.overall) }
    if graders.contains(where: { $0.weight > 0 || $0.isRequired }) {
      metrics.append(EvalMetric.passed)
    }
    return metrics
  }
}

extension EvalSuite.Limits {
  fileprivate init(_ map: inout MappingReader) throws(SourceError) {
    if let node = map.optional("budget") { budget = try SuiteBudget(node) }
    guard let node = map.optional("concurrency") else { return }
    for entry in try MappingReader(node, "'concurrency'").entries {
      concurrency[entry.key] = try entry.value.integer("'\(entry.key)'", in: 1...10_000)
    }
  }
}

extension EvalVariant {
  init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "a variant")
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
        throw node.error(.type, "'inputs' must be a mapping, not \(node.kindName)")
      }
      inputs = members
    }
    try map.finish()
  }
}

extension DocumentNode {
  /// Reads a name that becomes part of file names and of commands.
  func fileNamePart(
    _ what: String, _ code: String, of thing: String
  ) throws(SourceError) -> String {
    let name = try string(what)
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }), name.first != "."
    else {
      throw error(
        code, "'\(name.debugDescription.dropFirst().dropLast())' cannot be \(thing)",
        hint: "use letters, digits, '-', '_' and '.'")
    }
    return name
  }
}
