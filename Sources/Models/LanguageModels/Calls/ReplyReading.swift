package import Documents

/// How the value of a reply is told from whatever else the reply holds.
///
/// A reply is normally one value and nothing else. Otherwise the last value counts that the reply does not quote: drafts,
/// and what the model was shown, come before it. A quotation is what stands in quotation marks or in a block quotation.
/// The last value must also be complete and fit the schema: an earlier one that fits may be what the model rejects.
package struct ReplyReading: Sendable, Hashable {
  /// Whether a reply is rejected if its values differ.
  package var rejectsConflicts: Bool
  /// The members in which the values are compared; empty for the whole values.
  package var decisiveMembers: [String]
  /// What the model was shown: JSON that the reply repeats from it, in any spacing, is a quotation, too.
  package var material: [String]

  /// The last value counts, whatever precedes it.
  package static let last = ReplyReading(rejectsConflicts: false)
  /// A reply with different values is rejected, since nobody looks at which of them was meant.
  package static let unanimous = ReplyReading(rejectsConflicts: true)

  package init(rejectsConflicts: Bool, decisiveMembers: [String] = [], material: [String] = []) {
    self.rejectsConflicts = rejectsConflicts
    self.decisiveMembers = decisiveMembers
    self.material = material
  }
}

extension JSONSchema {
  /// Returns the value of the schema that a reply holds, with the repairs that were needed to read it.
  ///
  /// Throws what is wrong with the reply: no JSON of its own, incomplete or unreadable JSON, a member that is there twice,
  /// values that differ, or the violations of the schema.
  package func value(
    inReply text: String, _ reading: ReplyReading = .last
  ) throws(StructuredMisfit) -> RepairedJSON {
    let json = try reading.json(in: text, fitting: self)
    var problems = violations(of: json.value).map(\.description)
    if let digits = Self.lostDigits(of: json.value, in: text) {
      problems.append(
        "\(digits) has more digits than are kept exactly: whole numbers are from \(Int.min) to"
          + " \(Int.max)")
    }
    guard problems.isEmpty else { throw StructuredMisfit(problems) }
    return json
  }

  /// Returns a number as a reply writes it, of which the value has other digits; nil if there is none.
  private static func lostDigits(of value: JSONValue, in text: String) -> String? {
    let numbers = Set(value.magnitudesBeyondInt)
    guard !numbers.isEmpty else { return nil }
    return text.utf8.split { !(0x30...0x39).contains($0) }.lazy.map { String(Substring($0)) }
      .first { digits in
        guard let number = Double(digits), numbers.contains(number) else { return false }
        return JSONValue.number(number).text() != digits
      }
  }
}

extension ReplyReading {
  /// Returns the JSON that is the value of a reply, not yet validated; without a schema, an object is preferred to a list.
  ///
  /// Throws why there is none.
  package func json(
    in text: String, fitting schema: JSONSchema?
  ) throws(StructuredMisfit) -> RepairedJSON {
    let passages = JSONPassage.all(in: text)
    guard !passages.isEmpty else { throw StructuredMisfit([Self.problem(withUnreadable: text)]) }
    let shown = material.reduce(into: Set()) { Self.addJSON(in: $1, to: &$0) }
    let own = passages.filter { passage in
      !passage.isQuoted && !(passage.json.map { shown.contains($0.value) } ?? false)
    }
    let relevant = own.filter { Self.isRelevant($0, to: schema) }
    guard let chosen = relevant.last ?? own.last else {
      throw StructuredMisfit(["the only JSON in the reply is quoted: it is no answer of its own"])
    }
    guard let json = chosen.json, relevant.allSatisfy({ $0.json != nil }) else {
      let problem = passages.count == 1 ? Self.numberProblem(in: text) : nil
      throw StructuredMisfit([
        problem ?? "a part of the reply that is meant as JSON cannot be read"
      ])
    }
    guard !json.repairs.contains(.cut) else {
      throw StructuredMisfit(["the JSON ends before it is complete"])
    }
    let repeated = Set((rejectsConflicts ? relevant : [chosen]).flatMap(\.repeatedNames))
    guard repeated.isEmpty else {
      throw StructuredMisfit(repeated.sorted().map { "'\($0)' is there more than once" })
    }
    if rejectsConflicts {
      var others = relevant.compactMap(\.json?.value)
      let outer = own.filter { decisiveMembers.isEmpty || !Self.isRelevant($0, to: schema) }
      others += outer.compactMap(\.json?.value).filter { $0 != json.value }
        .flatMap { $0.inner(sharing: json.value) }
      try refuseConflicts(of: json.value, with: others, schema)
    }
    return json
  }

