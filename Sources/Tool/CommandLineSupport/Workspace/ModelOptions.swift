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

  @OptionGroup package var waiting: PatienceOption

  package var factory: ModelFactory { ModelFactory(baseURL: baseUrl, patience: waiting.duration) }
}

/// The option for how long a model may be silent.
package struct PatienceOption: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      """
      How many seconds a model may be silent before its answer begins; anything that its server sends restarts the \
      time. By default 60 for a coach and 120 for others, and up to six times as long with a higher reasoning effort.
      """,
      valueName: "seconds"))
  package var patience: Int?

  package func validate() throws {
    guard (1...3600).contains(patience ?? 1) else {
      throw ValidationError("--patience must be a number of seconds from 1 to 3600.")
    }
  }

  package var duration: Duration? { patience.map { .seconds($0) } }
}
