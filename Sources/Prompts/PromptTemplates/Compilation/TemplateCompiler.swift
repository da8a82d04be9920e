import Documents
import SourceFiles

/// Compiles template trees into a program.
///
/// It expects templates without ``TemplateChecker`` errors: constructs that the checker rejects are left out.
struct TemplateCompiler {
  private let partials: [String: PromptTemplate]
  private let helpers: [String: TemplateHelper]
  private var program: TemplateProgram
  private var symbols = SymbolTable()
  private var literals: [JSONValue] = []
  private var routines: [String: Int32] = [:]
  private var pending: [(template: PromptTemplate, number: Int32)] = []
  /// The names that enclosing blocks bind to values, innermost last; empty for a block that changes the context
  /// without naming it.
  private var parameters: [[String]] = []

  static func compile(
    _ template: PromptTemplate, partials: [String: PromptTemplate],
    helpers: [String: TemplateHelper], neutraliser: UntrustedText?
  ) -> TemplateProgram {
    var compiler = TemplateCompiler(template, partials: partials, helpers: helpers)
    compiler.compile(template, as: compiler.reserveRoutine())
    while let partial = compiler.pending.popLast() {
      compiler.compile(partial.template, as: partial.number)
    }
    return compiler.finished(neutraliser)
  }

  private init(
    _ template: PromptTemplate, partials: [String: PromptTemplate],
    helpers: [String: TemplateHelper]
  ) {
    self.partials = partials
    self.helpers = helpers
    program = TemplateProgram(
      sections: template.frontMatter.sections.map(\.name),
      constants: PromptData(symbols: SymbolTable(), neutraliser: nil))
  }

  /// Compiles one file. A partial gets its number when it is first included, before it is compiled, so the routine
  /// table has entries without content in the meantime.
  private mutating func compile(_ template: PromptTemplate, as number: Int32) {
    let start = program.instructions.count
    program.files.append(template.file)
    parameters = []
    compile(template.nodes)
    program.routines[Int(number)] = TemplateProgram.Routine(
      instructions: start..<program.instructions.count, file: Int32(program.files.count - 1))
  }

  private mutating func reserveRoutine() -> Int32 {
    program.routines.append(TemplateProgram.Routine(instructions: 0..<0, file: 0))
    return Int32(program.routines.count - 1)
  }

  private func finished(_ neutraliser: UntrustedText?) -> TemplateProgram {
    var program = program
    program.constants = PromptData(symbols: symbols, neutraliser: neutraliser)
    for literal in literals {
      _ = program.constants.add(literal)
    }
    return program
  }

  // MARK: Nodes

  private mutating func compile(_ nodes: [TemplateNode]) {
    for node in nodes {
      switch node {
      case .text(let text, let offset):
        let start = program.text.count
        program.text.append(contentsOf: text.utf8)
        program.instructions.append(
          .text(
            TextRange(start: Int32(start), end: Int32(program.text.count)), origin: Int32(offset),
            openBracket: UntrustedText.openBracket(in: program.text[start...])))
      case .output(let expression): output(expression)
      case .block(let block): compile(block)
      case .partial(let partial): include(partial)
      case .topic: break
      }
    }
  }

  private mutating func output(_ expression: TemplateExpression) {
    let origin = Int32(expression.offset)
    switch expression {
    case .path(let path) where path.isDirective("history"): history(origin)
    case .call(let call):
      switch call.name {
      case "history": history(origin)
      case "role": program.instructions.append(.role(first(of: call), origin: origin))
      case "section": section(call)
      case "media":
        let named = call.named.reduce(into: [:]) { $0[$1.name] = operand($1.value) }
        program.instructions.append(
          .media(
            url: named["url"] ?? operand(nil), contentType: named["contentType"], origin: origin))
      default: program.instructions.append(.output(operand(expression), origin: origin))
      }
    // A helper without arguments is written as a name alone.
    case .path(let path) where path.isHelperName && helpers[path.names[0]] != nil:
      let call = TemplateCall(
        name: path.names[0], arguments: [], named: [], offset: path.offset)
      program.instructions.append(.output(operand(.call(call)), origin: origin))
    case .path, .literal:
      program.instructions.append(.output(operand(expression), origin: origin))
    }
  }

  private mutating func history(_ origin: Int32) {
    program.placesHistory = true
    program.instructions.append(.history(origin: origin))
  }

  private mutating func section(_ call: TemplateCall) {
    if case .literal(.string(let name), _)? = call.arguments.first,
      program.sections.count < SectionDeclaration.maximumSections, !program.sections.contains(name)
    {
      program.sections.append(name)
    }
    program.instructions.append(.section(first(of: call), origin: Int32(call.offset)))
  }

  private mutating func first(of call: TemplateCall) -> Operand { operand(call.arguments.first) }

