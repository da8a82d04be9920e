import CoachModel
import Documents
import SourceFiles

/// Finds errors in a template before there is data: names that the input schema lacks, unknown helpers and partials,
/// misplaced sections, and values that would change a shared prefix.
///
/// Partials are checked in the context of each inclusion, so a diagnostic names the file that must be fixed.
struct TemplateChecker {
  let template: PromptTemplate
  private let partials: [String: PromptTemplate]
  /// The errors of the partials that could not be parsed.
  private let broken: [String: SourceError]
  private let helpers: [String: TemplateHelper]
  let isStrict: Bool
  private var diagnostics: [Diagnostic] = []
  private(set) var file: SourceFile
  private var including: [String] = []
  /// The sections that the text at this point can belong to; -1 for none yet. There are several after a block of
  /// which only one branch starts a section.
  var sections: Set<Int> = [-1]
  private var hasUncoveredText = false
  private var reported: Set<Diagnostic> = []
  /// The number of partials checked so far; limited, so that a few files cannot keep the checker busy for hours.
  private var inclusions = 0
  /// The names that enclosing blocks bind to values.
  var parameters: [[String: SchemaCursor]] = []
  var use = InputUse()
  /// The number of containers, such as `<person>`, that are open at this point.
  private var openContainers = 0
  let root: SchemaCursor

  private static let maximumInclusions = 2_000

  /// Returns all errors of a template, given the partials and helpers it can use, and the errors of those partials that
  /// could not be parsed.
  static func check(
    _ template: PromptTemplate, partials: [String: PromptTemplate],
    helpers: [String: TemplateHelper], strictness: PromptTemplate.Strictness,
    broken: [String: SourceError]
  ) -> [Diagnostic] {
    run(
      template, partials: partials, helpers: helpers, strictness: strictness, broken: broken
    ).diagnostics
  }

  static func inputUse(
    of template: PromptTemplate, partials: [String: PromptTemplate],
    helpers: [String: TemplateHelper]
  ) -> InputUse {
    run(template, partials: partials, helpers: helpers, strictness: .strict, broken: [:]).use
  }

  private static func run(
    _ template: PromptTemplate, partials: [String: PromptTemplate],
    helpers: [String: TemplateHelper], strictness: PromptTemplate.Strictness,
    broken: [String: SourceError]
  ) -> TemplateChecker {
    var checker = TemplateChecker(
      template, partials: partials, helpers: helpers, isStrict: strictness == .strict,
      broken: broken)
    checker.check(template.nodes, in: [checker.root])
    return checker
  }

  private init(
    _ template: PromptTemplate, partials: [String: PromptTemplate],
    helpers: [String: TemplateHelper], isStrict: Bool, broken: [String: SourceError]
  ) {
    self.template = template
    self.partials = partials
    self.broken = broken
    self.helpers = helpers
    self.isStrict = isStrict
    file = template.file
    let schema = isStrict ? template.frontMatter.inputSchema?.source : nil
    root = SchemaCursor(schema: schema, isRoot: true)
  }

  mutating func add(_ code: String, _ message: String, at offset: Int, hint: String?) {
    let found = Diagnostic(code, message, in: file, at: offset, hint: hint)
    // An error in a partial that is included twice is reported once.
    if reported.insert(found).inserted { diagnostics.append(found) }
  }

  /// Checks nodes; `contexts` holds the schema of every enclosing context, the current one last.
  private mutating func check(_ nodes: [TemplateNode], in contexts: [SchemaCursor]) {
    for node in nodes {
      switch node {
      case .text(let text, let offset):
        openContainers += ContainerNames.depth(of: text)
        if let first = text.utf8.firstIndex(where: { !$0.isASCIIBlank }) {
          checkCover(at: offset + text.utf8.distance(from: text.startIndex, to: first))
        }
      case .output(let expression): output(expression, in: contexts)
      case .block(let block): check(block, in: contexts)
      case .partial(let partial): check(partial, in: contexts)
      case .topic: break
      }
    }
  }

  // MARK: Tags

