public import JSON
import SourceFiles
import YAMLDocument

/// What a `.prompt` file says about itself above its template.
public struct FrontMatter: Sendable {
  /// One line for a list of prompts.
  public var description: String?
  /// The model it was written for; a caller may choose another.
  public var model: String?
  /// Parameters for the model, such as `temperature`.
  public var config: JSONObject = [:]
  /// The schema that inputs are checked against; nil when the file declares none.
  public var inputSchema: JSONSchema?
  /// Values for inputs that the caller leaves out.
  public var inputDefaults: JSONObject = [:]
  /// How often inputs change and how far they may be believed, by name.
  public var inputs: [String: InputDeclaration] = [:]
  /// The form of the whole reply, such as `json`; nil for text.
  public var outputFormat: String?
  /// The schema of a reply that is JSON as a whole.
  public var outputSchema: JSONSchema?
  /// The sections, in the order in which they must appear.
  public var sections: [SectionDeclaration] = []
  /// What the model may put into its reply beside text.
  public var contract = ReplyContract()
  /// The keys with dots by what stands before the last dot: `{"a": {"b": 1}}` for `a.b: 1`.
  public var extensions: JSONObject = [:]
  /// All of it, as it was written.
  public var raw: JSONObject = [:]
  /// Findings that the author has looked at and does not want to hear of again, by rule.
  public var ignoredRules: [String] = []
  /// Where each top-level key stands, for findings about it.
  var locations: [String: SourceLocation] = [:]
}

extension FrontMatter {
  /// Keys of dotprompt that other runtimes use and this one hands on in ``raw``.
  private static let foreignKeys = [
    "name", "variant", "version", "tools", "toolDefs", "metadata",
  ]

  /// Reads front matter. In lenient mode keys of no known meaning are handed on in ``raw``.
  init(_ file: SourceFile, schemas: [String: JSONSchema], isLenient: Bool) throws(SourceError) {
    let root = try YAMLNode.parse(file)
    raw = root.json.object ?? [:]
    var map = try YAMLMapping(root, "the front matter")
    for entry in map.entries { locations[entry.key] = entry.location }
    description = try map.optional("description")?.string("'description'")
    model = try map.optional("model")?.string("'model'")
    if let node = map.optional("config") {
      guard let object = node.json.object else {
        throw node.error(
          "yaml.type", "'config' is a mapping", hint: "write config: {temperature: 0.7}")
      }
      config = object
    }
    if let node = map.optional("input") { try readInput(node, schemas) }
    if let node = map.optional("output") { try readOutput(node, schemas) }
    if let node = map.optional("coachkit.inputs") { try readInputs(node) }
    ignoredRules = try map.strings("coachkit.ignore")
    if let node = map.optional("coachkit.sections") {
      sections = try SectionDeclaration.list(node)
    }
    if let node = map.optional("coachkit.contract") {
      contract = try ReplyContract(node, schemas)
    }
    for key in Self.foreignKeys { _ = map.optional(key) }
    // Other products' namespaces are theirs; a misspelt key of ours is an error.
    for entry in map.entries where entry.key.contains(".") {
      if !entry.key.hasPrefix("coachkit.") { _ = map.optional(entry.key) }
      addExtension(entry)
    }

    if !isLenient { try map.finish() }
  }

  private mutating func readInput(_ node: YAMLNode, _ schemas: [String: JSONSchema])
    throws(SourceError)
  {
    var input = try YAMLMapping(node, "'input'")
    if let schema = input.optional("schema") { inputSchema = try Self.schema(schema, schemas) }
    if let node = input.optional("default") { try readDefaults(node) }
    try input.finish()
  }

  /// Defaults must fit the schema as inputs must, or every render would fail.
  private mutating func readDefaults(_ node: YAMLNode) throws(SourceError) {
    for entry in try YAMLMapping(node, "'default'").entries {
      inputDefaults[entry.key] = entry.value.json
      guard let schema = inputSchema?.source, let properties = schema["properties"]?.object else {
        continue
      }
      guard let property = properties[entry.key] else {
        guard schema["additionalProperties"] == false else { continue }
        throw entry.value.error(
          "prompt.unknown-input", "the input schema has no '\(entry.key)'",
          hint: properties.keys.hint(for: entry.key))
      }
      let violation = (try? JSONSchema(property))?.violations(of: entry.value.json).first
      if let violation {
        throw entry.value.error(
          "prompt.input", "the default of '\(entry.key)' \(violation.message)",
          hint: "mend it, or the schema")
      }
    }
  }

  private mutating func readOutput(_ node: YAMLNode, _ schemas: [String: JSONSchema])
    throws(SourceError)
  {
    var output = try YAMLMapping(node, "'output'")
    outputFormat = try output.optional("format")?.string("'format'")
    if let schema = output.optional("schema") { outputSchema = try Self.schema(schema, schemas) }
    try output.finish()
  }

  private mutating func readInputs(_ node: YAMLNode) throws(SourceError) {
    inputs = try InputDeclaration.read(node)
    guard let known = inputSchema?.source["properties"]?.object?.keys else { return }
    for entry in try YAMLMapping(node, "'coachkit.inputs'").entries
    where !known.contains(entry.key) {
      throw entry.value.error(
        "prompt.unknown-input", "the input schema has no '\(entry.key)'",
        hint: known.hint(for: entry.key))
    }
  }

  private mutating func addExtension(_ entry: YAMLEntry) {
    guard let dot = entry.key.lastIndex(of: ".") else { return }
    let namespace = String(entry.key[..<dot])
    var members = extensions[namespace]?.object ?? [:]
    members[String(entry.key[entry.key.index(after: dot)...])] = entry.value.json
    extensions[namespace] = .object(members)
  }

  /// Reads a schema in Picoschema or JSON Schema.
  static func schema(_ node: YAMLNode, _ schemas: [String: JSONSchema]) throws(SourceError)
    -> JSONSchema
  {
    let schema: JSONSchema
    do {
      schema = try JSONSchema(Picoschema.lower(node.json, named: schemas.mapValues(\.source)))
    } catch {
      throw problem(error, in: node)
    }
    // A misspelt keyword would let through what it was meant to stop.
    if let unknown = schema.unknownKeywords.first { throw problem(unknown, in: node) }
    return schema
  }

  /// An error inside a schema, as near to its place as the names on the way lead.
  private static func problem(_ error: JSONSchemaError, in node: YAMLNode) -> SourceError {
    var place = node
    for name in error.path.split(separator: "/") {
      guard case .mapping(let entries) = place.content,
        let entry = entries.first(where: { $0.key.prefix { $0 != "?" && $0 != "(" } == name })
      else { continue }
      place = entry.value
    }
    return place.error(
      "prompt.schema", "this schema cannot be used: \(error.message)",
      hint: error.hint ?? "see the notation under input.schema in the README")
  }
}
