package import Documents

/// A value with all members that a JSON Schema has, as requests hold them: the start for changes of single members.
///
/// It knows the forms of this project's own schemas, no others.
package struct SchemaExample {
  private let schema: JSONValue
  /// The values of members, where any text or number will not do, by their names, or by the two last names of their
  /// paths, the first of which is empty at the root.
  private let known: JSONObject
  private let text: String

  /// Creates the examples of a schema. Their texts are `text`, but for the members with known values; null leaves one out.
  package init(of schema: JSONValue, text: String, known: JSONObject) {
    self.schema = schema
    self.text = text
    self.known = known
  }

  /// Returns an example; the index chooses among alternatives.
  package func value(_ index: Int = 0) -> JSONValue { value(of: schema, index: index) }

  /// `path` has the names of the members that lead to the value.
  private func value(of schema: JSONValue, at path: [String] = [], index: Int) -> JSONValue {
    let schema = resolved(schema)
    let names = path.count == 1 ? [""] + path : path.suffix(2)
    if let value = known[names.joined(separator: ".")] ?? path.last.flatMap({ known[$0] }) {
      return value == .null ? .null : numbered(value, index)
    }
    if let constant = schema["const"] { return constant }
    if let choices = schema["enum"]?.array, !choices.isEmpty {
      return choices[index % choices.count]
    }
    if let variants = schema["oneOf"]?.array ?? schema["anyOf"]?.array, !variants.isEmpty {
      return value(of: variants[index % variants.count], at: path, index: index)
    }
    switch schema["type"]?.string {
    case "object": return object(schema, at: path, index: index)
    case "array": return array(schema, at: path)
    case "integer": return .integer(min(7, schema["maximum"]?.integer ?? 7))
    case "number":
      let top = schema["maximum"]?.number ?? .infinity
      return .number(top > 1e9 ? 1_795_000_000 : min(0.5, top))
    case "boolean": return true
    default:
      return schema["format"]?.string == "date" ? "2026-11-27" : numbered(.string(text), index)
    }
  }

  private func object(_ schema: JSONValue, at path: [String], index: Int) -> JSONValue {
    var object: JSONObject = [:]
    for (name, part) in schema["properties"]?.object ?? [:] {
      let value = value(of: part, at: path + [name], index: index)
      if value != .null { object[name] = value }
    }
    if let other = schema["additionalProperties"], other.object != nil {
      object["career"] = value(of: other, at: path + ["career"], index: index)
    }
    return .object(object)
  }

  /// As many items as there are alternatives, and at least two.
  private func array(_ schema: JSONValue, at path: [String]) -> JSONValue {
    guard let items = schema["items"] else { return [] }
    // The alternatives may also be those of one of their members.
    let members = resolved(items)["properties"]?.object?.map { $0.value } ?? []
    let alternatives = ([items] + members).map { resolved($0)["oneOf"]?.array?.count ?? 0 }
    let count = alternatives.reduce(2) { max($0, $1) }
    return .array(
      (0..<min(count, schema["maxItems"]?.integer ?? count)).map {
        value(of: items, at: path, index: $0)
      })
  }

  private func resolved(_ schema: JSONValue) -> JSONValue {
    schema["$ref"]?.string?.split(separator: "/").last
      .flatMap { self.schema["$defs"]?[String($0)] } ?? schema
  }

  /// Ids and texts of different items differ.
  private func numbered(_ value: JSONValue, _ index: Int) -> JSONValue {
    guard index > 0, case .string(let text) = value, text == self.text else { return value }
    return .string("\(text) \(index)")
  }
}
