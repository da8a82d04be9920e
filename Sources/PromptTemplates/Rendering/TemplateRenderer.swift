import Conversations
import SourceFiles

/// Walks a template's tree with data and writes segments.
struct TemplateRenderer {
  private let partials: [String: PromptTemplate]
  private let helpers: [String: TemplateHelper]
  private let inputs: PromptInputs
  private let neutraliser: UntrustedText
  private let sectionNames: [String]
  private let hasSchema: Bool
  private let escape: (@Sendable (String) -> String)?

  private(set) var segments: [PromptSegment] = []
  private var role: Role = .user
  private var section: Int?
  private var file: SourceFile
  private var indentation = ""
  private var isAtLineStart = true
  private var depth = 0

  private static let maximumDepth = 64

  init(
    _ template: PromptTemplate, partials: [String: PromptTemplate],
    helpers: [String: TemplateHelper], containers: Set<String>, inputs: PromptInputs,
    escape: (@Sendable (String) -> String)? = nil
  ) {
    self.partials = partials
    self.helpers = helpers
    self.inputs = inputs
    self.escape = escape
    file = template.file
    sectionNames = template.frontMatter.sections.map(\.name)
    hasSchema = template.frontMatter.inputSchema != nil
    neutraliser = UntrustedText(
      tags: template.frontMatter.contract.tags, containers: containers)
  }

  /// Renders a whole template; `values` are the inputs with the defaults already laid under them.
  mutating func render(_ template: PromptTemplate, values: JSONObject) throws(SourceError) {
    try render(template.nodes, RenderScope(values: values, inputs: inputs))
  }

  private mutating func render(_ nodes: [TemplateNode], _ scope: RenderScope)
    throws(SourceError)
  {
    for node in nodes {
      switch node {
      case .text(let text, let location):
        write(text, from: location, input: nil, trust: .template)
      case .output(let expression): try output(expression, scope)
      case .block(let block): try render(block, scope)
      case .partial(let partial): try render(partial, scope)
      }
    }
  }

  private mutating func write(
    _ text: String, from origin: SourceLocation, input: String?, trust: Trust
  ) {
    guard !text.isEmpty else { return }
    let text = indentation.isEmpty ? text : indented(text)
    segments.append(
      PromptSegment(
        text: text, role: role, origin: origin, input: input, trust: trust, section: section))
  }

  /// Puts the indentation of a partial before each of its lines that is not empty.
  private mutating func indented(_ text: String) -> String {
    var result = ""
    for character in text {
      if isAtLineStart, !character.isNewline { result += indentation }
      result.append(character)
      isAtLineStart = character.isNewline
    }
    return result
  }

  private mutating func output(_ expression: TemplateExpression, _ scope: RenderScope)
    throws(SourceError)
  {
    if case .call(let call) = expression, Directive.names.contains(call.name) {
      try direct(call, scope)
      return
    }
    if case .path(let path) = expression, path.description == "history" {
      writeHistory(at: path.location)
      return
    }
    let found = try value(of: expression, scope)
    let plain = try text(of: found.value, expression)
    let text = escape?(plain) ?? plain
    write(
      found.trust == .untrusted ? neutraliser.neutralised(text) : text,
      from: expression.location, input: found.input, trust: found.trust)
  }

  private mutating func direct(_ call: TemplateCall, _ scope: RenderScope) throws(SourceError) {
    switch call.name {
    case "history": writeHistory(at: call.location)
    case "role":
      let word = try call.arguments.first.map { argument throws(SourceError) in
        try value(of: argument, scope).value.string
      }
      guard let role = (word ?? nil).flatMap({ Role(word: $0) }) else {
        throw error(
          "template.role", "'role' takes one of \"system\", \"user\", \"model\"", at: call.location)
      }
      self.role = role
    default:
      let name = try call.arguments.first.map { argument throws(SourceError) in
        try value(of: argument, scope).value.string
      }
      guard let position = sectionNames.firstIndex(where: { $0 == name }) else {
        throw error(
          "template.unknown-section", "the section '\((name ?? nil) ?? "")' is not declared",
          at: call.location)
      }
      guard section.map({ position > $0 }) ?? true else {
        throw error(
          "template.section-order",
          "the section '\(sectionNames[position])' comes after a later one", at: call.location,
          hint: "keep the order of 'coachkit.sections'")
      }
      section = position
    }
  }

  /// Places the conversation. What a person typed is neutralised; the coach's own words are not,
  /// since the model should see its tags as it wrote them.
  private mutating func writeHistory(at origin: SourceLocation) {
    for (position, message) in inputs.history.enumerated() {
      let isPerson = message.role == .user
      segments.append(
        PromptSegment(
          text: isPerson ? neutraliser.neutralised(message.text) : message.text,
          role: message.role, origin: origin, input: "history[\(position)]",
          trust: isPerson ? .untrusted : .trusted, section: nil, historyIndex: position))
    }
  }

  private mutating func render(_ block: TemplateBlock, _ scope: RenderScope) throws(SourceError) {
    guard let kind = BlockKind(rawValue: block.call.name),
      block.call.arguments.count == kind.argumentCount
    else {
      throw error(
        "template.unknown-block", "unknown block '\(block.call.name)'", at: block.call.location)
    }
    let argument = try condition(block.call.arguments[0], scope)
    switch kind {
    case .if: try render(argument.value.isTruthy ? block.body : block.otherwise, scope)
    case .unless: try render(argument.value.isTruthy ? block.otherwise : block.body, scope)
    case .ifEquals, .unlessEquals:
      let other = try condition(block.call.arguments[1], scope)
      let takesBody = (argument.value == other.value) == (kind == .ifEquals)
      try render(takesBody ? block.body : block.otherwise, scope)
    case .with:
      guard argument.value.isTruthy else { return try render(block.otherwise, scope) }
      var inner = scope
      inner.contexts.append(argument)
      try render(block.body, inner)
    case .each: try loop(block, over: argument, scope)
    }
  }

