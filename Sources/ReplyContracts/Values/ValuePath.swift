package import JSON

/// A pattern for places in a JSON value: names separated by dots, and for arrays `[]` for all elements, `[2]` for one of
/// them (counted from 0), or `[speaker=person]` for those with a member of that text.
///
/// `schedule[].exercises[].minutes` stands for the minutes of all exercises of all sessions.
package struct ValuePath: Sendable, Hashable, CustomStringConvertible {
  package enum Step: Sendable, Hashable {
    case member(String)
    case element(Int)
    case elements
    case matching(String, String)
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
    let sides = inside.split(separator: "=", maxSplits: 1)
    guard sides.count == 2, isName(String(sides[0])) else { return nil }
    return .matching(String(sides[0]), String(sides[1]))
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
        case (.matching(let name, let text), .array(let elements)):
          return elements.enumerated().filter { $1[name]?.string == text }
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
        guard let properties = schema["properties"]?.object else {
          return Self.allows("object", schema) ? nil : "'\(name)' belongs to no object"
        }
        guard let property = properties[name] else {
          let names = properties.keys.map { "'\($0)'" }.joined(separator: ", ")
          return schema["additionalProperties"] == false || schema["additionalProperties"] == nil
            ? "there is no '\(name)' beside \(names)" : nil
        }
        schema = property
      case .element, .elements, .matching:
        guard let items = schema["items"] else {
          return Self.allows("array", schema)
            ? nil : "'\(description)' selects elements of no array"
        }
        schema = items
      }
    }
    return nil
  }

  private static func allows(_ type: String, _ schema: JSONValue) -> Bool {
    let types = schema.schemaTypes
    return types.isEmpty || types.contains(type)
  }
}
