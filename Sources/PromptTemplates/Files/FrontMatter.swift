public import Conversations
public import JSONSchemas
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
  /// The sections, in the order in which they must appear.
  public var sections: [SectionDeclaration] = []
  /// What the model may put into its reply beside text.
  public var contract = ReplyContract()
}

extension FrontMatter {
  /// Keys of dotprompt that other runtimes use and this one passes over.
  private static let foreignKeys = [
    "name", "variant", "version", "tools", "toolDefs", "output", "metadata",
  ]

  init(_ file: SourceFile) throws(SourceError) {
    let root = try YAMLNode.parse(file)
    var map = try YAMLMapping(root, "the front matter")
    description = try map.optional("description")?.string("'description'")
    model = try map.optional("model")?.string("'model'")
    if let node = map.optional("config") {
      guard let object = node.json.object else {
        throw node.error("yaml.type", "'config' is a mapping")
      }
      config = object
    }
    if let node = map.optional("input") {
      var input = try YAMLMapping(node, "'input'")
      if let schema = input.optional("schema") { inputSchema = try Self.schema(schema) }
      inputDefaults = input.optional("default")?.json.object ?? [:]
      try input.finish()
    }
    if let node = map.optional("coachkit.sections") {
      sections = try SectionDeclaration.list(node)
    }
    if let node = map.optional("coachkit.contract") { contract = try ReplyContract(node) }
    for key in Self.foreignKeys { _ = map.optional(key) }
    // Other products' namespaces are theirs; a misspelt key of ours is an error.
    for entry in map.entries where entry.key.contains(".") && !entry.key.hasPrefix("coachkit.") {
      _ = map.optional(entry.key)
    }
    try map.finish()
  }

  /// Reads a schema in Picoschema or JSON Schema.
  static func schema(_ node: YAMLNode) throws(SourceError) -> JSONSchema {
    do {
      return try JSONSchema(Picoschema.lower(node.json))
    } catch {
      throw node.error("prompt.schema", "this schema cannot be used: \(error)")
    }
  }
}
