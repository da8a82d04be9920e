public import Documents

/// The form that a reply must have.
public enum ReplyFormat: Sendable, Hashable {
  /// Any JSON object, without a schema.
  case json
  /// JSON that conforms to a JSON Schema. A strict schema is enforced during generation; providers then require that
  /// every object is closed and every member required.
  case schema(name: String, JSONValue, isStrict: Bool)
}

extension ReplyFormat {
  /// Returns a schema format that is strict if providers can enforce the schema: they reject strictness for a schema
  /// with open objects or optional members.
  public static func schema(named name: String, _ schema: JSONValue) -> ReplyFormat {
    .schema(name: name, schema, isStrict: schema["type"] == "object" && schema.isClosedSchema)
  }
}

extension JSONValue {
  private static let looseKeywords = ["allOf", "oneOf", "not", "if", "dependentSchemas"]

  /// Whether every object in the schema is closed and requires all its members, and the schema uses no keyword that
  /// cannot be enforced during generation.
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
