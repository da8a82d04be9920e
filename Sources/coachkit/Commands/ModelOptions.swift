import ArgumentParser

/// Which model to ask.
struct ModelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The model: local, openai:<model>, replay:<file> or scripted:<file>.", valueName: "model"))
  var model: String?

  @Option(
    help: ArgumentHelp(
      "The address of an OpenAI-compatible server, up to and including /v1.", valueName: "url"))
  var baseUrl: String?

  var factory: ModelFactory { ModelFactory(baseURL: baseUrl) }
}
