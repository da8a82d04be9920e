import Documents
import LanguageModels

/// A JSON Schema in the subset that a provider accepts.
///
/// Removed constraints are not enforced during generation; the caller still validates the reply against the full
/// schema. What cannot be removed is a ``SchemaObstacle``.
struct NarrowedSchema {
  /// What a provider rejects.
  struct Dialect {
    var provider: String
    var refused: Set<String>
    /// Whether every object must be closed.
    var closesObjects = false
    /// The largest `minItems` that is accepted.
    var largestMinimum = Int.max
    /// Whether a schema may refer to itself.
    var takesRecursion = false
    /// Whether the schema must say itself that the value is an object, and not through a reference.
    var wantsPlainRoot = false
    /// Whether an object may have members of any name.
    var takesFreeMaps = false

    static let anthropic = Dialect(
      provider: "Anthropic",
      refused: [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
        "maxLength", "maxItems", "uniqueItems", "minProperties", "maxProperties",
        "patternProperties",
      ], closesObjects: true, largestMinimum: 1)
    /// What OpenAI rejects in a strict schema.
    static let openAI = Dialect(
      provider: "OpenAI",
      refused: [
        "minLength", "maxLength", "uniqueItems", "minProperties", "maxProperties",
        "patternProperties",
      ], takesRecursion: true, wantsPlainRoot: true)
    /// What OpenAI rejects in a schema that is not strict: nothing but the wrong kind of value.
    static let openAIOpen = Dialect(
      provider: "OpenAI", refused: [], takesRecursion: true, wantsPlainRoot: true,
      takesFreeMaps: true)
  }

  private(set) var schema: JSONValue
  /// The changes, one sentence each.
  private(set) var warnings: [String] = []

  private let dialect: Dialect

  init(_ source: JSONValue, for dialect: Dialect) {
    self.dialect = dialect
    var left: Set<String> = []
    var isClosed = false
    schema = source
    schema = narrowed(source, left: &left, isClosed: &isClosed)
    if isClosed {
      warnings.append("\(dialect.provider) wants every object of a schema closed; it was done")
    }
    if !left.isEmpty {
      warnings.append(
        "\(dialect.provider) takes a schema without \(left.sorted().joined(separator: ", ")); left out"
      )
    }
  }

  /// Whether a schema allows objects: by its type, or without one by its members.
  static func isObject(_ schema: JSONObject) -> Bool {
    let types = JSONValue.object(schema).schemaTypes
    return types.isEmpty ? schema["properties"]?.object != nil : types.contains("object")
  }

  private func narrowed(
    _ value: JSONValue, left: inout Set<String>, isClosed: inout Bool
  ) -> JSONValue {
    switch value {
    case .array(let elements):
      return .array(elements.map { narrowed($0, left: &left, isClosed: &isClosed) })
    case .object(let members):
      var object: JSONObject = [:]
      for (name, member) in members {
        switch name {
        case _ where dialect.refused.contains(name): left.insert(name)
        case "minItems" where member.integer ?? 0 > dialect.largestMinimum: left.insert(name)
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
      if dialect.closesObjects, Self.isObject(object), object["additionalProperties"] != false {
        object["additionalProperties"] = false
        isClosed = true
      }
      return .object(object)
    default: return value
    }
  }
}

extension ReplyFormat {
  /// Returns the format without what OpenAI rejects in a strict schema.
  func narrowedForOpenAI(_ warnings: inout [String]) -> ReplyFormat {
    guard case .schema(let name, let schema, true) = self else { return self }
    let narrowed = NarrowedSchema(schema, for: .openAI)
    warnings += narrowed.warnings
    return .schema(name: name, narrowed.schema, isStrict: true)
  }
}
