import JSON
import LanguageModels

/// A JSON Schema in the subset that Anthropic accepts: every object closed, and without the constraints that it
/// rejects.
///
/// Removed constraints are not enforced during generation; the caller still validates the reply against the full
/// schema.
struct AnthropicSchema {
  private(set) var schema: JSONValue
  /// The changes, one sentence each.
  private(set) var warnings: [String] = []

  private static let refused: Set<String> = [
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
    "maxLength", "maxItems", "uniqueItems", "minProperties", "maxProperties", "patternProperties",
  ]

  init(_ source: JSONValue) {
    var left: Set<String> = []
    var isClosed = false
    schema = Self.narrowed(source, left: &left, isClosed: &isClosed)
    if isClosed { warnings.append("Anthropic wants every object of a schema closed; it was done") }
    if !left.isEmpty {
      warnings.append(
        "Anthropic takes a schema without \(left.sorted().joined(separator: ", ")); left out")
    }
  }

  /// Whether a schema allows objects: by its type, or without one by its members.
  private static func isObject(_ schema: JSONObject) -> Bool {
    let types = JSONValue.object(schema).schemaTypes
    return types.isEmpty ? schema["properties"]?.object != nil : types.contains("object")
  }

  private static func narrowed(
    _ value: JSONValue, left: inout Set<String>, isClosed: inout Bool
  ) -> JSONValue {
    switch value {
    case .array(let elements):
      return .array(elements.map { narrowed($0, left: &left, isClosed: &isClosed) })
    case .object(let members):
      var object: JSONObject = [:]
      for (name, member) in members {
        switch name {
        case _ where refused.contains(name): left.insert(name)
        case "minItems" where member.integer ?? 0 > 1: left.insert(name)
        // Member names and literal values are not schemas.
        case "properties", "$defs", "definitions":
          object[name] = .object(
            (member.object ?? [:]).reduce(into: [:]) {
              $0[$1.key] = narrowed($1.value, left: &left, isClosed: &isClosed)
            })
        case "enum", "const", "default", "examples": object[name] = member
        default: object[name] = narrowed(member, left: &left, isClosed: &isClosed)
        }
      }
      if isObject(object), object["additionalProperties"] != false {
        object["additionalProperties"] = false
        isClosed = true
      }
      return .object(object)
    default: return value
    }
  }
}
