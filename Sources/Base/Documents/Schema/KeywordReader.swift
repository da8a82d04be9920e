/// Reads the keywords of a schema object that contain no subschemas.
struct KeywordReader {
  let object: JSONObject
  let pointer: String

  /// Returns the assertions in a fixed order.
  mutating func simpleAssertions() throws(JSONSchemaError) -> [Assertion] {
    var assertions: [Assertion] = []
    if let value = object["enum"] {
      guard let values = value.array else { throw wrong("enum", wanted: "a list") }
      assertions.append(.oneOfValues(AllowedValues(values), .enum))
    }
    if let value = object["const"] {
      assertions.append(.oneOfValues(AllowedValues([value]), .const))
    }
    for key in [Keyword.minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum] {
      guard let value = object[key.rawValue] else { continue }
      guard value.number != nil else { throw wrong(key.rawValue, wanted: "a number") }
      assertions.append(.number(key, value))
    }
    if let value = object["multipleOf"] {
      guard let number = value.number, number > 0 else {
        throw wrong("multipleOf", wanted: "a number above 0")
      }
      assertions.append(.multipleOf(value))
    }
    for key in [
      Keyword.minLength, .maxLength, .minItems, .maxItems, .minProperties, .maxProperties,
    ] {
      if let count = try count(key.rawValue) { assertions.append(.count(key, count)) }
    }
    if let value = object["pattern"] {
      guard let text = value.string else { throw wrong("pattern", wanted: "a text") }
      assertions.append(.pattern(try Self.expression(text, at: "\(pointer)/pattern")))
    }
    if object["uniqueItems"] == true { assertions.append(.uniqueItems) }
    if let value = object["required"] {
      assertions.append(.required(try names(value, of: "required")))
    }
    if let value = object["dependentRequired"] {
      guard let members = value.object else {
        throw wrong("dependentRequired", wanted: "an object")
      }
      var dependents: [(name: String, required: [String])] = []
      for (name, value) in members {
        dependents.append((name, try names(value, of: "dependentRequired/\(name)")))
      }
      assertions.append(.dependentRequired(dependents))
    }
    return assertions
  }

  static func expression(
    _ pattern: String, at path: String
  ) throws(JSONSchemaError) -> RegularExpression {
    do throws(RegularExpressionError) {
      return try RegularExpression(pattern, syntax: .schema)
    } catch {
      throw JSONSchemaError(
        path: path, message: "'\(pattern)' is not a regular expression: \(error.message)",
        hint: error.hint)
    }
  }

  /// Returns a non-negative integer, which can also be written as `2.0`; nil without the keyword.
  func count(_ key: String) throws(JSONSchemaError) -> Int? {
    guard let value = object[key] else { return nil }
    guard let count = value.integer, count >= 0 else {
      throw wrong(key, wanted: "a whole number from 0")
    }
    return count
  }

  /// Returns the types that conform: all of them without the keyword.
  func types() throws(JSONSchemaError) -> TypeSet {
    guard let value = object["type"] else { return .any }
    let names = value.string.map { [$0] } ?? value.array?.map { $0.string ?? "" } ?? []
    let sets = names.map { TypeSet(name: $0) }
    guard !sets.isEmpty, !sets.contains(nil) else {
      throw wrong("type", wanted: "one of \(TypeSet.names.joined(separator: ", "))")
    }
    return sets.reduce(into: []) { $0.formUnion($1 ?? []) }
  }

  private func names(_ value: JSONValue, of key: String) throws(JSONSchemaError) -> [String] {
    guard let elements = value.array, elements.allSatisfy({ $0.string != nil }) else {
      throw wrong(key, wanted: "a list of names")
    }
    return elements.compactMap(\.string)
  }

  private func wrong(_ key: String, wanted: String) -> JSONSchemaError {
    JSONSchemaError(path: "\(pointer)/\(key)", message: "must be \(wanted)")
  }
}