  private mutating func output(_ expression: TemplateExpression, in contexts: [SchemaCursor]) {
    switch expression {
    case .path(let path) where path.isDirective("history"):
      if isStrict { checkCache(["@history"], at: path.offset) }
    case .path(let path) where path.isHelperName && Directive.names.contains(path.names[0]):
      add(
        "template.arguments", "'\(path.names[0])' needs an argument", at: path.offset,
        hint: (path.names[0] == "media"
          ? "write {{media url=…}}" : "write {{\(path.names[0]) \"…\"}}")
          + ", or {{this.\(path.names[0])}} for a value of that name")
    case .path(let path) where path.isHelperName && helpers[path.names[0]] != nil: break
    case .call(let call) where Directive.names.contains(call.name): direct(call, in: contexts)
    default:
      checkCover(at: expression.offset)
      let cursor = resolve(expression, in: contexts)
      if cursor.isText { noteUnwrapped(cursor.inputs, at: expression.offset) }
      if isStrict, cursor.isContainer {
        add(
          "template.not-a-text", "this is a list or a mapping", at: expression.offset,
          hint: "loop over it with #each, or write {{json …}}")
      }
    }
  }

  private mutating func noteUnwrapped(_ inputs: Set<String>, at offset: Int) {
    guard openContainers <= 0 else { return }
    let declared = template.frontMatter.inputs
    for input in inputs.sorted() where (declared[input] ?? .undeclared).trust >= .limited {
      use.note(unwrapped: input, at: offset, in: file)
    }
  }

  private mutating func direct(_ call: TemplateCall, in contexts: [SchemaCursor]) {
    for argument in call.arguments { _ = resolve(argument, in: contexts) }
    for argument in call.named { _ = resolve(argument.value, in: contexts) }
    guard isStrict else { return }
    switch call.name {
    case "section": checkSection(call)
    case "role": checkRole(call)
    case "media":
      if !call.named.contains(where: { $0.name == "url" }) {
        add(
          "template.arguments", "'media' needs an address", at: call.offset,
          hint: "write {{media url=…}}")
      }
    default: break
    }
  }

  /// Checks that a text belongs to a section whatever the data; otherwise its place in the cache is unknown. The first
  /// text that does not is enough to find the place of the missing section.
  private mutating func checkCover(at offset: Int) {
    guard isStrict, !hasUncoveredText, sections.contains(-1),
      !template.frontMatter.sections.isEmpty
    else { return }
    hasUncoveredText = true
    add(
      "template.outside-section",
      sections.count == 1
        ? "this text is before the first section"
        : "this text is before the first section unless a condition above it holds", at: offset,
      hint: "begin a section before it with {{section \"…\"}}")
  }

  private mutating func checkSection(_ call: TemplateCall) {
    guard case .literal(.string(let name), _)? = call.arguments.first else {
      add(
        "template.section-name", "the section's name must be a literal text", at: call.offset,
        hint: "write {{section \"…\"}}")
      return
    }
    let names = template.frontMatter.sections.map(\.name)
    guard let position = names.firstIndex(of: name) else {
      add(
        "template.unknown-section", "the section '\(name)' is not declared", at: call.offset,
        hint: names.isEmpty ? "declare it under 'coachkit.sections'" : names.hint(for: name))
      return
    }
    if let section = sections.max(), position <= section {
      add(
        "template.section-order", "the section '\(name)' comes after '\(names[section])'",
        at: call.offset, hint: "keep the order of 'coachkit.sections'")
    }
    sections = [position]
  }

  private mutating func checkRole(_ call: TemplateCall) {
    guard case .literal(let word, let offset)? = call.arguments.first else {
      // A role computed from data could come from a person's text.
      add(
        "template.role", "the role must be a literal text", at: call.offset,
        hint: "write {{role \"system\"}} or {{role \"user\"}}")
      return
    }
    if word.string.flatMap({ Role(word: $0) }) == nil {
      add(
        "template.role", "'role' takes one of \"system\", \"user\", \"model\"", at: offset,
        hint: word.string.flatMap { ["system", "user", "model"].closestMatch(to: $0) }.map {
          "did you mean \"\($0)\"?"
        })
    }
  }

  mutating func check(_ call: TemplateCall, in contexts: [SchemaCursor]) -> SchemaCursor {
    if helpers[call.name] == nil {
      let names = Directive.names + helpers.keys
      add(
        "template.unknown-helper", "unknown helper '\(call.name)'", at: call.offset,
        hint: Directive.names.contains(call.name)
          ? "'\(call.name)' must be in a tag of its own" : names.hint(for: call.name))
    }
    var result = SchemaCursor()
    for argument in call.arguments + call.named.map(\.value) {
      result.inputs.formUnion(resolve(argument, in: contexts).inputs)
    }
    return result
  }

