import ArgumentParser
import CoachEngine
import CoachModel
import CommandLineSupport
import Documents
import PromptTemplates
import ReplyContracts

struct TaskListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the tasks that the prompts offer.",
    discussion: "Example:\n  coachkit task list")

  @Flag(help: "Print the tasks as JSON.")
  var json = false

  @OptionGroup var workspace: WorkspaceOptions

  func run() throws {
    let library = try workspace.promptLibrary()
    guard !json else {
      let tasks = library.tasks.map { $0.document(isFull: false) }
      return Terminal.print(JSONValue.array(tasks).text(.indented(2)))
    }
    var table = TextTable([
      ("task", .left), ("runs", .left), ("reply", .left), ("rules", .right), ("what for", .left),
    ])
    for task in library.tasks {
      let matter = task.template.frontMatter
      table.add([
        task.name, task.template.version ?? "", task.form.words(matter.contract),
        matter.contract.rules.isEmpty ? "" : "\(matter.contract.rules.count)",
        (matter.description ?? "").firstSentence(atMost: 72),
      ])
    }
    Terminal.print(table.lines.joined(separator: "\n"))
    mention(library.diagnostics, seeWith: "coachkit prompts check")
  }
}

extension TaskDescription.Form {
  func words(_ contract: ReplyContract) -> String {
    switch self {
    case .json: "JSON"
    case .text: "text"
    case .tags: "text or " + contract.tags.map { "[\($0.name)]" }.joined(separator: ", ")
    }
  }
}

extension TaskDescription {
  /// The task as JSON; the full one has the schemas.
  func document(isFull: Bool) -> JSONValue {
    let matter = template.frontMatter
    var object: JSONObject = [
      "task": .string(name), "prompt": .string(template.reference),
      "versions": .array(versions.map { .string($0) }), "reply": .string(form.rawValue),
    ]
    object["description"] = matter.description.map { .string($0) }
    object["model"] = matter.task.model.map { .string($0) }
    object["timeout_s"] = matter.task.timeout.map { .number($0 / .seconds(1)) }
    object["attempts"] = .integer(matter.task.attempts)
    guard isFull else { return .object(object) }
    object["input"] = matter.inputSchema?.source ?? [:]
    object["output"] = matter.outputSchema?.source
    let payloads = matter.contract.tags.map { tag in
      (tag.name, matter.contract.payloads[tag.name]?.source ?? true)
    }
    if !payloads.isEmpty {
      object["tags"] = .object(payloads.reduce(into: [:]) { $0[$1.0] = $1.1 })
    }
    object["rules"] = .array(matter.contract.rules.map(\.source))
    return .object(object)
  }
}

extension String {
  /// The first sentence, cut to a number of characters.
  func firstSentence(atMost width: Int) -> String {
    let sentence = split(separator: ".", maxSplits: 1).first.map(String.init) ?? ""
    return sentence.count <= width ? sentence : sentence.prefix(width - 1) + "…"
  }
}