  private mutating func loop(_ block: TemplateBlock, over list: ScopedValue, _ scope: RenderScope)
    throws(SourceError)
  {
    var elements: [(key: JSONValue, step: String, value: JSONValue)] = []
    switch list.value {
    case .array(let values):
      elements = values.enumerated().map { (.integer($0), "[\($0)]", $1) }
    case .object(let object):
      elements = object.map { (.string($0.key), ".\($0.key)", $0.value) }
    case .null: break
    default:
      throw error(
        "template.not-a-list", "'each' needs a list, and this is \(list.value.typeName)",
        at: block.call.arguments[0].location)
    }
    guard !elements.isEmpty else { return try render(block.otherwise, scope) }
    for (position, element) in elements.enumerated() {
      var inner = scope
      inner.contexts.append(
        list.members[element.key.string ?? ""]
          ?? ScopedValue(
            value: element.value, input: list.input.map { $0 + element.step }, trust: list.trust))
      inner.variables["index"] = .literal(.integer(position))
      // The names of a person's own mapping are a person's words, too.
      inner.variables["key"] = ScopedValue(
        value: element.key, input: list.input, trust: list.trust)
      inner.variables["first"] = .literal(.bool(position == 0))
      inner.variables["last"] = .literal(.bool(position == elements.count - 1))
      try render(block.body, inner)
    }
  }

  private mutating func render(_ partial: TemplatePartial, _ scope: RenderScope)
    throws(SourceError)
  {
    guard let template = partials[partial.name] else {
      throw error(
        "template.unknown-partial", "no partial '\(partial.name)'", at: partial.location,
        hint: partials.keys.hint(for: partial.name))
    }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw error(
        "template.recursion", "partials include each other without end", at: partial.location)
    }
    var inner = scope
    if let context = partial.context {
      inner.contexts[inner.contexts.count - 1] = try value(of: context, scope)
    }
    if !partial.arguments.isEmpty {
      var overlay = inner.contexts[inner.contexts.count - 1]
      var object = overlay.value.object ?? [:]
      for argument in partial.arguments {
        let value = try condition(argument.value, scope)
        object[argument.name] = value.value
        overlay.members[argument.name] = value
        overlay.trust = max(overlay.trust, value.trust)
      }
      overlay.value = .object(object)
      inner.contexts[inner.contexts.count - 1] = overlay
    }
    let outer = (file, indentation, isAtLineStart)
    file = template.file
    indentation += partial.indentation
    isAtLineStart = true
    try render(template.nodes, inner)
    (file, indentation, isAtLineStart) = outer
  }

  /// The value of an expression whose absence is an answer: in a condition or a loop.
  private func condition(_ expression: TemplateExpression, _ scope: RenderScope)
    throws(SourceError) -> ScopedValue
  {
    if case .path(let path) = expression {
      return scope.value(at: path) ?? .literal(.null)
    }
    return try value(of: expression, scope)
  }

  /// The value of an expression that must have one.
  private func value(of expression: TemplateExpression, _ scope: RenderScope)
    throws(SourceError) -> ScopedValue
  {
    switch expression {
    case .literal(let value, _): return .literal(value)
    case .path(let path):
      if let found = scope.value(at: path) { return found }
      // The checker has matched every input with the schema, so an absent one is optional.
      if hasSchema, !path.isVariable { return .literal(.null) }
      let known = scope.contexts.last?.value.object?.keys ?? []
      throw error(
        "template.missing-value", "there is no value for '\(path)'", at: path.location,
        hint: known.hint(for: path.names.first ?? ""))
    case .call(let call):
      guard let helper = helpers[call.name] else {
        throw error(
          "template.unknown-helper", "unknown helper '\(call.name)'", at: call.location,
          hint: helpers.keys.hint(for: call.name))
      }
      return try apply(helper, call, scope)
    }
  }

  /// A helper's result comes from its first input, and is as believable as the least believable of
  /// all its arguments.
  private func apply(_ helper: TemplateHelper, _ call: TemplateCall, _ scope: RenderScope)
    throws(SourceError) -> ScopedValue
  {
    var arguments: [ScopedValue] = []
    for argument in call.arguments { arguments.append(try condition(argument, scope)) }
    var named: JSONObject = [:]
    var trust = arguments.map(\.trust).max() ?? .template
    for argument in call.named {
      let value = try condition(argument.value, scope)
      named[argument.name] = value.value
      trust = max(trust, value.trust)
    }
    do {
      let result = try helper.body(arguments.map(\.value), named)
      return ScopedValue(
        value: result, input: arguments.compactMap(\.input).first, trust: trust)
    } catch {
      throw self.error("template.helper", error.message, at: call.location)
    }
  }

  private func text(of value: JSONValue, _ expression: TemplateExpression) throws(SourceError)
    -> String
  {
    switch value {
    case .null: return ""
    case .string(let text): return text
    case .bool, .integer, .number: return value.text()
    case .array, .object:
      throw error(
        "template.not-a-text", "this is a \(value.typeName == "array" ? "list" : "mapping")",
        at: expression.location, hint: "loop over it with #each, or write {{json …}}")
    }
  }

  private func error(
    _ code: String, _ message: String, at location: SourceLocation, hint: String? = nil
  ) -> SourceError {
    SourceError(
      Diagnostic(code, message, at: location, excerpt: file.line(location.line), hint: hint))
  }
}
