package import Documents

/// Reduces values to what the input schema of one version of a prompt declares.
///
/// Versions of a prompt live side by side, and only the newest knows the newest members. What the engine offers is the same
/// for all of them, so a version simply does not get what it does not declare. What a caller gives is strict: only what
/// another version of the prompt declares is left out, and everything else stays, for the check against the schema to name.
///
/// What is offered never leads to a heading without anything below it: blank texts, empty lists, and objects in which
/// nothing is left are omitted wherever the schema does not require them.
package struct InputReduction: Sendable {
  /// What was left out so far.
  package private(set) var leftOut: [LeftOutInput] = []
  private let schema: JSONValue
  private let others: [JSONValue]
  private var giver = LeftOutInput.Giver.engine

  /// The maximum number of references that lead from one schema to the next.
  private static let maximumReferences = 16

  /// Prepares the reduction to a schema.
  /// - Parameter others: The input schemas of the prompt's other versions.
  package init(to schema: JSONValue, others: [JSONValue] = []) {
    self.schema = schema
    self.others = others
  }

  /// Returns what the schema declares of the values that the engine offers.
  ///
  /// A required input whose value the schema does not know is kept: the check against the schema says so.
  package mutating func offered(_ values: JSONObject) -> JSONObject {
    giver = .engine
    return members(of: values, to: schema, elsewhere: others, at: "").object
  }

  /// Returns the values of a caller without those that only other versions declare.
  package mutating func given(_ values: JSONObject) -> JSONObject {
    giver = .caller
    return members(of: values, to: schema, elsewhere: others, at: "").object
  }

  // MARK: Reducing

  private enum Reduced {
    case kept(JSONValue)
    /// A value that says nothing.
    case blank(JSONValue)
    /// A value, or a part that its object cannot do without, that the schema does not know.
    case unfit
  }

  private mutating func reduced(
    _ value: JSONValue, to declared: JSONValue, elsewhere: [JSONValue], at path: String
  ) -> Reduced {
    let declared = resolved(declared)
    if let known = declared["enum"]?.array, !known.contains(value) {
      let isKnownElsewhere = elsewhere.contains { $0["enum"]?.array?.contains(value) ?? false }
      if giver == .engine || isKnownElsewhere { return .unfit }
    }
    let isOffered = giver == .engine
    switch value {
    case .object where !Self.describesMembers(declared), .array where declared["items"] == nil:
      // A document of a form that the prompt does not know stays as it is.
      return isOffered && isBlank(value) ? .blank(value) : .kept(value)
    case .object(let object):
      let (object, hasContent, isFit) = members(
        of: object, to: declared, elsewhere: elsewhere, at: path)
      guard isFit else { return .unfit }
      return isOffered && !hasContent ? .blank(.object(object)) : .kept(.object(object))
    case .array(let elements):
      let kept = reduced(elements, to: declared, elsewhere: elsewhere, at: path)
      return isOffered && kept.isEmpty ? .blank(.array([])) : .kept(.array(kept))
    case .string(let text):
      return isOffered && text.allSatisfy(\.isWhitespace) ? .blank("") : .kept(value)
    case .null: return isOffered ? .blank(value) : .kept(value)
    case .bool, .integer, .number: return .kept(value)
    }
  }

  private mutating func reduced(
    _ elements: [JSONValue], to declared: JSONValue, elsewhere: [JSONValue], at path: String
  ) -> [JSONValue] {
    let items = declared["items"] ?? true
    let known = elsewhere.compactMap { $0["items"] }
    var kept: [JSONValue] = []
    for element in elements {
      switch reduced(element, to: items, elsewhere: known, at: path) {
      case .kept(let element): kept.append(element)
      case .blank: break
      case .unfit: note(path, .value)
      }
    }
    return kept
  }

  /// Reduces the members of an object. It has content if anything but blank values is left, and fits unless a required
  /// member had to go.
  private mutating func members(
    of object: JSONObject, to declared: JSONValue, elsewhere: [JSONValue], at path: String
  ) -> (object: JSONObject, hasContent: Bool, isFit: Bool) {
    let required = declared["required"]?.array ?? []
    var kept = JSONObject()
    var (hasContent, isFit) = (false, true)
    for (name, member) in object {
      let place = path.isEmpty ? name : "\(path).\(name)"
      let known = elsewhere.compactMap { $0["properties"]?[name] }
      guard let own = Self.member(name, of: declared) else {
        if giver == .engine || !known.isEmpty {
          if member != false, !isBlank(member) { note(place, .member) }
        } else {
          kept[name] = member
        }
        continue
      }
      let isRequired = required.contains(.string(name))
      switch reduced(member, to: own, elsewhere: known, at: place) {
      case .kept(let value):
        kept[name] = value
        hasContent = true
      case .blank(let value): if isRequired { kept[name] = value }
      case .unfit where !isRequired: note(place, .value)
      case .unfit where giver == .caller || path.isEmpty:
        kept[name] = member
        hasContent = true
      case .unfit: isFit = false
      }
    }
    return (kept, hasContent, isFit)
  }

  private static func describesMembers(_ declared: JSONValue) -> Bool {
    declared["properties"] != nil || declared["additionalProperties"] != nil
  }

  /// Returns the schema of a member; `nil` if the object may not have it.
  private static func member(_ name: String, of declared: JSONValue) -> JSONValue? {
    if let own = declared["properties"]?[name] { return own }
    let additional = declared["additionalProperties"] ?? true
    return additional == .bool(false) ? JSONValue?.none : additional
  }

  /// Returns the schema to which references inside the document lead.
  private func resolved(_ declared: JSONValue) -> JSONValue {
    var declared = declared
    for _ in 0..<Self.maximumReferences {
      guard let reference = declared["$ref"]?.string, reference.hasPrefix("#/") else { break }
      let target = reference.dropFirst(2).split(separator: "/").reduce(Optional(schema)) {
        $0?[String($1)]
      }
      guard let target else { break }
      declared = target
    }
    return declared
  }

  // MARK: Noting

  /// Whether a value says nothing.
  private func isBlank(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .string(let text): text.allSatisfy(\.isWhitespace)
    case .array(let elements): elements.allSatisfy { isBlank($0) }
    case .object(let object): object.allSatisfy { isBlank($0.value) }
    case .bool, .integer, .number: false
    }
  }

  private mutating func note(_ path: String, _ reason: LeftOutInput.Reason) {
    let part = LeftOutInput(path, giver: giver, reason: reason)
    if !leftOut.contains(part) { leftOut.append(part) }
  }
}
