import Documents
import LanguageModels

/// The first part of a JSON Schema that a provider cannot enforce, and that must not be left out either: without it the
/// provider would allow only values that are not meant, or reject the request.
struct SchemaObstacle: Sendable, Hashable {
  /// What the provider cannot hold, such as "an object with any members".
  var what: String
  /// Where it is, as a JSON pointer; empty for the schema itself.
  var pointer: String

  /// Finds the first obstacle of a schema; nil if there is none.
  init?(in schema: JSONValue, for dialect: NarrowedSchema.Dialect) {
    var search = Search(root: schema, dialect: dialect)
    guard let found = search.obstacle() else { return nil }
    self = found
  }

  init(_ what: String, _ pointer: String) {
    self.what = what
    self.pointer = pointer
  }

  /// The obstacle and its place, for a message.
  var description: String { pointer.isEmpty ? "\(what) as a whole" : "\(what) (at \(pointer))" }
}

/// A walk through a schema and all that it refers to.
private struct Search {
  private let root: JSONValue
  private let dialect: NarrowedSchema.Dialect
  /// The references whose targets are being walked through.
  private var underWay: [String] = []
  /// The references whose targets have no obstacle.
  private var done: Set<String> = []

  init(root: JSONValue, dialect: NarrowedSchema.Dialect) {
    self.root = root
    self.dialect = dialect
  }

  /// Keywords with one schema.
  private static let single = [
    "items", "contains", "additionalItems", "unevaluatedItems", "not", "if", "then", "else",
    "propertyNames",
  ]
  /// Keywords with a list of schemas.
  private static let lists = ["allOf", "anyOf", "oneOf", "prefixItems", "items"]
  /// Keywords whose schemas apply to the same value as their siblings, all of them or some.
  private static let combined = ["allOf", "if", "then", "else", "not"]
  private static let alternatives = ["anyOf", "oneOf"]

  mutating func obstacle() -> SchemaObstacle? {
    if let kind = rootKind() { return SchemaObstacle(kind, "") }
    return obstacle(in: root, at: "")
  }

  /// Returns what the whole value is if it is not an object with named members; nil if it is.
  private func rootKind() -> String? {
    var schema = root
    var seen: Set<String> = []
    while let reference = schema["$ref"]?.string, !dialect.wantsPlainRoot {
      guard seen.insert(reference).inserted, let target = target(of: reference) else { break }
      schema = target
    }
    if Self.alternatives.contains(where: { schema[$0] != nil }) { return "a choice of schemas" }
    let types = schema.schemaTypes
    if types == ["object"] || (types.isEmpty && schema["properties"]?.object != nil) { return nil }
    if schema["$ref"] != nil { return "a reference" }
    return types.isEmpty
      ? "a value of any type" : "a value of type \(types.joined(separator: " or "))"
  }

  private mutating func obstacle(in schema: JSONValue, at pointer: String) -> SchemaObstacle? {
    guard let members = schema.object else { return nil }
    if let reference = schema["$ref"]?.string {
      if let found = obstacle(following: reference, at: pointer) { return found }
    }
    if !dialect.takesRecursion, schema["$dynamicRef"] != nil || schema["$recursiveRef"] != nil {
      return SchemaObstacle("a value that contains values of its own kind", pointer)
    }
    if let found = obstacle(inObject: schema, at: pointer) { return found }
    for (name, member) in members["properties"]?.object ?? [:] {
      let path = "\(pointer)/properties/\(Self.escaped(name))"
      if let found = obstacle(in: member, at: path) { return found }
    }
    for keyword in Self.single {
      guard let member = members[keyword], member.object != nil else { continue }
      if let found = obstacle(in: member, at: "\(pointer)/\(keyword)") { return found }
    }
    for keyword in Self.lists {
      for (index, member) in (members[keyword]?.array ?? []).enumerated() {
        if let found = obstacle(in: member, at: "\(pointer)/\(keyword)/\(index)") { return found }
      }
    }
    return nil
  }

