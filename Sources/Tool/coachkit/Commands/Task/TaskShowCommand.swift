import ArgumentParser
import CoachEngine
import CoachModel
import CommandLineSupport
import Documents
import PromptTemplates
import ReplyContracts

struct TaskShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a task's inputs, its reply, and the rules for the reply.",
    discussion: """
      Examples:
        coachkit task show nudge
        coachkit task show trainer-program --json
      """)

  @Argument(help: "The task, as name, name@version or name@label.")
  var task: String

  @Flag(help: "Print the schemas and rules as JSON.")
  var json = false

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let shown = try workspace.promptLibrary().task(PromptReference(argument: task))
    let matter = shown.template.frontMatter
    guard !json else {
      return Terminal.print(shown.document(isFull: true).text(.indented(2)))
    }
    var lines = [shown.template.reference.inked(.bold)]
    if let description = matter.description { lines.append(description) }
    lines.append("")
    lines.append("reply     \(shown.form.words(matter.contract))")
    lines.append("model     that for \(matter.task.model ?? "tasks")")
    let limit = matter.task.timeout.map { "\($0)" } ?? "that of the caller"
    lines.append("timeout   \(limit)")
    lines.append("attempts  \(matter.task.attempts)")
    lines.append("versions  \(shown.versions.joined(separator: ", "))")
    lines += section("takes", matter.inputSchema?.source)
    lines += section("returns", matter.outputSchema?.source)
    for tag in matter.contract.tags {
      lines += section(
        "or the tag [\(tag.name)]", matter.contract.payloads[tag.name]?.source ?? [:])
    }
    if !matter.contract.rules.isEmpty {
      lines += ["", "keeps to".inked(.bold)]
      lines += matter.contract.rules.map { "  \($0.words)" }
    }
    let example = "\(shown.name).yaml"
    lines += [
      "", "run it with: coachkit task run \(shown.name) --input \(example)".inked(.dim),
    ]
    Terminal.print(lines.joined(separator: "\n"))
  }

  private func section(_ title: String, _ schema: JSONValue?) -> [String] {
    guard let schema else { return [] }
    return ["", title.inked(.bold)] + members(of: schema, indent: 1)
  }

  private func members(of schema: JSONValue, indent: Int) -> [String] {
    let required = schema["required"]?.array?.compactMap(\.string) ?? []
    guard let properties = schema["properties"]?.object else { return [] }
    return properties.flatMap { name, member -> [String] in
      let items = member["items"]
      let inner = items?["properties"] == nil ? member : items ?? [:]
      let pad = String(repeating: "  ", count: indent)
      let note = member["description"]?.string.map { "  \($0)".inked(.dim) } ?? ""
      let need = required.contains(name) ? "" : " (optional)"
      return ["\(pad)\(name)\(need): \(Self.type(of: member))\(note)"]
        + members(of: inner, indent: indent + 1)
    }
  }

  private static func type(of schema: JSONValue) -> String {
    if let values = schema["enum"]?.array {
      return values.compactMap(\.string).joined(separator: " | ")
    }
    let name = schema.schemaTypes.first { $0 != "null" } ?? "any"
    guard name == "array" else { return name }
    let items = schema["items"] ?? [:]
    return "list of " + (items["properties"] == nil ? type(of: items) : "objects")
  }
}

extension ContractRule {
  /// The rule on one line, as it is written.
  var words: String {
    let options = source.object?.filter { $0.key != kind && $0.key != "otherwise" } ?? []
    let written = options.map { "\($0.key) \($0.value.brief)" }.joined(separator: ", ")
    let end =
      switch response {
      case .retry: ""
      case .drop: " (dropped otherwise)"
      case .repair: " (repaired otherwise)"
      }
    return "\(kind) \(target): \(written)\(end)"
  }
}

extension JSONValue {
  fileprivate var brief: String {
    if let array { return array.map(\.brief).joined(separator: " or ") }
    return string ?? text()
  }
}
