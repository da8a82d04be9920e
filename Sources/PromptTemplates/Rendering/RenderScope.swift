import Conversations

/// A value with the way that led to it.
struct ScopedValue {
  var value: JSONValue
  /// The way from the inputs, such as `memories[2].text`; nil for literals and loop variables.
  var input: String?
}

/// What names mean at one point of a template.
struct RenderScope {
  /// The enclosing contexts, the current one last.
  var contexts: [ScopedValue]
  /// Loop variables of the innermost loop, and what the caller passes as `@name`.
  var variables: JSONObject

  /// The value that a path leads to, or nil when there is none.
  func value(at path: TemplatePath) -> ScopedValue? {
    if path.isVariable {
      var value: JSONValue? = .object(variables)
      for name in path.names { value = value?[name] }
      return value.map { ScopedValue(value: $0, input: nil) }
    }
    guard path.levelsUp < contexts.count else { return nil }
    var found = contexts[contexts.count - 1 - path.levelsUp]
    for name in path.names {
      guard let next = Self.member(name, of: found.value) else { return nil }
      let way = found.input.map { $0.isEmpty ? name : "\($0).\(name)" }
      found = ScopedValue(value: next, input: way)
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