  /// Returns the obstacle in an object that may have members without a name in the schema, or several schemas, of which
  /// each closed one would reject the members of the others.
  private func obstacle(inObject schema: JSONValue, at pointer: String) -> SchemaObstacle? {
    guard !dialect.takesFreeMaps else { return nil }
    if schema["patternProperties"]?.object?.isEmpty == false {
      return SchemaObstacle("an object with members of any name", pointer)
    }
    func isObject(_ value: JSONValue) -> Bool {
      value.object.map { NarrowedSchema.isObject($0) } ?? false
    }
    let isObjectItself = isObject(schema)
    if dialect.closesObjects {
      var parts: [JSONValue] = []
      for keyword in isObjectItself ? Self.combined + Self.alternatives : Self.combined {
        parts += schema[keyword]?.array ?? [schema[keyword]].compactMap(\.self)
      }
      if parts.contains(where: isObject) {
        return SchemaObstacle("an object with several schemas", pointer)
      }
    }
    guard isObjectItself, schema["additionalProperties"] != false else { return nil }
    let isOpen = schema["additionalProperties"] != nil
    let hasNames = schema["properties"]?.object?.isEmpty == false
    guard isOpen || !hasNames else { return nil }
    return SchemaObstacle("an object with members of any name", pointer)
  }

  private mutating func obstacle(following reference: String, at pointer: String)
    -> SchemaObstacle?
  {
    if underWay.contains(reference) {
      guard !dialect.takesRecursion else { return nil }
      return SchemaObstacle("a value that contains values of its own kind", pointer)
    }
    guard !done.contains(reference) else { return nil }
    guard let target = target(of: reference) else {
      guard !dialect.takesFreeMaps else { return nil }
      return SchemaObstacle("a reference that cannot be followed", pointer)
    }
    underWay.append(reference)
    defer { underWay.removeLast() }
    if let found = obstacle(in: target, at: String(reference.dropFirst())) { return found }
    done.insert(reference)
    return nil
  }

  /// Returns the schema that a reference within the document means.
  private func target(of reference: String) -> JSONValue? {
    guard reference.hasPrefix("#") else { return nil }
    var value = root
    for name in reference.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .dropFirst()
    {
      let name = String(name).replacing("~1", with: "/").replacing("~0", with: "~")
      let element = Int(name).flatMap { index in
        value.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
      guard let next = value[name] ?? element else { return nil }
      value = next
    }
    // A name after the number sign is an anchor.
    guard reference.count == 1 || reference.hasPrefix("#/") else { return nil }
    return value
  }

  private static func escaped(_ name: String) -> String {
    name.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}

extension ModelRequest {
  /// Returns the request with the schema of its reply in words instead of as a constraint, if a provider could not hold
  /// a model to it; otherwise the request itself.
  ///
  /// A request for a value is made this way for models without structured output, too, and its reply is validated
  /// against the whole schema.
  func withSchemaInWords(
    ifNotHeldBy dialect: NarrowedSchema.Dialect, _ warnings: inout [String]
  ) -> ModelRequest {
    guard case .schema(let name, let schema, _)? = format,
      let obstacle = SchemaObstacle(in: schema, for: dialect)
    else { return self }
    warnings.append(
      "\(dialect.provider) cannot hold a reply to \(obstacle.description): the model gets the schema in"
        + " words, and only the caller can check the reply")
    return asking(for: schema, named: name, in: .instructions)
  }

  /// Returns the request with its schema in words if OpenAI could not enforce it. One that is not strict is enforced
  /// as far as OpenAI can, but it must be for an object, too.
  func withSchemaInWordsForOpenAI(_ warnings: inout [String]) -> ModelRequest {
    guard case .schema(_, _, let isStrict)? = format else { return self }
    let dialect: NarrowedSchema.Dialect = isStrict ? .openAI : .openAIOpen
    return withSchemaInWords(ifNotHeldBy: dialect, &warnings)
  }
}
