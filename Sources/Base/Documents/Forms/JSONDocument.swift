public import SourceFiles

/// A type with one JSON form, the same in every direction: what ``json`` writes, ``init(json:)`` and `Decodable` read.
public protocol JSONConvertible: Codable, Sendable {
  /// The value as JSON, with the version of its form under `v`.
  var json: JSONValue { get }

  /// Reads a value. Throws ``SourceError`` with the kind and the location of the problem.
  ///
  /// Members that the form does not have are errors. The error contains no text of the value, which may be a person's.
  init(json: JSONValue) throws(SourceError)
}

extension JSONConvertible {
  /// Reads a value from a decoder of any format, or from a text with its JSON, as databases hold it.
  ///
  /// Throws `DecodingError`, which frameworks answer as an error of the client; the ``SourceError`` is the underlying one.
  public init(from decoder: any Decoder) throws {
    let value: JSONValue
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      do throws(JSONSyntaxError) {
        value = try JSONValue(parsing: text)
      } catch {
        throw Self.unreadable(error, in: decoder)
      }
    } else {
      value = try JSONValue(from: decoder)
    }
    do throws(SourceError) {
      try self.init(json: value)
    } catch {
      // A decoder may have changed the names, as `convertFromSnakeCase` does.
      guard let value = value.withNamesInSnakeCase, let read = try? Self(json: value) else {
        throw Self.unreadable(error, in: decoder)
      }
      self = read
    }
  }

  private static func unreadable(_ error: any Error, in decoder: any Decoder) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
  }

  /// Writes the value to an encoder of any format.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// The form of a type whose values are stored and sent on their own: it carries a version.
///
/// A value may be part of a larger document, which then has the version. Reading accepts one anywhere, so that a stored
/// value can be put into a request as it is.
package struct JSONDocumentForm<Value>: Sendable {
  /// The version of all forms. It increases when a form changes so that older programs would misread it.
  package static var version: Int { 1 }

  private static var versionKey: String { "v" }

  private let title: String
  private let inner: JSONForm<Value>
  /// The form of a value within a larger document.
  package let form: JSONForm<Value>

  /// The same form, written with its version.
  package var versioned: JSONForm<Value> {
    JSONForm(schema: form.schema, write: json, read: form.read)
  }

  package init(_ object: JSONObjectForm<Value>) {
    self.init(title: object.title, object.form)
  }

  /// Creates the form of an enumeration; see ``JSONForm/variants(_:tag:_:)``.
  package init(title: String, _ inner: JSONForm<Value>) {
    self.title = title
    self.inner = inner
    form = JSONForm(schema: inner.schema.acceptingVersion(Self.versionKey), write: inner.write) {
      (node, what) throws(SourceError) in
      try inner.read(try node.withoutVersion(Self.versionKey, what, known: Self.version), what)
    }
  }

  /// The JSON Schema of a document, with the schemas of its parts under `$defs`.
  package var schema: JSONValue { form.documentSchema }

  /// Writes a document.
  package func json(_ value: Value) -> JSONValue {
    var object: JSONObject = [Self.versionKey: .integer(Self.version)]
    for (name, member) in inner.write(value).object ?? [:] { object[name] = member }
    return .object(object)
  }

  /// Reads a document. Errors do not quote it.
  ///
  /// - Parameter allowsUnknown: Whether what a newer program may have added is left out.
  package func read(_ json: JSONValue, allowingUnknown allowsUnknown: Bool = false)
    throws(SourceError) -> Value
  {
    var file = SourceFile(path: title, bytes: [])
    file.allowsUnknown = allowsUnknown
    do throws(SourceError) {
      return try form.read(DocumentNode(json, in: file), title)
    } catch {
      // Only a text has locations that an error can name.
      file = SourceFile(path: title, bytes: Array(json.text().utf8), isQuoted: false)
      file.allowsUnknown = allowsUnknown
      return try read(file)
    }
  }

  /// Reads a JSON document from a file.
  package func read(_ file: SourceFile) throws(SourceError) -> Value {
    try form.read(try DocumentNode.parseJSON(file), title)
  }
}

