import ArgumentParser

/// Which model to ask.
struct ModelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The model: local, provider:model (see 'coachkit models'), replay:<file> or scripted:<file>.",
      valueName: "model"))
  var model: String?

  @Option(
    help: ArgumentHelp(
      "The server's address, up to and including its version (…/v1).", valueName: "url"))
  var baseUrl: String?

  var factory: ModelFactory { ModelFactory(baseURL: baseUrl) }
}
