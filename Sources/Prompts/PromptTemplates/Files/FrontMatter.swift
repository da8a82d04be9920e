import CoachModel
public import Documents
package import ReplyContracts
package import SourceFiles

/// The settings at the top of a `.prompt` file, in YAML.
public struct FrontMatter: Sendable {
  /// A one-line description for listings of prompts.
  public var description: String?
  /// The model that the prompt was written for; a caller may choose another.
  public var model: String?
  /// Model parameters such as `temperature`. `extra` holds further members of the request.
  public var config: JSONObject = [:]
  /// The schema against which inputs are checked; nil if the file declares none.
  public var inputSchema: JSONSchema?
  /// Default values for inputs that the caller leaves out.
  public var inputDefaults: JSONObject = [:]
  /// The cache class and trust of each input by name; an input that is missing here counts as
  /// ``InputDeclaration/undeclared``.
  public var inputs: [String: InputDeclaration] = [:]
  /// The format of the whole reply, such as `json`; nil for text.
  public var outputFormat: String?
  /// The schema of a reply that is JSON as a whole; nil if the file declares none.
  public var outputSchema: JSONSchema?
  /// The sections, in the order in which they must appear in the template.
  public var sections: [SectionDeclaration] = []
  /// The tags that the model may put into its reply beside text, and what the reply must keep to.
  public var contract = ReplyContract()
  /// How the prompt runs as a task.
  public var task = TaskDeclaration()
  /// Keys that contain a dot, grouped by the part before the last dot: `{"a": {"b": 1}}` for `a.b: 1`.
  public var extensions: JSONObject = [:]
  /// The whole front matter as written.
  public var raw: JSONObject = [:]
  /// Who allows and who forbids a topic, for the linter, in file order.
  var topics: [TopicDeclaration] = []
  /// The names of the linter's rules that this prompt silences.
  public var ignoredRules: [String] = []
  /// The location of each top-level key, for findings about it.
  var locations: [String: FileLocation] = [:]
  /// The location of each key of `config`.
  var configLocations: [String: FileLocation] = [:]
}

extension FrontMatter {
  /// Keys of dotprompt that other runtimes use and that are only passed on in ``raw``.
  private static let foreignKeys = [
    "name", "variant", "version", "tools", "toolDefs", "metadata",
  ]

  /// Reads front matter. In lenient mode unknown keys are not an error; they are passed on in ``raw``.
  init(_ file: SourceFile, schemas: [String: JSONSchema], isLenient: Bool) throws(SourceError) {
    let root = try DocumentNode.parse(file)
    raw = root.json.object ?? [:]
    var map = try MappingReader(root, "the front matter")
    for entry in map.entries { locations[entry.key] = entry.location }
    description = try map.optional("description")?.string("'description'")
    model = try map.optional("model")?.string("'model'")
    if let node = map.optional("config") {
      guard let object = node.json.object else {
        throw node.error(
          .type, "'config' is a mapping", hint: "write config: {temperature: 0.7}")
      }
      try Self.checkExtra(in: node)
      for entry in try MappingReader(node, "'config'").entries {
        configLocations[entry.key] = entry.location
      }
      config = object
    }
    if let node = map.optional("input") { try readInput(node, schemas: schemas) }
    if let node = map.optional("output") { try readOutput(node, schemas: schemas) }
    if let node = map.optional("coachkit.inputs") { try readInputs(node) }
    ignoredRules = try map.strings("coachkit.ignore")
    if let node = map.optional("coachkit.sections") {
      sections = try SectionDeclaration.list(node)
    }
    if let node = map.optional("coachkit.contract") {
      contract = try ReplyContract(node, schemas: schemas)
      try check(contract.rules)
    }
    if let node = map.optional("coachkit.topics") { topics = try TopicDeclaration.list(node) }
    if let node = map.optional("coachkit.task") { task = try TaskDeclaration(node) }
    for key in Self.foreignKeys { _ = map.optional(key) }
    // Keys in other products' namespaces are allowed; an unknown `coachkit.` key is an error.
    for entry in map.entries where entry.key.contains(".") {
      if !entry.key.hasPrefix("coachkit.") { _ = map.optional(entry.key) }
      addExtension(entry)
    }

    if !isLenient { try map.finish() }
  }