extension JSONForm {
  /// The JSON Schema of a document that holds one value, with the schemas of its parts under `$defs`.
  package var documentSchema: JSONValue {
    var document: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    for (name, value) in schema.withDefinitions.object ?? [:] { document[name] = value }
    document["title"] = (document["title"]?.string).map { .string($0.definitionName) }
    return .object(document)
  }
}

extension DocumentNode {
  /// Returns the mapping without the member that states its version, after checking it.
  fileprivate func withoutVersion(_ key: String, _ what: String, known: Int) throws(SourceError)
    -> DocumentNode
  {
    guard case .mapping(let entries) = content, entries.contains(where: { $0.key == key }) else {
      return self
    }
    for entry in entries where entry.key == key {
      guard entry.value.json.integer == known else {
        throw entry.value.error(
          .version, "\(what) has a version that is not known",
          hint: "this version of CoachKit reads \"\(key)\": \(known)")
      }
    }
    return holding(.mapping(entries.filter { $0.key != key }))
  }
}

extension JSONValue {
  /// Returns the schema of an object, or of each of several, with a member for the version.
  fileprivate func acceptingVersion(_ key: String) -> JSONValue {
    guard var schema = object else { return self }
    if let cases = schema["oneOf"]?.array {
      schema["oneOf"] = .array(cases.map { $0.acceptingVersion(key) })
    } else {
      var properties: JSONObject = [key: ["const": .integer(JSONDocumentForm<JSONValue>.version)]]
      for (name, property) in schema["properties"]?.object ?? [:] { properties[name] = property }
      schema["properties"] = .object(properties)
    }
    return .object(schema)
  }

  /// The schema with every titled part moved to `$defs` and referred to from there.
  fileprivate var withDefinitions: JSONValue {
    guard var root = object else { return self }
    var definitions: JSONObject = [:]
    for (name, value) in root { root[name] = value.collecting(&definitions) }
    if !definitions.isEmpty { root["$defs"] = .object(definitions) }
    return .object(root)
  }

  private func collecting(_ definitions: inout JSONObject) -> JSONValue {
    switch self {
    case .array(let items):
      return .array(items.map { $0.collecting(&definitions) })
    case .object(let object):
      var result: JSONObject = [:]
      for (name, value) in object { result[name] = value.collecting(&definitions) }
      guard let title = object["title"]?.string else { return .object(result) }
      var name = title.definitionName
      result["title"] = .string(name)
      // A second schema of the same name gets a name of its own; a test lists such names.
      while let known = definitions[name], known != .object(result) { name += "2" }
      definitions[name] = .object(result)
      return ["$ref": .string("#/$defs/\(name)")]
    case .null, .bool, .integer, .number, .string:
      return self
    }
  }
}

extension String {
  /// A title such as `a memory change: remember` as a name for programs, such as `MemoryChangeRemember`.
  package var definitionName: String {
    let articles: Set<Substring> = ["a", "an", "the"]
    return split { !$0.isLetter && !$0.isNumber }
      .filter { !articles.contains($0) }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

extension JSONValue {
  /// The value with all names of members in snake case; `nil` if they are already.
  fileprivate var withNamesInSnakeCase: JSONValue? {
    let renamed = inSnakeCase
    return renamed == self ? nil : renamed
  }

  private var inSnakeCase: JSONValue {
    switch self {
    case .array(let items): .array(items.map(\.inSnakeCase))
    case .object(let members):
      .object(
        members.reduce(into: JSONObject()) { result, member in
          let name = member.key.reduce(into: "") { name, letter in
            name += letter.isUppercase ? "_\(letter.lowercased())" : String(letter)
          }
          result[name] = member.value.inSnakeCase
        })
    case .null, .bool, .integer, .number, .string: self
    }
  }
}
