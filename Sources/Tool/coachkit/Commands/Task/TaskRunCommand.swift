import ArgumentParser
import CoachEngine
import CoachModel
import CommandLineSupport
import Documents
import LanguageModels
import ModelLayers
import PromptTemplates
import SourceFiles
import StreamParsing

struct TaskRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a task and print its result.",
    discussion: """
      The result goes to standard output: text unchanged, data as JSON. Repairs, dropped parts and rejected replies \
      are reported on standard error, with tokens and cost. Without a usable reply the exit code is 1.

      --input is a YAML or JSON file with the inputs by name, '-' for standard input. Prompts that take a person, a \
      domain or a persona get them from the other options as well.

      Examples:
        coachkit task run journal-themes --input Evals/inputs/journal-themes.yaml
        coachkit task run conversation-title --input talk.yaml --model anthropic:claude-haiku-4-5
        coachkit task run nudge --set kind=re_engagement --set days_away=5 --person ines --json
      """)

  @Argument(
    help: "The task, as name, name@version or name@label; without a version, the one in production."
  )
  var task: String

  @OptionGroup var data: PromptDataOptions
  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup var generation: GenerationOptions

  @Option(
    help: ArgumentHelp(
      "The time limit for all attempts, in seconds; by default that of the prompt, or 60.",
      valueName: "seconds"))
  var timeout: Double?

  @Flag(
    help:
      "Print every reply of the model unchanged on standard error, also rejected ones."
  )
  var showReplies = false

  @Flag(
    help: "Check only the form of the reply, not the rules of the contract; for very small models.")
  var skipRules = false

  @Flag(help: "Print one JSON object with the result, the attempts and the cost.")
  var json = false

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup(title: "Calls") var calls: CallOptions

  func validate() throws {
    guard (0.1...3_600).contains(timeout ?? 1) else {
      throw ValidationError("--timeout must be a number of seconds from 0.1 to 3600.")
    }
  }

  func run() async throws {
    let reference = try PromptReference(argument: task)
    let library = try workspace.promptLibrary()
    let described = try library.task(reference)
    let request = try data.request(
      for: PromptReference(described.template.reference) ?? reference, in: workspace, from: library)
    let factory = modelOptions.factory
    let layered = try await calls.model(modelOptions.model ?? "local", from: factory)
    defer { layered.reportBudget() }
    var runner = TaskRunner(
      prompts: { library }, route: ModelRoute(layered.model, parameters: generation.parameters))
    runner.prices = try factory.prices()
    runner.checksRules = !skipRules
    if showReplies {
      runner.onReply = { Terminal.printError("── the model wrote\n\($0.printable)".inked(.dim)) }
    }
    do throws(TaskError) {
      let result = try await runner.run(
        PromptTask(request, timeout: timeout.map { .seconds($0) }))
      json ? printDocument(of: result) : printValue(of: result)
    } catch {
      throw failure(error)
    }
  }

  private func printValue(of result: TaskResult<TaskReply>) {
    let reply = result.value
    Terminal.print(reply.written)
    for problem in result.rejections { note("sent back  \(problem)") }
    for change in result.changes { note("changed    \(change)") }
    let tokens = result.usage.map { usage in
      "\(usage.input.map(String.init) ?? "?") + \(usage.output.map(String.init) ?? "?") tokens"
    }
    let cost = result.cost.map(\.asDollars)
    note(
      ([result.prompt, result.call.model.description] + [tokens, cost].compactMap { $0 })
        .joined(separator: " · "))
  }

  private func note(_ text: String) { Terminal.printError(text.printable.inked(.dim)) }

  private func printDocument(of result: TaskResult<TaskReply>) {
    var object: JSONObject = ["value": result.value.json]
    for (name, value) in Self.document(of: result.call) { object[name] = value }
    object["attempts"] = .integer(result.attempts)
    object["sent_back"] = .array(result.rejections.map { .string($0) })
    object["changes"] = .array(result.changes.map { .string($0) })
    Terminal.print(JSONValue.object(object).text(.indented(2)))
  }

  private static func document(of call: TurnCall) -> JSONObject {
    var object: JSONObject = [
      "prompt": .string(call.purpose), "model": .string(call.model.description),
    ]
    object["usage"] = call.usage?.json
    object["cost"] = call.cost.map { .number($0) }
    return object
  }

  private func failure(_ error: TaskError) -> any Error {
    guard json else {
      if let problem = SourceError(error.diagnostics) { return problem }
      let lines = [error.message] + error.problems.map { "  ✗ \($0)" }
      return CommandError(
        lines.map(\.printable).joined(separator: "\n"), hint: error.advice ?? "run it again")
    }
    var object: JSONObject = [
      "error": .string(error.code.rawValue), "message": .string(error.message),
    ]
    object["advice"] = error.advice.map { .string($0) }
    object["problems"] = .array(error.problems.map { .string($0) })
    if let call = error.call {
      for (name, value) in Self.document(of: call) { object[name] = value }
    }
    Terminal.print(JSONValue.object(object).text(.indented(2)))
    return ExitCode(1)
  }
}

extension TaskReply {
  /// The value for a person to read: the text with its tags, or the data.
  fileprivate var written: String {
    guard let text else { return json.text(.indented(2)) }
    let signals = tags.filter { $0.tag.words == nil }.map { tag in
      "[\(tag.name)]" + (tag.payload.map { "\n\($0.text(.indented(2)))" } ?? "")
    }
    return ([text] + signals).filter { !$0.isEmpty }.joined(separator: "\n").printable
  }
}
