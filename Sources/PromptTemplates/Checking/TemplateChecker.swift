import Conversations
import JSONSchemas
import SourceFiles

/// Finds, before any data is there, the names that a template uses and its input schema lacks.
///
/// Partials are checked in the context in which they are included, each where it stands, so a
/// message names the file that must be mended.
struct TemplateChecker {
  private let partials: [String: PromptTemplate]
  private let helpers: [String: TemplateHelper]
  private var diagnostics: [Diagnostic] = []
  private var file: SourceFile
  private var sections: [String]
  private var including: [String] = []

  /// Everything that is wrong with a template, given the partials it can use.
  static func check(
    _ template: PromptTemplate, partials: [String: PromptTemplate],
    helpers: [String: TemplateHelper]
  ) -> [Diagnostic] {
    var checker = TemplateChecker(template, partials: partials, helpers: helpers)
    let root = SchemaCursor(schema: template.frontMatter.inputSchema?.source)
    checker.check(template.nodes, [root])
    return checker.diagnostics
  }

  private init(
    _ template: PromptTemplate, partials: [String: PromptTemplate],
    helpers: [String: TemplateHelper]
  ) {
    self.partials = partials
    self.helpers = helpers
    file = template.file
    sections = template.frontMatter.sections.map(\.name)
  }

  private mutating func add(
    _ code: String, _ message: String, at location: SourceLocation, hint: String?
  ) {
    diagnostics.append(
      Diagnostic(
        code, message, at: location, excerpt: file.line(location.line), hint: hint))
  }

  /// `contexts` holds the schema of every enclosing context, the current one last.
  private mutating func check(_ nodes: [TemplateNode], _ contexts: [SchemaCursor]) {
    for node in nodes {
      switch node {
      case .text: break
      case .output(let expression): output(expression, contexts)
      case .block(let block): check(block, contexts)
      case .partial(let partial): check(partial, contexts)
      }
    }
  }

  private mutating func output(_ expression: TemplateExpression, _ contexts: [SchemaCursor]) {
    guard case .call(let call) = expression else {
      if case .path(let path) = expression, path.levelsUp == 0, !path.isVariable,
        path.names == ["history"]
      {
        return
      }
      _ = resolve(expression, contexts)
      return
    }
    if call.name == "section", case .literal(.string(let name), _)? = call.arguments.first {
      if !sections.contains(name) {
        add(
          "template.unknown-section", "the section '\(name)' is not declared", at: call.location,
          hint: sections.isEmpty
            ? "declare it under 'coachkit.sections'" : sections.hint(for: name))
      }
      return
    }
    check(call, contexts)
  }

  private mutating func check(_ call: TemplateCall, _ contexts: [SchemaCursor]) {
    let names = Directive.names + helpers.keys
    if !names.contains(call.name) {
      add(
        "template.unknown-helper", "unknown helper '\(call.name)'", at: call.location,
        hint: names.hint(for: call.name))
    }
    for argument in call.arguments { _ = resolve(argument, contexts) }
    for argument in call.named { _ = resolve(argument.value, contexts) }
  }

  private mutating func check(_ block: TemplateBlock, _ contexts: [SchemaCursor]) {
    guard let kind = BlockKind(rawValue: block.call.name) else {
      add(
        "template.unknown-block", "unknown block '\(block.call.name)'", at: block.call.location,
        hint: BlockKind.allCases.map(\.rawValue).hint(for: block.call.name))
      return
    }
    if block.call.arguments.count != kind.argumentCount {
      add(
        "template.arguments",
        "'\(kind.rawValue)' takes \(kind.argumentCount == 1 ? "one value" : "two values")",
        at: block.call.location, hint: nil)
    }
    let values = block.call.arguments.map { resolve($0, contexts) }
    var inner = contexts
    switch kind {
    case .each: inner.append(values.first?.element ?? .unknown)
    case .with: inner.append(values.first ?? .unknown)
    case .if, .unless, .ifEquals, .unlessEquals: break
    }
    check(block.body, inner)
    check(block.otherwise, contexts)
  }

  private mutating func check(_ partial: TemplatePartial, _ contexts: [SchemaCursor]) {
    guard let template = partials[partial.name] else {
      add(
        "template.unknown-partial", "no partial '\(partial.name)'", at: partial.location,
        hint: partials.keys.closestMatch(to: partial.name).map { "did you mean '\($0)'?" }
          ?? "add the file _\(partial.name).prompt")
      return
    }
    guard !including.contains(partial.name) else {
      add(
        "template.recursion", "the partial '\(partial.name)' includes itself",
        at: partial.location, hint: (including + [partial.name]).joined(separator: " → "))
      return
    }
    var context = partial.context.map { resolve($0, contexts) } ?? contexts.last ?? .unknown
    if !partial.arguments.isEmpty {
      var properties = context.schema?["properties"]?.object ?? [:]
      for argument in partial.arguments {
        properties[argument.name] = resolve(argument.value, contexts).schema ?? .object([:])
      }
      if context.schema != nil {
        var schema = context.schema?.object ?? [:]
        schema["properties"] = .object(properties)
        context = SchemaCursor(schema: .object(schema))
      }
    }
    let outer = file
    file = template.file
    including.append(partial.name)
    check(template.nodes, contexts.dropLast() + [context])
    including.removeLast()
    file = outer
  }

  private mutating func resolve(_ expression: TemplateExpression, _ contexts: [SchemaCursor])
    -> SchemaCursor
  {
    switch expression {
    case .literal: return .unknown
    case .call(let call):
      check(call, contexts)
      return .unknown
    case .path(let path): return resolve(path, contexts)
    }
  }

  /// Any name may come from the caller; a near miss of a loop's own name is a mistake all the same.
  private mutating func checkVariable(_ path: TemplatePath) {
    let known = ["index", "key", "first", "last"]
    guard path.names.count == 1, let name = path.names.first, !known.contains(name),
      let match = known.closestMatch(to: name)
    else { return }
    add(
      "template.unknown-variable", "unknown variable '@\(name)'", at: path.location,
      hint: "did you mean '@\(match)'?")
  }

  private mutating func resolve(_ path: TemplatePath, _ contexts: [SchemaCursor]) -> SchemaCursor {
    if path.isVariable {
      checkVariable(path)
      return .unknown
    }
    guard path.levelsUp < contexts.count else {
      add(
        "template.unknown-variable", "'\(path)' goes above the outermost context",
        at: path.location, hint: "remove a '../'")
      return .unknown
    }
    var cursor = contexts[contexts.count - 1 - path.levelsUp]
    for (position, name) in path.names.enumerated() {
      guard let next = cursor.member(name) else {
        let owner = path.names[..<position].joined(separator: ".")
        add(
          "template.unknown-variable",
          owner.isEmpty ? "unknown variable '\(name)'" : "'\(owner)' has no '\(name)'",
          at: path.location, hint: cursor.knownNames?.hint(for: name))
        return .unknown
      }
      cursor = next
    }
    return cursor
  }
}
