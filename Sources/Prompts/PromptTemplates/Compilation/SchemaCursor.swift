import Documents

/// A position in the input schema, with which names are checked before there is data.
struct SchemaCursor: Sendable {
  /// The schema at this position; nil if any value may be here.
  var schema: JSONValue?
  /// The names of the inputs that a value here is derived from.
  var inputs: Set<String> = []
  /// Members that a partial's arguments add or replace.
  var overlay: [String: SchemaCursor] = [:]
  /// Whether this is the object of all inputs, whose members are the inputs.
  var isRoot = false

  static let unknown = SchemaCursor()

  /// The names that may follow; nil if any name may.
  var knownNames: [String]? {
    guard let properties = schema?["properties"]?.object else { return nil }
    let isClosed = schema?["additionalProperties"] == .bool(false)
    return isClosed ? properties.keys + overlay.keys.sorted() : nil
  }

  /// Returns the position that a name leads to; nil if the schema has no such name.
  func member(_ name: String) -> SchemaCursor? {
    if let member = overlay[name] { return member }
    let origin = isRoot ? [name] : inputs
    guard let schema else { return SchemaCursor(inputs: origin) }
    if let member = schema["properties"]?[name] {
      return SchemaCursor(schema: member, inputs: origin)
    }
    if name == "length", schema["items"] != nil { return SchemaCursor(inputs: origin) }
    if Int(name) != nil, let items = schema["items"] {
      return SchemaCursor(schema: items, inputs: origin)
    }
    switch schema["additionalProperties"] {
    case .bool(false)?: return nil
    case let additional?: return SchemaCursor(schema: additional, inputs: origin)
    // A scalar has no members; an object or an untyped value may have any.
    case nil:
      return schema["type"] == nil || isType("object") ? SchemaCursor(inputs: origin) : nil
    }
  }

  /// The position of an element in a loop over this value.
  var element: SchemaCursor {
    var element = SchemaCursor(inputs: inputs)
    if let items = schema?["items"] {
      element.schema = items
    } else if case .object? = schema?["additionalProperties"] {
      element.schema = schema?["additionalProperties"]
    }
    return element
  }

  /// Whether a value here is a list or an object, which cannot be written as text.
  var isContainer: Bool { isType("array") || isType("object") }

  /// Whether a value here can hold free text: it is not a number, a boolean or one of a fixed set of values.
  var isText: Bool {
    guard schema?["enum"] == nil, schema?["const"] == nil else { return false }
    return schema?["type"] == nil || isType("string") || isContainer
  }

  private func isType(_ name: String) -> Bool { schema?.schemaTypes.contains(name) ?? false }
}
