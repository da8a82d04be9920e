public import JSON

/// The form that a reply must have.
public enum ReplyFormat: Sendable, Hashable {
  /// Any JSON object.
  case json
  /// JSON that fits a JSON Schema. A strict one is enforced while the model writes; providers then
  /// ask that it close every object and require every member.
  case schema(name: String, JSONValue, isStrict: Bool)
}

extension ReplyFormat {
  /// The format of a schema, strict where providers can enforce it: strictness is refused for a schema
  /// that leaves an object open or a member optional.
  public static func schema(named name: String, _ schema: JSONValue) -> ReplyFormat {
    .schema(name: name, schema, isStrict: schema["type"] == "object" && schema.isClosedSchema)
  }
}

extension JSONValue {
  private static let looseKeywords = ["allOf", "oneOf", "not", "if", "dependentSchemas"]

  /// Whether every object in the schema is closed and demands all its members, and nothing in it is of
  /// the kind that cannot be enforced while a model writes.
  fileprivate var isClosedSchema: Bool {
    switch self {
    case .array(let elements): return elements.allSatisfy(\.isClosedSchema)
    case .object(let object):
      if Self.looseKeywords.contains(where: { object[$0] != nil }) { return false }
      let names = object["properties"]?.object?.keys ?? []
      if self["type"] == "object" || !names.isEmpty {
        let required = object["required"]?.array?.compactMap(\.string) ?? []
        guard self["additionalProperties"] == false, Set(names) == Set(required) else {
          return false
        }
      }
      return object.allSatisfy { $0.value.isClosedSchema }
    default: return true
    }
  }
}
