import ArgumentParser
import CoachEngine
import CoachModel
import CommandLineSupport
import Documents
import LanguageModels
import PromptTemplates

struct RenderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a prompt with a person's data.",
    discussion: """
      Without --person, nothing is known about the person, as at the start of a discovery conversation.

      Examples:
        coachkit render discovery
        coachkit render discovery@v1 --set closing=true
        coachkit render coaching --person ines --domain career --explain
        coachkit render discovery --explain --cache-of anthropic:claude-haiku-4-5
        coachkit render coaching --person ines --domain career --annotate
        coachkit render coaching --person ines --domain career --budget 3200 --explain
        coachkit render context-extraction --inputs Evals/inputs/context-extraction.yaml
      """)

  @Argument(
    help:
      "The prompt, as name, name@version or name@label; a name alone means the newest version that is no pre-release."
  )
  var prompt: String

  @OptionGroup var data: PromptDataOptions

  @Option(help: ArgumentHelp("The maximum number of tokens of the prompt.", valueName: "n"))
  var budget: Int?

  @OptionGroup var tokenizer: TokenizerOption

  @OptionGroup var cache: CacheOptions

  @Option(
    help: ArgumentHelp(
      "With --explain: let a provider count the whole prompt (local, anthropic:m, openai:m).",
      valueName: "model"))
  var countWith: String?

  @Flag(
    help:
      "Show the sections instead: tokens, origins, cache classes, and inputs that were left out.")
  var explain = false

  @Flag(
    help:
      "Show the source file and line of each line, and whether a value comes from the product, a creator or a person."
  )
  var annotate = false

  @Flag(help: "Print the messages as JSON, as they are sent to a provider.")
  var messages = false

  @Flag(help: "Print the prompt with its sections, origins and messages as JSON.")
  var json = false

  @OptionGroup var workspace: WorkspaceOptions

  func validate() throws {
    guard budget ?? 1 > 0 else { throw ValidationError("--budget must be above 0.") }
    guard cache.models.isEmpty || explain else {
      throw ValidationError("--cache-of needs --explain.")
    }
    guard countWith == nil || (explain && !json) else {
      throw ValidationError("--count-with needs --explain.")
    }
    guard [explain, annotate, messages].count(where: { $0 }) <= 1, !json || !(annotate || messages)
    else {
      throw ValidationError(
        "Choose one of --explain, --annotate, --messages and --json (--explain --json goes together)."
      )
    }
  }

  func run() async throws {
    let library = try workspace.promptLibrary()
    let counter = try tokenizer.counter()
    var request = try data.request(
      for: PromptReference(argument: prompt), in: workspace, from: library)
    request.budget = TokenBudget(budget, counter: counter)
    request.history = try cache.messages()
    let assembler = PromptAssembler(library: library)
    let rendered = try assembler.assemble(request)
    try noteIgnoredPerson(request, rendered: rendered, assembler: assembler)
    noteLeftOut(rendered)
    try data.noteIdleSettings(request, rendered: rendered, assembler: assembler)
    if explain {
      let explanation = PromptExplanation(rendered, counter: counter)
      let forecasts = try CacheForecasts(
        cache, request: request, of: library.prompt(request.prompt), assembler: assembler)
      Terminal.print(
        json
          ? explanation.json(caching: forecasts?.json).printed(.indented(2))
          : explanation.table + (forecasts?.table ?? ""))
      if let countWith { try await printCount(of: rendered, by: countWith) }
    } else if json {
      Terminal.print(
        PromptRendering.form.write(PromptRendering(rendered, counter: counter))
          .printed(.indented(2)))
    } else if messages {
      Terminal.print(rendered.messagesJSON.printed(.indented(2)))
    } else if annotate {
      Terminal.print(AnnotatedPrompt(rendered).readable)
    } else {
      Terminal.print(rendered.readable)
    }
  }

  /// Says so if the prompt is the same for a person of whom nothing is known.
  private func noteIgnoredPerson(
    _ request: AssemblyRequest, rendered: RenderedPrompt, assembler: PromptAssembler
  ) throws {
    guard let person = data.person else { return }
    var unknown = request
    unknown.person = Person(id: request.person.id)
    guard (try? assembler.assemble(unknown))?.text == rendered.text else { return }
    PromptDataOptions.noteIgnoredPerson(person, by: rendered.reference)
  }

  /// Says which of the given inputs only other versions of the prompt declare.
  private func noteLeftOut(_ rendered: RenderedPrompt) {
    let given = rendered.leftOutInputs.filter { $0.giver == .caller }
    guard !given.isEmpty else { return }
    let names = given.map { "'\($0.path)'" }.joined(separator: ", ")
    Terminal.printError(
      "note: \(rendered.reference) does not take \(names), which another version takes: left out"
        .inked(.yellow))
  }

  private func printCount(of rendered: RenderedPrompt, by model: String) async throws {
    let count = try await ModelFactory(baseURL: nil).inputTokens(
      of: ModelRequest(rendered), by: model)
    Terminal.print("counted by \(model): \(count) tokens, with role marks and the conversation")
  }
}
