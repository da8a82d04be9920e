package import SourceFiles

/// The JSON form of a type: how its values are written and read, and the JSON Schema that describes them.
///
/// All three come from one declaration, so they cannot disagree. Reading is strict and reports locations.
///
/// ```swift
/// extension Memory {
///   static let members = JSONObjectForm<Memory>(
///     "a memory", .required("text", \.text, .text), .required("date", \.date, .text),
///     .optional("domain", \.domain, .text)
///   ) { Memory(text: $0.text, date: $0.date, domain: $0.domain) }
/// }
/// ```
package struct JSONForm<Value>: Sendable {
  /// What reading throws.
  package typealias Failure = SourceError
  /// Reads a value; the text names it in errors, such as `'today'`.
  package typealias Reader = @Sendable (DocumentNode, String) throws(SourceError) -> Value

  /// The JSON Schema of the values.
  package let schema: JSONValue
  /// Writes a value.
  package let write: @Sendable (Value) -> JSONValue
  /// Reads a value.
  package let read: Reader

  package init(
    schema: JSONValue, write: @escaping @Sendable (Value) -> JSONValue, read: @escaping Reader
  ) {
    self.schema = schema
    self.write = write
    self.read = read
  }
}

extension JSONForm where Value == String {
  /// Any text, also an empty one.
  package static var text: JSONForm {
    JSONForm(schema: ["type": "string"], write: { .string($0) }) {
      (node, what) throws(SourceError) in try node.text(what)
    }
  }

  /// A text that contains more than whitespace.
  package static var filledText: JSONForm {
    JSONForm(schema: ["type": "string", "pattern": #"\S"#], write: { .string($0) }) {
      (node, what) throws(SourceError) in try node.string(what)
    }
  }
}

extension JSONForm where Value == Bool {
  package static var bool: JSONForm {
    JSONForm(schema: ["type": "boolean"], write: { .bool($0) }) {
      (node, what) throws(SourceError) in
      guard let value = node.json.bool else {
        throw node.error(.type, "\(what) is true or false")
      }
      return value
    }
  }
}

extension JSONForm where Value == Int {
  /// The largest number of an ordinary count: high above every real one, and low enough that sums of them do not overflow.
  package static var largestCount: Int { 1 << 40 }

