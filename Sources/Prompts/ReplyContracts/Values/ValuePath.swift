package import Documents

/// A pattern for places in a JSON value: names separated by dots, and for arrays `[]` for all elements, `[2]` for one of
/// them (counted from 0), `[speaker=person]` for those with a member of that text, or `[=none]` for those that are a text.
///
/// `schedule[].exercises[].minutes` stands for the minutes of all exercises of all sessions.
package struct ValuePath: Sendable, Hashable, CustomStringConvertible {
  package enum Step: Sendable, Hashable {
    case member(String)
    case element(Int)
    case elements
    /// The elements with a member of a text, or that are the text if there is no member.
    case matching(member: String?, text: String)
  }

  /// The path as written.
  package let description: String
  package let steps: [Step]

  /// Reads a path; `nil` if the text is not one.
  package init?(_ text: String) {
    var steps: [Step] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      let name = String(pieces[0])
      // Only the whole value may be an array, so only the first part may lack a name.
      guard Self.isName(name) || (name.isEmpty && steps.isEmpty && pieces.count > 1) else {
        return nil
      }
      if !name.isEmpty { steps.append(.member(name)) }
      for piece in pieces.dropFirst() {
        guard let step = Self.selection(piece) else { return nil }
        steps.append(step)
      }
    }
    guard !steps.isEmpty else { return nil }
    description = text
    self.steps = steps
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }

  private static func selection(_ piece: Substring) -> Step? {
    guard piece.last == "]" else { return nil }
    let inside = piece.dropLast()
    if inside.isEmpty { return .elements }
    if inside.allSatisfy({ $0.isASCII && $0.isNumber }) { return Int(inside).map { .element($0) } }
    let sides = inside.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[1].isEmpty else { return nil }
    let member = sides[0].isEmpty ? nil : String(sides[0])
    guard member.map(isName) ?? true else { return nil }
    return .matching(member: member, text: String(sides[1]))
  }

  /// The name with which the path begins; `nil` if it begins with an element.
  package var root: String? { if case .member(let name)? = steps.first { name } else { nil } }

  /// Whether the path selects elements, so that it can stand for several places.
  package var selectsMany: Bool {
    steps.contains { step in
      switch step {
      case .elements, .matching: true
      case .member, .element: false
      }
    }
  }

  /// Returns all places in a value that the path stands for, with what is there.
  package func places(in value: JSONValue) -> [(location: ValueLocation, value: JSONValue)] {
    var found: [(location: ValueLocation, value: JSONValue)] = [(ValueLocation(), value)]
    for step in steps {
      found = found.flatMap { place -> [(location: ValueLocation, value: JSONValue)] in
        switch (step, place.value) {
        case (.member(let name), .object(let object)):
          return object[name].map { [(place.location.member(name), $0)] } ?? []
        case (.element(let index), .array(let elements)):
          guard elements.indices.contains(index) else { return [] }
          return [(place.location.element(index), elements[index])]
        case (.elements, .array(let elements)):
          return elements.enumerated().map { (place.location.element($0), $1) }
        case (.matching(let member, let text), .array(let elements)):
          return elements.enumerated()
            .filter { _, element in
              guard let member else { return element.string == text }
              return element[member]?.string == text
            }
            .map { (place.location.element($0), $1) }
        default: return []
        }
      }
    }
    return found
  }

  /// Returns what is at the places in a value.
  package func values(in value: JSONValue) -> [JSONValue] { places(in: value).map(\.value) }

  /// Returns why the path leads nowhere in values of a schema, in words; `nil` if it leads somewhere or the schema leaves
  /// that open.
  package func problem(in schema: JSONValue) -> String? {
    var schema = schema
    for step in steps {
      switch step {
      case .member(let name):
        if let problem = Self.problem(ofMember: name, in: schema) { return problem }
        guard let property = schema["properties"]?[name] else { return nil }
        schema = property
      case .element, .elements, .matching:
        guard let items = schema["items"] else {
          return Self.allows("array", schema)
            ? nil : "'\(description)' selects elements of no array"
        }
        if case .matching(let member, let text) = step,
          let problem = Self.problem(ofText: text, member: member, in: items)
        {
          return problem
        }
        schema = items
      }
    }
    return nil
  }

  /// Returns the schema of what is at steps into values of a schema; `nil` if it leaves that open.
  static func schema(at steps: ArraySlice<Step>, in schema: JSONValue) -> JSONValue? {
    steps.reduce(schema) { schema, step in
      switch step {
      case .member(let name): schema?["properties"]?[name]
      case .element, .elements, .matching: schema?["items"]
      }
    }
  }

  /// Returns why what the path leads to in values of a schema is of none of some types, in words; `nil` if it may be.
  func problem(in schema: JSONValue, expecting types: [String]) -> String? {
    guard !types.isEmpty, let found = Self.schema(at: steps[...], in: schema)?.schemaTypes,
      !found.isEmpty, Set(found).isDisjoint(with: types)
    else { return nil }
    let names = ["string": "text", "array": "list", "integer": "number"]
    let name = names[found[0]] ?? found[0]
    guard !found.contains("array") else { return "'\(self)' is a list: write \(self)[]" }
    return "'\(self)' is a \(name), not a \(names[types[0]] ?? types[0])"
  }

  private static func problem(ofMember name: String, in schema: JSONValue) -> String? {
    guard let properties = schema["properties"]?.object else {
      return allows("object", schema) ? nil : "'\(name)' belongs to no object"
    }
    guard properties[name] == nil else { return nil }
    let names = properties.keys.map { "'\($0)'" }.joined(separator: ", ")
    return schema["additionalProperties"] == false || schema["additionalProperties"] == nil
      ? "there is no '\(name)' beside \(names)" : nil
  }

  private static func problem(
    ofText text: String, member: String?, in items: JSONValue
  ) -> String? {
    if let member, let problem = problem(ofMember: member, in: items) { return problem }
    guard let value = member.map({ items["properties"]?[$0] }) ?? items else { return nil }
    let what = member.map { "'\($0)'" } ?? "an element"
    guard allows("string", value) else { return "\(what) is no text, so it is never '\(text)'" }
    guard let choices = value["enum"]?.array, !choices.contains(.string(text)) else { return nil }
    return "\(what) is never '\(text)'"
  }

  private static func allows(_ type: String, _ schema: JSONValue) -> Bool {
    let types = schema.schemaTypes
    return types.isEmpty || types.contains(type)
  }
}
