import Documents

/// Converts a payload to the shape of its schema if its meaning is unambiguous.
///
/// Models change the spelling of field names, write a string where a list is expected, or wrap the object in
/// another one. Nothing is invented: missing fields stay missing.
struct PayloadRepair {
  private let schema: JSONValue
  /// How many repairs are described; a reply can contain any number of unknown fields.
  private static let maximumRepairs = 20
  /// The repairs that were made, in words.
  private(set) var repairs: [String] = []

  init(_ schema: JSONValue) {
    self.schema = schema
  }

  /// Returns the value in the schema's shape, as far as possible.
  mutating func apply(to value: JSONValue) -> JSONValue {
    repaired(value, schema: schema, at: "the payload")
  }

  private mutating func note(_ repair: String) {
    guard repairs.count < Self.maximumRepairs, !repairs.contains(repair) else { return }
    repairs.append(repair)
  }

  private mutating func repaired(_ value: JSONValue, schema: JSONValue, at path: String)
    -> JSONValue
  {
    let types = schema.schemaTypes
    guard !types.isEmpty, !types.contains(where: { value.isOfType($0) }) else {
      if let object = value.object, let properties = schema["properties"]?.object {
        return repaired(object, properties: properties, schema: schema, at: path)
      }
      if case .array(let elements) = value, let items = schema["items"] {
        return .array(elements.map { repaired($0, schema: items, at: "an element of \(path)") })
      }
      return value
    }
    switch (types.first, value) {
    case ("array", .string(let text)):
      note("\(path) was a text, not a list")
      return .array(text.isEmpty ? [] : [value])
    case ("string", .array(let elements)):
      let texts = elements.compactMap(\.string)
      guard texts.count == elements.count else { return value }
      note("\(path) was a list, not a text")
      return .string(texts.joined(separator: "; "))
    case ("string", .number), ("string", .integer), ("string", .bool):
      note("\(path) was not written as a text")
      return .string(value.text())
    case ("integer", .string(let text)), ("number", .string(let text)):
      guard let number = try? JSONValue(parsing: text), number.number != nil else { return value }
      note("\(path) was a number in quotes")
      return number
    case ("boolean", .string(let text)):
      guard text == "true" || text == "false" else { return value }
      note("\(path) was \(text) in quotes")
      return .bool(text == "true")
    default: return value
    }
  }

  private mutating func repaired(
    _ object: JSONObject, properties: JSONObject, schema: JSONValue, at path: String
  ) -> JSONValue {
    if object.count == 1, let (name, inner) = object.first(where: { _ in true }),
      properties[name] == nil, let wrapped = inner.object,
      wrapped.contains(where: { properties[$0.key] != nil })
    {
      note("\(path) stood inside '\(name)'")
      return repaired(wrapped, properties: properties, schema: schema, at: path)
    }
    let required = schema["required"]?.array?.compactMap(\.string) ?? []
    var result: JSONObject = [:]
    for (name, value) in object {
      guard let known = self.name(name, among: properties, unless: object) else {
        if schema["additionalProperties"]?.bool == false {
          note("the field '\(name)', which was not requested, was left out")
        } else {
          result[name] = value
        }
        continue
      }
      if known != name { note("'\(known)' was called '\(name)'") }
      guard let property = properties[known] else { continue }
      if value == .null, !required.contains(known) {
        note("'\(known)' was null")
        continue
      }
      result[known] = repaired(value, schema: property, at: "'\(known)'")
    }
    return .object(result)
  }

  /// Returns the property that a field denotes: the one with its name, or one whose name differs only in letter
  /// case and punctuation and is not present itself.
  private func name(
    _ name: String, among properties: JSONObject, unless object: JSONObject
  ) -> String? {
    if properties[name] != nil { return name }
    func folded(_ name: String) -> String {
      name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    return properties.keys.first { folded($0) == folded(name) && object[$0] == nil }
  }
}

extension JSONValue {
  fileprivate func isOfType(_ name: String) -> Bool {
    name == typeName || name == "number" && number != nil || name == "integer" && integer != nil
  }
}