  /// A whole number from a minimum to a maximum.
  package static func integer(
    from minimum: Int = 0, through maximum: Int = largestCount
  ) -> JSONForm {
    let schema: JSONObject = [
      "type": "integer", "minimum": .integer(minimum), "maximum": .integer(maximum),
    ]
    return JSONForm(schema: .object(schema), write: { .integer($0) }) {
      (node, what) throws(SourceError) in try node.integer(what, in: minimum...maximum)
    }
  }
}

extension JSONForm where Value == Double {
  /// A time in seconds since 1970, in the years up to 9999.
  package static var unixTime: JSONForm {
    let range = 0.0...253_402_300_799
    return JSONForm(
      schema: [
        "type": "number", "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ], write: { .number($0) }
    ) { (node, what) throws(SourceError) in
      let number = node.json.number
      if let number, range.contains(number) { return number }
      let isTooLarge = number.map { $0 > range.upperBound } ?? false
      throw node.error(
        .time, "\(what) is a time in seconds since 1970",
        hint: isTooLarge
          ? "divide milliseconds by 1000" : "write it as a number, such as 1795219200")
    }
  }

  /// A number within a range.
  package static func number(in range: ClosedRange<Double>) -> JSONForm {
    JSONForm(
      schema: [
        "type": "number", "minimum": .number(range.lowerBound),
        "maximum": .number(range.upperBound),
      ], write: { .number($0) }
    ) { (node, what) throws(SourceError) in try node.number(what, in: range) }
  }

  /// Any finite number.
  package static var finite: JSONForm {
    number(in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
      .describing(["type": "number"])
  }

  /// Any finite number that is not negative, such as a cost or a duration.
  package static var amount: JSONForm {
    number(in: 0...Double.greatestFiniteMagnitude).describing(["type": "number", "minimum": 0])
  }
}

extension JSONForm where Value == JSONValue {
  /// Any JSON value.
  package static var any: JSONForm {
    JSONForm(schema: [:], write: { $0 }) { (node, _) throws(SourceError) in node.json }
  }
}

extension JSONForm where Value == JSONObject {
  /// An object with any members.
  package static var anyObject: JSONForm {
    JSONForm(schema: ["type": "object"], write: { .object($0) }) {
      (node, what) throws(SourceError) in
      guard let object = node.json.object else {
        throw node.error(.type, "\(what) is an object of names and values")
      }
      return object
    }
  }
}

extension JSONForm where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
  /// One of the type's words.
  package static var choice: JSONForm {
    JSONForm(
      schema: ["type": "string", "enum": .array(Value.allCases.map { .string($0.rawValue) })],
      write: { .string($0.rawValue) }
    ) { (node, what) throws(SourceError) in try node.choice(what) }
  }

  /// One of the type's words; in a document that ``SourceFile/allowsUnknown``, any other word is read as `fallback`.
  package static func choice(orElse fallback: Value) -> JSONForm where Value: Sendable {
    let choice = JSONForm.choice
    return JSONForm(schema: choice.schema, write: choice.write) {
      (node, what) throws(SourceError) in
      do throws(SourceError) {
        return try choice.read(node, what)
      } catch {
        guard node.allowsUnknown, node.json.string != nil else { throw error }
        return fallback
      }
    }
  }
}

extension JSONForm where Value: RawRepresentable<String> & SendableMetatype {
  /// A name of an open set: lower-case letters, digits and `_`, beginning with a letter. The schema gives the known ones
  /// as examples.
  package static func name(among known: [Value]) -> JSONForm {
    JSONForm(
      schema: [
        "type": "string", "pattern": "^[a-z][a-z0-9_]{0,63}$",
        "examples": .array(known.map { .string($0.rawValue) }),
      ],
      write: { .string($0.rawValue) }
    ) { (node, what) throws(SourceError) in
      guard let value = Value(rawValue: try node.string(what)) else {
        throw node.error(
          "json.name", "\(what) is not a name",
          hint: "write lower-case letters, digits and '_', beginning with a letter")
      }
      return value
    }
  }
}

extension JSONForm {
  /// A list of values of a form.
  package static func list<Item>(_ item: JSONForm<Item>, atMost count: Int? = nil) -> JSONForm
  where Value == [Item] {
    var schema: JSONObject = ["type": "array", "items": item.schema]
    if let count { schema["maxItems"] = .integer(count) }
    return JSONForm(schema: .object(schema), write: { .array($0.map(item.write)) }) {
      (node, what) throws(SourceError) in
      let nodes = try node.list(what)
      if let count, nodes.count > count {
        throw node.error(.count, "\(what) has at most \(count) items")
      }
      var items: [Item] = []
      for node in nodes {
        do throws(SourceError) {
          items.append(try item.read(node, "an item of \(what)"))
        } catch {
          guard node.allowsUnknown else { throw error }
        }
      }
      return items
    }
  }

  /// An object whose keys are free and whose values have one form.
  package static func map<Item>(_ item: JSONForm<Item>) -> JSONForm
  where Value == [String: Item] {
    JSONForm(
      schema: ["type": "object", "additionalProperties": item.schema],
      write: { values in
        .object(
          values.sorted { $0.key < $1.key }
            .reduce(into: JSONObject()) { $0[$1.key] = item.write($1.value) })
      }
    ) { (node, what) throws(SourceError) in
      var values: [String: Item] = [:]
      for entry in try MappingReader(node, what).entries {
        let value = try item.read(entry.value, "a value of \(what)")
        guard values.updateValue(value, forKey: entry.key) == nil else {
          throw entry.value.error(
            .duplicate, "\(what) has a name twice, in two spellings that look the same",
            hint: "keep one of them")
        }
      }
      return values
    }
  }

  /// A value that is written as another one. `read` returns `nil` for a value that is not valid, which throws `problem`
  /// with the hint.
  package static func converted<Other>(
    _ other: JSONForm<Other>, write: @escaping @Sendable (Value) -> Other,
    read: @escaping @Sendable (Other) -> Value?, _ code: String, _ problem: String,
    hint: String? = nil
  ) -> JSONForm {
    JSONForm(schema: other.schema, write: { other.write(write($0)) }) {
      (node, what) throws(SourceError) in
      guard let value = read(try other.read(node, what)) else {
        throw node.error(code, "\(what) \(problem)", hint: hint)
      }
      return value
    }
  }

  /// The same form with a schema that has a title, such as `reloaded content`.
  package func describing(titled title: String) -> JSONForm {
    var titled: JSONObject = ["title": .string(title)]
    for (name, value) in schema.object ?? [:] { titled[name] = value }
    return describing(.object(titled))
  }

  /// The same form with another schema, for what a general one cannot say.
  package func describing(_ schema: JSONValue) -> JSONForm {
    JSONForm(schema: schema, write: write, read: read)
  }
}
