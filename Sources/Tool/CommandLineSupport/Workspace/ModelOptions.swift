package import ArgumentParser

/// The option for the model to call, and its server's address.
package struct ModelOptions: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      "The model: local, provider:model (see 'coachkit models'), replay:<file>, scripted:<file> or echo.",
      valueName: "model"))
  package var model: String?

  @Option(
    help: ArgumentHelp(
      "The server's address, up to and including its version (…/v1).", valueName: "url"))
  package var baseUrl: String?

  package var factory: ModelFactory { ModelFactory(baseURL: baseUrl) }
}