  /// How deep JSON is looked for in the texts of JSON: what a task was given is shown as JSON, and may quote some.
  private static let maximumDepth = 3

  private static func addJSON(
    in text: String, depth: Int = 0, to values: inout Set<JSONValue>
  ) {
    guard depth < maximumDepth, text.utf8.contains(UInt8(ascii: "{")) else { return }
    for passage in JSONPassage.all(in: text) {
      guard let value = passage.json?.value else { continue }
      values.insert(value)
      for text in value.texts { addJSON(in: text, depth: depth + 1, to: &values) }
    }
  }

  /// Returns whether a passage can be meant as the value: brackets of the words around it are not.
  private static func isRelevant(_ passage: JSONPassage, to schema: JSONSchema?) -> Bool {
    guard let schema, let json = passage.json, !json.repairs.contains(.cut) else {
      return passage.hasMembers
    }
    if schema.violations(of: json.value).isEmpty { return true }
    guard passage.hasMembers else { return false }
    guard let names = schema.source["properties"]?.object?.keys, !names.isEmpty else { return true }
    return json.value.object?.keys.contains { names.contains($0) } ?? false
  }

  /// Throws if another value differs from the chosen one in what decides: in the decisive members, or else in any member
  /// that both have. A value that does not fit the schema contradicts, too: it may be what the model means.
  private func refuseConflicts(
    of value: JSONValue, with others: [JSONValue], _ schema: JSONSchema?
  ) throws(StructuredMisfit) {
    for other in others where other != value {
      if decisiveMembers.isEmpty, schema?.violations(of: other).isEmpty ?? true {
        throw StructuredMisfit(["the reply holds different values, so that none of them counts"])
      }
      let shared = value.object?.keys.filter { other[$0] != nil } ?? []
      for name in decisiveMembers.isEmpty ? shared : decisiveMembers {
        guard let first = other[name], let last = value[name], first != last else { continue }
        // Members that no reader named may quote a person.
        let values = decisiveMembers.isEmpty ? "" : ", \(first.shown) and \(last.shown)"
        throw StructuredMisfit([
          "the reply holds different values of '\(name)'\(values), so that none of them counts"
        ])
      }
    }
  }

  /// Returns why nothing can be read from a reply: it may be JSON with a number that no program can hold.
  private static func problem(withUnreadable text: String) -> String {
    numberProblem(in: text) ?? "there is no JSON in the reply"
  }

  /// Returns what is wrong with a text that is JSON and still has no value; nil for a text that is no JSON.
  private static func numberProblem(in text: String) -> String? {
    var index = JSONIndex()
    guard (try? index.read(Array(text.utf8).span)) != nil else { return nil }
    return "a number in the JSON is too large"
  }
}

extension JSONValue {
  fileprivate var shown: String { String(text().prefix(60)) }

  /// Returns the objects within the value, at any depth, that have a member of the same name as another value.
  fileprivate func inner(sharing other: JSONValue) -> [JSONValue] {
    let children: [JSONValue] =
      switch self {
      case .array(let elements): elements
      case .object(let members): members.map(\.value)
      case .null, .bool, .integer, .number, .string: []
      }
    let names = other.object?.keys.map { $0 } ?? []
    return children.flatMap { child in
      let isLike = child.object.map { object in names.contains { object[$0] != nil } } ?? false
      return (isLike ? [child] : []) + child.inner(sharing: other)
    }
  }

  /// The strings in the value, without names.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    case .null, .bool, .integer, .number: []
    }
  }
}
