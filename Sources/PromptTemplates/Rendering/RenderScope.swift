import Conversations

/// A value with the way that led to it and how far it may be believed.
struct ScopedValue {
  var value: JSONValue
  /// The way from the inputs, such as `memories[2].text`; nil for literals and loop variables.
  var input: String?
  var trust: Trust
  /// Members that came from elsewhere and keep their own way and trust: a partial's arguments.
  var members: [String: ScopedValue] = [:]

  /// A value that the template itself states.
  static func literal(_ value: JSONValue) -> ScopedValue {
    ScopedValue(value: value, input: nil, trust: .template)
  }
}

/// What names mean at one point of a template.
struct RenderScope {
  /// The enclosing contexts, the current one last.
  var contexts: [ScopedValue]
  /// Loop variables of the innermost loop, and what the caller passes as `@name`.
  var variables: [String: ScopedValue]

  /// Creates the scope of a whole template.
  init(values: JSONObject, inputs: PromptInputs) {
    var root = ScopedValue(value: .object(values), input: "", trust: .trusted)
    for (name, value) in values {
      let trust: Trust = inputs.untrusted.contains(name) ? .untrusted : .trusted
      root.members[name] = ScopedValue(value: value, input: name, trust: trust)
      // The inputs as a whole are as believable as the least believable of them.
      root.trust = max(root.trust, trust)
    }
    contexts = [root]
    variables = [:]
    for (name, value) in inputs.variables {
      variables[name] = ScopedValue(value: value, input: nil, trust: .trusted)
    }
  }

  /// The value that a path leads to, or nil when there is none.
  func value(at path: TemplatePath) -> ScopedValue? {
    if path.isVariable {
      guard let name = path.names.first, let variable = variables[name] else { return nil }
      return Self.follow(path.names.dropFirst(), from: variable)
    }
    guard path.levelsUp < contexts.count else { return nil }
    return Self.follow(path.names[...], from: contexts[contexts.count - 1 - path.levelsUp])
  }

  private static func follow(_ names: ArraySlice<String>, from start: ScopedValue) -> ScopedValue? {
    var found = start
    for name in names {
      if let member = found.members[name] {
        found = member
        continue
      }
      guard let next = member(name, of: found.value) else { return nil }
      let way = found.input.map { $0.isEmpty ? name : "\($0).\(name)" }
      found = ScopedValue(value: next, input: way, trust: found.trust)
    }
    return found
  }

  private static func member(_ name: String, of value: JSONValue) -> JSONValue? {
    if let member = value[name] { return member }
    guard let elements = value.array else { return nil }
    if name == "length" { return .integer(elements.count) }
    return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
  }
}

extension JSONValue {
  /// Handlebars' idea of truth: false, null, 0, an empty text and an empty list are not.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .integer(let value): value != 0
    case .number(let value): value != 0
    case .string(let value): !value.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object: true
    }
  }
}