  private static func checkExtra(in config: DocumentNode) throws(SourceError) {
    let entries = try MappingReader(config, "'config'").entries
    guard let node = entries.first(where: { $0.key == "extra" })?.value else { return }
    guard let members = node.json.object else {
      throw node.error(.type, "'extra' is a mapping", hint: "write extra: {top_k: 40}")
    }
    if let problem = ExtraMembers.problem(in: members) {
      throw node.error("prompt.extra", problem.message, hint: problem.hint)
    }
  }

  private mutating func readInput(_ node: DocumentNode, schemas: [String: JSONSchema])
    throws(SourceError)
  {
    var input = try MappingReader(node, "'input'")
    if let schema = input.optional("schema") {
      inputSchema = try Self.schema(schema, schemas: schemas)
    }
    if let node = input.optional("default") { try readDefaults(node) }
    try input.finish()
  }

  /// Reads the defaults, which must fit the schema as inputs must, or every render would fail.
  private mutating func readDefaults(_ node: DocumentNode) throws(SourceError) {
    for entry in try MappingReader(node, "'default'").entries {
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
          hint: "fix it, or the schema")
      }
    }
  }

  private mutating func readOutput(_ node: DocumentNode, schemas: [String: JSONSchema])
    throws(SourceError)
  {
    var output = try MappingReader(node, "'output'")
    outputFormat = try output.optional("format")?.string("'format'")
    if let schema = output.optional("schema") {
      outputSchema = try Self.schema(schema, schemas: schemas)
    }
    try output.finish()
  }

  private mutating func readInputs(_ node: DocumentNode) throws(SourceError) {
    inputs = try InputDeclaration.read(node)
    guard let known = inputSchema?.source["properties"]?.object?.keys else { return }
    for entry in try MappingReader(node, "'coachkit.inputs'").entries
    where !known.contains(entry.key) {
      throw entry.value.error(
        "prompt.unknown-input", "the input schema has no '\(entry.key)'",
        hint: known.hint(for: entry.key))
    }
  }

  /// Throws if a rule refers to something that replies or inputs do not have: it would never apply.
  package func check(_ rules: [ContractRule]) throws(SourceError) {
    for rule in rules {
      let problems = rule.problems(reply: replySchema, inputs: inputSchema?.source)
      if let problem = problems.first {
        throw rule.node.error(
          "contract.path", "the rule '\(rule.kind)' can never apply: \(problem)",
          hint: "compare its paths with input.schema and output.schema")
      }
    }
  }

  /// The schema of what rules apply to: the reply if it is JSON, otherwise an object with its text and its tags, and what
  /// rules add to it; `nil` if the file declares none.
  private var replySchema: JSONValue? {
    if outputFormat == "json" || outputSchema != nil {
      return outputSchema.map { contract.rules.completing($0.source) }
    }
    var properties: JSONObject = ["text": ["type": "string"]]
    for tag in contract.tags { properties[tag.name] = contract.payloads[tag.name]?.source ?? true }
    return ["type": "object", "properties": .object(properties), "additionalProperties": false]
  }

  private mutating func addExtension(_ entry: DocumentEntry) {
    guard let dot = entry.key.lastIndex(of: ".") else { return }
    let namespace = String(entry.key[..<dot])
    var members = extensions[namespace]?.object ?? [:]
    members[String(entry.key[entry.key.index(after: dot)...])] = entry.value.json
    extensions[namespace] = .object(members)
  }

  /// Reads a schema in Picoschema or JSON Schema.
  static func schema(_ node: DocumentNode, schemas: [String: JSONSchema]) throws(SourceError)
    -> JSONSchema
  {
    let schema: JSONSchema
    do {
      schema = try JSONSchema(Picoschema.lower(node.json, named: schemas.mapValues(\.source)))
    } catch {
      throw problem(error, in: node)
    }
    // A misspelt keyword would accept values that it was meant to reject.
    if let unknown = schema.unknownKeywords.first { throw problem(unknown, in: node) }
    return schema
  }

  /// Returns an error inside a schema, located as precisely as the names in its path allow.
  private static func problem(_ error: JSONSchemaError, in node: DocumentNode) -> SourceError {
    var place = node
    for name in error.path.split(separator: "/") {
      guard case .mapping(let entries) = place.content,
        let entry = entries.first(where: { $0.key.prefix { $0 != "?" && $0 != "(" } == name })
      else { continue }
      place = entry.value
    }
    return place.error(
      "prompt.schema", "this schema cannot be used: \(error.message)",
      hint: error.hint ?? "Prompts/README.md shows the notation under input.schema")
  }
}
