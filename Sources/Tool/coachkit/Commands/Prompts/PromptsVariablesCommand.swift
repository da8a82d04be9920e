import ArgumentParser
import CommandLineSupport
import Documents
import PromptTemplates

struct PromptsVariablesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "variables",
    abstract:
      "Show the inputs of a prompt, how often they change, and whether they are trusted.",
    discussion: """
      Examples:
        coachkit prompts variables coaching
        coachkit prompts variables coaching@v1 --json
      """)

  @Argument(help: "The prompt, as name, name@version or name@label.")
  var prompt: String

  @Flag(help: "Print the input schema and the declarations as JSON.")
  var json = false

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let reference = try PromptReference(argument: prompt)
    let prepared = try workspace.promptLibrary().prompt(reference)
    let matter = prepared.template.frontMatter
    let schema = matter.inputSchema?.source ?? [:]
    guard !json else {
      return Terminal.print(document(prepared, schema: schema).text(.indented(2)))
    }
    guard !prepared.inputNames.isEmpty else {
      return Terminal.print("\(prepared.template.reference) takes no inputs")
    }
    let required = schema["required"]?.array ?? []
    var table = TextTable([
      ("input", .left), ("needed", .left), ("type", .left), ("changes", .left),
      ("text of", .left), ("what it is", .left),
    ])
    for name in prepared.inputNames {
      let declaration = matter.inputs[name] ?? .undeclared
      let member = schema["properties"]?[name] ?? [:]
      table.add([
        name, required.contains(.string(name)) ? "yes" : "", type(of: member),
        declaration.cache.words, declaration.trust.words,
        member["description"]?.string ?? "",
      ])
    }
    Terminal.print(prepared.template.reference.inked(.bold) + "\n")
    Terminal.print(table.lines.joined(separator: "\n"))
  }

  private func document(_ prompt: PreparedPrompt, schema: JSONValue) -> JSONValue {
    let inputs = prompt.inputNames.reduce(into: JSONObject()) { object, name in
      let declaration = prompt.template.frontMatter.inputs[name] ?? .undeclared
      object[name] = [
        "cache": .string(declaration.cache.rawValue), "trust": .string(declaration.trust.name),
      ]
    }
    return [
      "prompt": .string(prompt.template.reference), "schema": schema, "inputs": .object(inputs),
    ]
  }

  private func type(of schema: JSONValue) -> String {
    if let values = schema["enum"]?.array {
      return values.compactMap(\.string).joined(separator: " | ")
    }
    let name = schema.schemaTypes.first { $0 != "null" } ?? "any"
    switch name {
    case "array": return "list of \(type(of: schema["items"] ?? [:]))"
    case "object":
      let members = schema["properties"]?.object?.keys ?? []
      return members.isEmpty ? "mapping" : "{\(members.joined(separator: ", "))}".shortened(to: 44)
    default: return name
    }
  }
}

extension CacheClass {
  /// How often such an input changes.
  fileprivate var words: String {
    switch self {
    case .stable: "never"
    case .shared: "by domain"
    case .personal: "by person"
    case .volatile: "each time"
    }
  }
}

extension Trust {
  /// Who writes such a text.
  fileprivate var words: String {
    switch self {
    case .template: "the template"
    case .trusted: "the product"
    case .limited: "a creator"
    case .untrusted: "a person"
    }
  }
}

extension String {
  fileprivate func shortened(to width: Int) -> String {
    count <= width ? self : prefix(width - 2) + "…}"
  }
}
