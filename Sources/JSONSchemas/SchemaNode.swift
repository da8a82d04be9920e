import Conversations

/// One schema object, read once so that checking does not search for keywords.
indirect enum SchemaNode: Sendable, Hashable {
  /// `true` or `{}`
  case anything
  /// `false`
  case nothing
  case object(Rules)

  struct Rules: Sendable, Hashable {
    var types: [String]?
    var allowed: [JSONValue]?
    var properties: [Property] = []
    var required: [String] = []
    var additional: SchemaNode = .anything
    var items: SchemaNode = .anything
    var itemCount: Bounds<Int>?
    var length: Bounds<Int>?
    var range: Bounds<Double>?
  }

  struct Property: Sendable, Hashable {
    var name: String
    var schema: SchemaNode
  }

  struct Bounds<Value: Comparable & Sendable & Hashable>: Sendable, Hashable {
    var minimum: Value?
    var maximum: Value?
  }

  /// Keywords that only describe.
  private static let annotations: Set<String> = [
    "$schema", "$id", "$comment", "title", "description", "default", "examples", "deprecated",
    "readOnly", "writeOnly", "format",
  ]

  private static let typeNames: Set<String> = [
    "null", "boolean", "integer", "number", "string", "array", "object",
  ]

  init(_ source: JSONValue, path: String) throws(JSONSchemaError) {
    switch source {
    case .bool(true): self = .anything
    case .bool(false): self = .nothing
    case .object(let object):
      var rules = Rules()
      for (key, value) in object where !Self.annotations.contains(key) {
        guard let keyword = Keyword(rawValue: key) else {
          throw JSONSchemaError(path: path, message: "the keyword '\(key)' is not supported")
        }
        try Self.read(keyword, value, path: "\(path)/\(key)", into: &rules)
      }
      self = rules == Rules() ? .anything : .object(rules)
    default:
      throw JSONSchemaError(path: path, message: "a schema is an object or a boolean")
    }
  }

  private static func read(
    _ keyword: Keyword, _ value: JSONValue, path: String, into rules: inout Rules
  ) throws(JSONSchemaError) {
    switch keyword {
    case .type: rules.types = try types(value, path: path)
    case .enum:
      guard let values = value.array else { throw wrong(path, "a list") }
      rules.allowed = values
    case .const: rules.allowed = [value]
    case .properties:
      guard let object = value.object else { throw wrong(path, "an object") }
      for (name, schema) in object {
        let schema = try SchemaNode(schema, path: "\(path)/\(name)")
        rules.properties.append(Property(name: name, schema: schema))
      }
    case .required:
      guard let names = value.array?.compactMap(\.string) else { throw wrong(path, "names") }
      rules.required = names
    case .additionalProperties: rules.additional = try SchemaNode(value, path: path)
    case .items: rules.items = try SchemaNode(value, path: path)
    case .minItems:
      rules.itemCount = Bounds(minimum: try count(value, path), maximum: rules.itemCount?.maximum)
    case .maxItems:
      rules.itemCount = Bounds(minimum: rules.itemCount?.minimum, maximum: try count(value, path))
    case .minLength:
      rules.length = Bounds(minimum: try count(value, path), maximum: rules.length?.maximum)
    case .maxLength:
      rules.length = Bounds(minimum: rules.length?.minimum, maximum: try count(value, path))
    case .minimum:
      rules.range = Bounds(minimum: try number(value, path), maximum: rules.range?.maximum)
    case .maximum:
      rules.range = Bounds(minimum: rules.range?.minimum, maximum: try number(value, path))
    }
  }

  private static func types(_ value: JSONValue, path: String) throws(JSONSchemaError) -> [String] {
    let names = value.string.map { [$0] } ?? value.array?.compactMap(\.string)
    guard let names, !names.isEmpty, names.allSatisfy(typeNames.contains) else {
      throw wrong(path, "a type name or a list of them")
    }
    return names
  }

  private static func count(_ value: JSONValue, _ path: String) throws(JSONSchemaError) -> Int {
    guard let count = value.integer, count >= 0 else { throw wrong(path, "a count") }
    return count
  }

  private static func number(_ value: JSONValue, _ path: String) throws(JSONSchemaError) -> Double {
    guard let number = value.number else { throw wrong(path, "a number") }
    return number
  }

  private static func wrong(_ path: String, _ expected: String) -> JSONSchemaError {
    JSONSchemaError(path: path, message: "expected \(expected)")
  }
}