  private mutating func compile(_ block: TemplateBlock) {
    let call = block.call
    let origin = Int32(call.offset)
    let at = program.instructions.count
    program.instructions.append(.history(origin: origin))
    let subject = first(of: call)
    let instruction: (Int32, Int32) -> Instruction
    switch BlockKind(rawValue: call.name) {
    case .if, .unless:
      let condition = Condition.truth(
        subject, isInverted: call.name == "unless", includesZero: call.includesZero)
      instruction = { .branch(condition, bodyEnd: $0, otherwiseEnd: $1) }
    case .ifEquals, .unlessEquals:
      let condition = Condition.equality(
        subject, operand(call.arguments.dropFirst().first), isInverted: call.name != "ifEquals")
      instruction = { .branch(condition, bodyEnd: $0, otherwiseEnd: $1) }
    case .each:
      instruction = { .each(subject, bodyEnd: $0, otherwiseEnd: $1, origin: origin) }
    case .with: instruction = { .with(subject, bodyEnd: $0, otherwiseEnd: $1) }
    case nil where helpers[call.name] != nil:
      let condition = Condition.truth(
        operand(.call(call)), isInverted: false, includesZero: false)
      instruction = { .branch(condition, bodyEnd: $0, otherwiseEnd: $1) }
    case nil:
      let path = TemplatePath(
        levelsUp: 0, isVariable: false, names: [call.name], offset: call.offset)
      let value = operand(.path(path))
      instruction = { .enter(value, bodyEnd: $0, otherwiseEnd: $1, origin: origin) }
    }
    let changesContext = BlockKind(rawValue: call.name)?.changesContext ?? true
    if changesContext { parameters.append(block.parameters) }
    compile(block.body)
    if changesContext { parameters.removeLast() }
    let bodyEnd = Int32(program.instructions.count)
    compile(block.otherwise)
    program.instructions[at] = instruction(bodyEnd, Int32(program.instructions.count))
  }

  private mutating func include(_ partial: TemplatePartial) {
    guard let template = partials[partial.name] else { return }
    var number = routines[partial.name]
    if number == nil {
      number = reserveRoutine()
      routines[partial.name] = number
      pending.append((template, number ?? 0))
    }
    let inclusion = TemplateProgram.Inclusion(
      routine: number ?? 0, context: partial.context.map { operand($0) },
      arguments: partial.arguments.map { (symbols.number(of: $0.name), operand($0.value)) },
      indentation: Array(partial.indentation.utf8))
    program.inclusions.append(inclusion)
    program.instructions.append(
      .include(Int32(program.inclusions.count - 1), origin: Int32(partial.offset)))
  }

  // MARK: Expressions

  private mutating func operand(_ expression: TemplateExpression?) -> Operand {
    switch expression {
    case nil: return literal(.null)
    case .literal(let value, _)?: return literal(value)
    case .path(let path)?: return operand(path)
    case .call(let call)?:
      guard let helper = helpers[call.name] else { return literal(.null) }
      program.calls.append(
        TemplateProgram.Call(
          helper: helper, arguments: call.arguments.map { operand($0) },
          named: call.named.map { ($0.name, operand($0.value)) }, origin: Int32(call.offset)))
      return .call(Int32(program.calls.count - 1))
    }
  }

  /// Adds a literal to the program's constants. Its position is known before the constants are built, since a literal
  /// is never a list and so takes one slot.
  private mutating func literal(_ value: JSONValue) -> Operand {
    literals.append(value)
    return .literal(Int32(literals.count - 1))
  }

  private mutating func operand(_ path: TemplatePath) -> Operand {
    if path.isVariable {
      if path.names.count == 1, let variable = LoopVariable(rawValue: path.names[0]) {
        return .loop(variable, loopsUp: Int32(path.levelsUp))
      }
      return path.names.first == "root"
        ? .root(range(path.names.dropFirst())) : .variable(range(path.names[...]))
    }
    if path.levelsUp == 0, !path.isExplicit, let name = path.names.first {
      for (levelsUp, names) in parameters.reversed().enumerated() {
        guard let position = names.firstIndex(of: name) else { continue }
        return position == 1
          ? .key(levelsUp: Int32(levelsUp))
          : .path(levelsUp: Int32(levelsUp), range(path.names.dropFirst()))
      }
    }
    return .path(levelsUp: Int32(path.levelsUp), range(path.names[...]))
  }

  private mutating func range(_ names: ArraySlice<String>) -> NameRange {
    let start = program.names.count
    for name in names { program.names.append(symbols.number(of: name)) }
    return NameRange(start: Int32(start), count: Int32(names.count))
  }
}

extension TemplatePath {
  /// Whether the path is a single plain name, which could be a helper's.
  var isHelperName: Bool { levelsUp == 0 && !isVariable && !isExplicit && names.count == 1 }

  func isDirective(_ name: String) -> Bool { isHelperName && names[0] == name }
}

extension TemplateCall {
  /// Whether Handlebars' `includeZero=true` is given, which makes the number 0 truthy.
  fileprivate var includesZero: Bool {
    named.contains { argument in
      guard argument.name == "includeZero", case .literal(true, _) = argument.value else {
        return false
      }
      return true
    }
  }
}
