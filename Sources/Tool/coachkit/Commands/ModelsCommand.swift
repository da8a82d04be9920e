import ArgumentParser
import CommandLineSupport
import CurlNetwork
import Documents
import LanguageModels
import ModelProviders
import NamedModels

struct ModelsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "models",
    abstract: "List the providers, or the models that one of them offers.",
    discussion: """
      Without --provider, it lists every known provider and whether its key is set. With --provider, it lists the \
      models that the provider offers now, with their sizes and capabilities. An empty cell means unknown.

      Examples:
        coachkit models
        coachkit models --provider anthropic
        coachkit models --provider compatible --base-url http://127.0.0.1:8000/v1
      """)

  @Option(help: ArgumentHelp("Ask this provider for its models.", valueName: "name"))
  var provider: String?

  @Flag(help: "Print one JSON object per line.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "The server's address, up to and including its version (…/v1).", valueName: "url"))
  var baseUrl: String?

  func run() async throws {
    let factory = ModelFactory(baseURL: baseUrl)
    guard let provider else {
      if baseUrl != nil {
        throw CommandError(
          "the address has no provider", hint: "name one, such as --provider compatible")
      }
      return listProviders(factory)
    }
    let endpoint = try factory.endpoint(provider)
    let models = try await endpoint.models(over: factory.resolver.transport)
    guard !models.isEmpty else {
      throw CommandError(
        "\(provider) offers no models", hint: "load one there, or check the key's permissions")
    }
    let table = try factory.capabilities()
    list(models.map { ($0, endpoint.capabilities(of: $0, knowing: table)) }, of: provider)
  }

  private func listProviders(_ factory: ModelFactory) {
    if json {
      for profile in EndpointProfile.known {
        Terminal.print(Self.line(profile, isReady: factory.resolver.isConfigured(profile)))
      }
      return
    }
    var table = TextTable([
      ("provider", .left), ("ready", .left), ("key from", .left), ("protocol", .left),
      ("address", .left),
    ])
    for profile in EndpointProfile.known {
      let isReady = factory.resolver.isConfigured(profile)
      table.add([
        profile.name, isReady ? "✓".inked(.green) : "–",
        profile.keyVariables.joined(separator: ", ") + (profile.needsKey ? "" : " (optional)"),
        profile.wire.name.rawValue, profile.baseURL ?? "--base-url",
      ])
    }
    for line in table.lines { Terminal.print(line) }
  }

  private static func line(_ profile: EndpointProfile, isReady: Bool) -> String {
    var object: JSONObject = [
      "provider": .string(profile.name), "ready": .bool(isReady),
      "protocol": .string(profile.wire.name.rawValue),
      "keys": .array(profile.keyVariables.map { .string($0) }),
    ]
    object["address"] = profile.baseURL.map { .string($0) }
    return JSONValue.object(object).printed()
  }

  private func list(_ models: [(ListedModel, ModelCapabilities)], of provider: String) {
    if json {
      for (model, capabilities) in models {
        var object: JSONObject = ["provider": .string(provider), "model": .string(model.name)]
        for (name, value) in capabilities.json { object[name] = value }
        Terminal.print(JSONValue.object(object).printed())
      }
      return
    }
    var table = TextTable([
      ("model", .left), ("context", .right), ("reply", .right), ("images", .left),
      ("tools", .left), ("schema", .left), ("reasoning", .left),
    ])
    func mark(_ flag: Bool?) -> String { flag.map { $0 ? "✓" : "–" } ?? "" }
    for (model, capabilities) in models {
      table.add([
        model.name, capabilities.context.map(String.init) ?? "",
        capabilities.output.map(String.init) ?? "", mark(capabilities.takesImages),
        mark(capabilities.takesTools), mark(capabilities.takesSchema),
        capabilities.reasoning.map { $0 == .none ? "–" : $0.rawValue } ?? "",
      ])
    }
    for line in table.lines { Terminal.print(line) }
  }
}
