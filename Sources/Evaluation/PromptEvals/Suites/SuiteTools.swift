import Documents
import LanguageModels
import PromptTemplates
import SourceFiles

extension ToolDeclaration {
  /// Reads the tools of a suite: their names, descriptions and the schemas of their arguments.
  static func list(_ node: DocumentNode) throws(SourceError) -> [ToolDeclaration] {
    var tools: [ToolDeclaration] = []
    for item in try node.list("'tools'") {
      let tool = try ToolDeclaration(item)
      guard !tools.contains(where: { $0.name == tool.name }) else {
        throw item.error(
          "suite.tools", "two tools are called '\(tool.name)'", hint: "rename one of them")
      }
      tools.append(tool)
    }
    return tools
  }

  private init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "a tool")
    let name = try map.string("name")
    if let problem = Self.problem(withName: name) {
      throw node.member("name").error("suite.tools", problem)
    }
    let description = try map.string("description")
    var parameters: JSONValue = ["type": "object"]
    if let schema = map.optional("parameters") { parameters = try Self.schema(schema) }
    let isStrict = try map.flag("strict")
    try map.finish()
    self.init(
      name: name, description: description, parameters: parameters, isStrict: isStrict)
  }

  private static func schema(_ node: DocumentNode) throws(SourceError) -> JSONValue {
    do throws(JSONSchemaError) {
      let schema = try JSONSchema(Picoschema.lower(node.json))
      if let unknown = schema.unknownKeywords.first { throw unknown }
      return schema.source
    } catch {
      throw node.error("suite.tools", "this schema is invalid: \(error)", hint: error.hint)
    }
  }

  /// Why providers would not take a tool's name; `nil` if they do.
  static func problem(withName name: String) -> String? {
    let isPlain = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
        || $0 == 0x5f || $0 == 0x2d
    }
    return isPlain && (1...64).contains(name.utf8.count)
      ? nil : "'\(name)' cannot be the name of a tool: it has 1 to 64 letters, digits, '_' and '-'"
  }

  /// The declaration as JSON, for digests.
  var json: JSONValue {
    [
      "name": .string(name), "description": .string(description), "parameters": parameters,
      "strict": .bool(isStrict),
    ]
  }
}

extension ToolChoice {
  /// Reads `auto`, `none`, `required`, or the name of one of the tools.
  init(_ node: DocumentNode, among tools: [ToolDeclaration]) throws(SourceError) {
    let word = try node.string("'tool_choice'")
    switch word {
    case "auto": self = .automatic
    case "none": self = .none
    case "required": self = .required
    default:
      guard tools.contains(where: { $0.name == word }) else {
        throw node.error(
          "suite.tools", "'tool_choice' cannot be '\(word)'",
          hint: (["auto", "none", "required"] + tools.map(\.name)).hint(for: word))
      }
      self = .tool(word)
    }
  }
}
