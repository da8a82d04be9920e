import Conversations

/// What the input schema says about a place in the data: used to know names before there is data.
struct SchemaCursor {
  /// The schema at this place; nil when anything may be here.
  let schema: JSONValue?

  static let unknown = SchemaCursor(schema: nil)

  /// The names that may follow, or nil when any name may.
  var knownNames: [String]? {
    guard let properties = schema?["properties"]?.object else { return nil }
    return schema?["additionalProperties"] == .bool(false) ? properties.keys : nil
  }

  /// The place that a name leads to, or nil when the schema knows no such name.
  func member(_ name: String) -> SchemaCursor? {
    guard let schema else { return .unknown }
    if let member = schema["properties"]?[name] { return SchemaCursor(schema: member) }
    if name == "length", schema["items"] != nil { return .unknown }
    switch schema["additionalProperties"] {
    case .bool(false)?: return nil
    case let additional?: return SchemaCursor(schema: additional)
    // A scalar has no members; an object or an untyped value may have any.
    case nil: return schema["type"] == nil || isType("object") ? .unknown : nil
    }
  }

  /// The place of an element in a loop over this one.
  var element: SchemaCursor {
    if let items = schema?["items"] { return SchemaCursor(schema: items) }
    if case .object? = schema?["additionalProperties"] {
      return SchemaCursor(schema: schema?["additionalProperties"])
    }
    return .unknown
  }

  private func isType(_ name: String) -> Bool {
    switch schema?["type"] {
    case .string(let type)?: type == name
    case .array(let types)?: types.contains(.string(name))
    default: false
    }
  }
}
