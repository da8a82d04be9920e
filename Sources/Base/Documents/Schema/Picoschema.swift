import SourceFiles

/// dotprompt's compact notation for schemas, and its translation to JSON Schema.
///
/// `name: string, a description`, `name?: …` for an optional member, `tags(array): string`,
/// `person(object): {…}`, `kind(enum): [a, b]`, and `(*): any` for members of any name.
package enum Picoschema {
  /// Returns the JSON Schema for a schema in compact notation; JSON Schema is returned as it is, but for a
  /// missing `"type": "object"` beside `properties`.
  ///
  /// Throws a ``JSONSchemaError`` with the location of the mistake.
  /// - Parameters:
  ///   - source: The schema in compact notation.
  ///   - named: Schemas that the notation can use by name in place of a type.
  package static func lower(_ source: JSONValue, named: [String: JSONValue] = [:])
    throws(JSONSchemaError) -> JSONValue
  {
    try Lowering(named: named).lower(source, path: "")
  }
}

private struct Lowering {
  let named: [String: JSONValue]

  private static let scalarTypes: Set<String> = [
    "string", "boolean", "null", "number", "integer", "any",
  ]

  func lower(_ source: JSONValue, path: String) throws(JSONSchemaError) -> JSONValue {
    switch source {
    case .string(let text): return try scalar(text, path: path)
    case .object(let object):
      if case .string(let type)? = object["type"],
        Self.scalarTypes.contains(type) || type == "object" || type == "array"
      {
        return source
      }
      // A name of an input cannot start with a dollar sign.
      if object.keys.contains(where: { $0.hasPrefix("$") }) { return source }
      if object["properties"]?.object != nil {
        var schema = object
        schema["type"] = "object"
        return .object(schema)
      }
      return try members(object, path: path)
    default:
      throw JSONSchemaError(
        path: path, message: "a schema is a type such as 'string', or a mapping of names to schemas"
      )
    }
  }

  private func scalar(_ text: String, path: String) throws(JSONSchemaError) -> JSONValue {
    let (type, description) = Self.split(text)
    var schema = JSONObject()
    if let known = named[type]?.object {
      schema = known
    } else if !Self.scalarTypes.contains(type) {
      let known = (Array(Self.scalarTypes) + named.keys).sorted().joined(separator: ", ")
      throw JSONSchemaError(
        path: path, message: "unknown type '\(type)'", hint: "known types: \(known)")
    } else if type != "any" {
      schema["type"] = .string(type)
    }
    if let description { schema["description"] = .string(description) }
    return .object(schema)
  }

  private func members(_ object: JSONObject, path: String) throws(JSONSchemaError)
    -> JSONValue
  {
    var properties = JSONObject()
    var required: [JSONValue] = []
    var additional: JSONValue = false
    for (key, value) in object {
      let head = try Head(key, path: path)
      let place = path.isEmpty ? head.name : "\(path)/\(head.name)"
      var schema = try member(head, value, path: place)
      if head.isWildcard {
        additional = schema
        continue
      }
      if head.isOptional {
        schema = Self.acceptingNull(schema)
      } else {
        required.append(.string(head.name))
      }
      properties[head.name] = schema
    }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { schema["required"] = .array(required) }
    schema["additionalProperties"] = additional
    return .object(schema)
  }

  private func member(_ head: Head, _ value: JSONValue, path: String)
    throws(JSONSchemaError) -> JSONValue
  {
    var schema = JSONObject()
    switch head.form {
    case nil: return try lower(value, path: path)
    case "array":
      schema["type"] = "array"
      schema["items"] = try lower(value, path: path)
    case "object":
      schema = try lower(value, path: path).object ?? schema
    case "enum":
      guard case .array = value else {
        throw JSONSchemaError(
          path: path, message: "an enum needs a list of its values", hint: "write [one, two]")
      }
      schema["enum"] = value
    default:
      throw JSONSchemaError(
        path: path,
        message: "'\(head.form ?? "")' in parentheses is none of array, object, enum")
    }
    if let description = head.description { schema["description"] = .string(description) }
    return .object(schema)
  }

  /// Allows null, too: an optional input can be null.
  private static func acceptingNull(_ schema: JSONValue) -> JSONValue {
    guard var object = schema.object else { return schema }
    if let type = object["type"]?.string {
      object["type"] = type == "null" ? "null" : .array([.string(type), "null"])
    }
    if let values = object["enum"]?.array, !values.contains(.null) {
      object["enum"] = .array(values + [.null])
    }
    return .object(object)
  }

  /// Splits `string, a description` at its first comma.
  fileprivate static func split(_ text: String) -> (String, String?) {
    guard let comma = text.firstIndex(of: ",") else { return (text.trimmingWhitespace, nil) }
    let description = String(text[text.index(after: comma)...]).trimmingWhitespace
    return (String(text[..<comma]).trimmingWhitespace, description.isEmpty ? nil : description)
  }

  /// The left side of a member: `name?(form, description)`.
  private struct Head {
    var name: String
    var isOptional = false
    var isWildcard = false
    var form: String?
    var description: String?

    init(_ key: String, path: String) throws(JSONSchemaError) {
      if key == "(*)" {
        name = "*"
        isWildcard = true
        return
      }
      var rest = key
      if let open = key.firstIndex(of: "(") {
        guard key.last == ")" else {
          throw JSONSchemaError(
            path: path, message: "'\(key)' lacks its closing parenthesis", hint: "close it")
        }
        let inside = key[key.index(after: open)...].dropLast()
        (form, description) = Lowering.split(String(inside)) as (String?, String?)
        rest = String(key[..<open])
      }
      isOptional = rest.hasSuffix("?")
      name = isOptional ? String(rest.dropLast()) : rest
      guard !name.isEmpty else {
        throw JSONSchemaError(path: path, message: "'\(key)' has no name")
      }
    }
  }
}