  private mutating func check(_ block: TemplateBlock, in contexts: [SchemaCursor]) {
    let call = block.call
    guard let kind = BlockKind(rawValue: call.name) else { return checkOther(block, in: contexts) }
    if call.arguments.count != kind.argumentCount {
      add(
        "template.arguments",
        "'\(kind.rawValue)' takes \(kind.argumentCount == 1 ? "one value" : "two values")",
        at: call.offset,
        hint: kind.argumentCount == 1
          ? "write {{#\(kind.rawValue) value}}" : "write {{#\(kind.rawValue) value \"text\"}}")
    }
    let values = call.arguments.map { resolve($0, in: contexts) }
    for argument in call.named { _ = resolve(argument.value, in: contexts) }
    if isStrict, kind == .ifEquals || kind == .unlessEquals {
      noteComparison(of: call.arguments, values)
    }
    let subject = values.first ?? .unknown
    var inner = contexts
    switch kind {
    case .each:
      inner.append(subject.element)
      bind(block.parameters, to: subject.element)
    case .with:
      inner.append(subject)
      bind(block.parameters, to: subject)
    case .if, .unless, .ifEquals, .unlessEquals:
      if !block.parameters.isEmpty {
        add(
          "template.block-parameters", "'\(kind.rawValue)' has nothing to name", at: call.offset,
          hint: "only 'each' and 'with' do")
      }
    }
    let before = sections
    check(block.body, in: inner)
    // Later iterations start in the section where the previous one ended.
    if kind == .each, sections != before { check(block.body, in: inner) }
    let after = sections
    sections = before
    if kind.changesContext { parameters.removeLast() }
    check(block.otherwise, in: contexts)
    sections.formUnion(after)
  }

  private mutating func bind(_ names: [String], to value: SchemaCursor) {
    var bound: [String: SchemaCursor] = [:]
    for (position, name) in names.enumerated() {
      bound[name] = position == 0 ? value : SchemaCursor(inputs: value.inputs)
    }
    parameters.append(bound)
  }

  /// Checks a block that is not built in: a helper's result decides, or, in lenient mode, the kind of the named
  /// value.
  private mutating func checkOther(_ block: TemplateBlock, in contexts: [SchemaCursor]) {
    let call = block.call
    if helpers[call.name] != nil {
      _ = check(call, in: contexts)
      check(block.body, in: contexts)
    } else if !isStrict, call.arguments.isEmpty {
      parameters.append([:])
      check(block.body, in: contexts + [.unknown])
      parameters.removeLast()
    } else {
      let isInput = contexts.last?.knownNames?.contains(call.name) ?? false
      add(
        "template.unknown-block", "unknown block '\(call.name)'", at: call.offset,
        hint: isInput
          ? "write {{#if \(call.name)}}, {{#each \(call.name)}} or {{#with \(call.name)}}"
          : (BlockKind.allCases.map(\.rawValue) + helpers.keys).hint(for: call.name))
      return
    }
    check(block.otherwise, in: contexts)
  }

  private mutating func check(_ partial: TemplatePartial, in contexts: [SchemaCursor]) {
    guard let template = partials[partial.name] else {
      // What is wrong with a file is said where it is, once for all that include it.
      if let failure = broken[partial.name] {
        for found in failure.diagnostics where reported.insert(found).inserted {
          diagnostics.append(found)
        }
        return
      }
      add(
        "template.unknown-partial", "no partial '\(partial.name)'", at: partial.offset,
        hint: partials.keys.closestMatch(to: partial.name).map { "did you mean '\($0)'?" }
          ?? "add the file _\(partial.name).prompt")
      return
    }
    guard !including.contains(partial.name) else {
      if isStrict {
        add(
          "template.recursion", "the partial '\(partial.name)' includes itself",
          at: partial.offset, hint: (including + [partial.name]).joined(separator: " → "))
      }
      return
    }
    inclusions += 1
    guard inclusions <= Self.maximumInclusions else {
      add(
        "template.recursion", "this prompt includes more than \(Self.maximumInclusions) partials",
        at: partial.offset, hint: "include each once")
      return
    }
    // A partial sees the context it is given and none above it.
    var inner = [contexts.last ?? .unknown]
    if partial.context != nil || !partial.arguments.isEmpty {
      var context = partial.context.map { resolve($0, in: contexts) } ?? contexts.last ?? .unknown
      for argument in partial.arguments {
        context.overlay[argument.name] = resolve(argument.value, in: contexts)
      }
      inner = [context]
    }
    let (outerFile, outerParameters) = (file, parameters)
    file = template.file
    parameters = []
    including.append(partial.name)
    check(template.nodes, in: inner)
    including.removeLast()
    (file, parameters) = (outerFile, outerParameters)
  }
}
