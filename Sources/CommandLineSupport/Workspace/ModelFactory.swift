package import CurlTransport
package import LanguageModels
package import ModelMiddleware
package import ModelProviders
package import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Creates models from the names that users type. The only place that reads the environment variables for
/// models.
package struct ModelFactory {
  /// The address of the model on this machine, unless `COACHKIT_LOCAL_URL` overrides it.
  package static let localURL = "http://127.0.0.1:18080/v1"

  /// The timeout for connecting; nil for the default.
  package var connectTimeout: Duration?
  package let environment: [String: String]
  private let baseURL: String?
  private let files: any FileSystem

  package init(
    baseURL: String?, environment: [String: String] = ProcessInfo.processInfo.environment,
    files: any FileSystem = LocalFileSystem()
  ) {
    self.baseURL = baseURL
    self.environment = environment
    self.files = files
  }

  /// The prefixes of models' names, before the colon.
  package static let providers =
    ["local"] + EndpointProfile.known.map(\.name) + ["openai-responses", "replay", "scripted"]

  /// Returns the model with a name such as `provider:model`. A local model's identity has the name that its
  /// server reports, which recordings keep.
  package func model(_ text: String) async throws -> any LanguageModel {
    guard let reference = ModelReference(text) else {
      throw CommandError("'\(text)' is not a model", hint: "write provider:model, or local")
    }
    return try await model(reference)
  }

  package func model(_ reference: ModelReference) async throws -> any LanguageModel {
    switch reference.provider {
    case "replay": return try replay(path(reference))
    case "scripted": return try scripted(path(reference))
    default:
      let transport = transport
      var (endpoint, name) = try await target(reference, over: transport)
      if let connectTimeout { endpoint.timeouts.connect = connectTimeout }
      let table = try capabilities()
      let keys = try keys(of: endpoint.profile)
      let model = { (key: Secret?) -> any LanguageModel in
        var endpoint = endpoint
        endpoint.key = key
        endpoint.otherKeys = keys
        return ProviderModel(name, at: endpoint, over: transport, knowing: table)
      }
      return keys.count > 1 ? KeyRotation(keys, model: model) ?? model(keys[0]) : model(keys.first)
    }
  }

  /// Returns the provider's own count of a request's input tokens.
  package func inputTokens(of request: ModelRequest, by text: String) async throws -> Int {
    guard let reference = ModelReference(text) else {
      throw CommandError("'\(text)' is not a model", hint: "write local, or provider:model")
    }
    let transport = transport
    var (endpoint, name) = try await target(reference, over: transport)
    // llama.cpp's server counts tokens in Anthropic's protocol.
    if reference.provider == "local" { endpoint.profile.wire = .anthropic }
    return try await endpoint.inputTokens(of: request, model: name, over: transport)
  }

  /// Returns the table of model capabilities; the file named by `COACHKIT_MODELS` overrides the built-in table.
  package func capabilities() throws -> CapabilityTable {
    guard let path = environment["COACHKIT_MODELS"], !path.isEmpty else { return .builtIn }
    let file = try files.read(path)
    do throws(ModelError) {
      return CapabilityTable.builtIn.overridden(by: try CapabilityTable(parsing: file.bytes))
    } catch {
      throw CommandError("\(path) (from COACHKIT_MODELS): \(error.message)", hint: error.advice)
    }
  }

  /// Returns the table of prices; the file named by `COACHKIT_PRICES` overrides the built-in table.
  package func prices() throws -> PriceTable {
    guard let path = environment["COACHKIT_PRICES"], !path.isEmpty else { return .builtIn }
    let file = try files.read(path)
    do throws(ModelError) {
      return PriceTable.builtIn.overridden(by: try PriceTable(parsing: file.bytes))
    } catch {
      throw CommandError("\(path) (from COACHKIT_PRICES): \(error.message)", hint: error.advice)
    }
  }

  /// A redactor that knows the keys in the environment.
  package var redactor: Redactor {
    let names = EndpointProfile.known.flatMap(\.keyVariables)
    let values = names.compactMap { environment[$0] }.flatMap { $0.split(separator: ",") }
    return Redactor(values.compactMap { Secret(String($0)) })
  }

  /// A new transport with its own connections.
  package var transport: CurlTransport {
    CurlTransport(
      CurlConfiguration(
        certificateFile: environment["CURL_CA_BUNDLE"] ?? environment["SSL_CERT_FILE"]))
  }

  // MARK: Providers

  /// Returns the endpoint of a provider, with the key from the environment.
  package func endpoint(_ provider: String) throws -> Endpoint {
    let profile = try profile(provider)
    let key = try keys(of: profile).first
    guard key != nil || !profile.needsKey || baseURL != nil else {
      throw CommandError(
        "there is no key for '\(provider)'",
        hint: "set \(profile.keyVariables.joined(separator: " or ")) in the environment, or use"
          + " the model 'local'")
    }
    guard let url = baseURL ?? profile.baseURL else {
      throw CommandError(
        "'\(provider)' has no address of its own", hint: "give one with --base-url http://…/v1")
    }
    return Endpoint(profile, baseURL: url, key: key)
  }

  /// Returns whether a provider can be called: its key is set, or it needs none.
  package func isConfigured(_ profile: EndpointProfile) -> Bool {
    profile.baseURL != nil
      && (!profile.needsKey || (try? keys(of: profile))?.isEmpty == false)
  }

  /// Returns the keys in the first variable that contains any. Several keys are separated by commas and used in
  /// rotation. Throws if one of them cannot be a key.
  private func keys(of profile: EndpointProfile) throws -> [Secret] {
    for variable in profile.keyVariables {
      let values = (environment[variable] ?? "").split(separator: ",").map(String.init)
      let keys = try values.filter { !$0.allSatisfy(\.isWhitespace) }.map { value in
        guard let key = Secret(value) else {
          throw CommandError(
            "the key in \(variable) contains a space, a line break or a control character",
            hint: "copy it again: a key is one word")
        }
        return key
      }
      if !keys.isEmpty { return keys }
    }
    return []
  }

  private func profile(_ provider: String) throws -> EndpointProfile {
    switch provider {
    case "local":
      var profile = EndpointProfile.llamaCpp
      profile.name = "local"
      profile.baseURL = environment["COACHKIT_LOCAL_URL"] ?? Self.localURL
      return profile
    case "openai-responses": return .openAI
    // Another address means another server, and those speak Chat Completions.
    case "openai" where baseURL != nil:
      var profile = EndpointProfile.compatible
      profile.name = "openai"
      profile.keyVariables = EndpointProfile.openAI.keyVariables
      return profile
    default:
      if let profile = EndpointProfile.named(provider) { return profile }
      throw CommandError(
        "no provider '\(provider)'",
        hint: Self.providers.closestMatch(to: provider).map { "did you mean '\($0)'?" }
          ?? "known: \(Self.providers.joined(separator: ", ")); any other server that speaks"
          + " OpenAI's Chat Completions is compatible:<model> with --base-url")
    }
  }

  private func target(_ reference: ModelReference, over transport: CurlTransport) async throws -> (
    endpoint: Endpoint, model: String
  ) {
    let endpoint = try endpoint(reference.provider)
    if reference.provider == "local" {
      return (endpoint, try await local(reference, at: endpoint, over: transport))
    }
    guard !reference.model.isEmpty else {
      throw CommandError(
        "which model of '\(reference.provider)'?",
        hint: "write \(reference.provider):<model>; 'coachkit models --provider"
          + " \(reference.provider)' lists them")
    }
    return (endpoint, reference.model)
  }

  private func path(_ reference: ModelReference) throws -> String {
    guard !reference.model.isEmpty else {
      throw CommandError(
        "'\(reference.provider)' needs a file", hint: "write \(reference.provider):path")
    }
    return reference.model
  }

  private func replay(_ path: String) throws -> any LanguageModel {
    ReplayModel(
      try Recording(parsing: files.read(path).bytes, path: path), path: path, redactor: redactor)
  }

  /// Returns a model with prepared replies, which are separated by lines of three dashes.
  private func scripted(_ path: String) throws -> any LanguageModel {
    let text = String(decoding: try files.read(path).bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let replies = lines.split(separator: "---").map { $0.joined(separator: "\n") }
    return ScriptedModel(replies: replies, name: path)
  }

  /// Asks the local server for its models: its name for a model identifies the file and the weights.
  private func local(
    _ reference: ModelReference, at endpoint: Endpoint, over transport: CurlTransport
  ) async throws -> String {
    let served: [String]
    do throws(ModelError) {
      served = try await endpoint.models(over: transport).map(\.name)
    } catch {
      guard error.code == .transport else { throw error }
      throw CommandError(
        error.message,
        hint: "start the model with 'make local-model', or set COACHKIT_LOCAL_URL")
    }
    let name = reference.model.isEmpty ? served.first ?? "local" : reference.model
    guard served.contains(name) else {
      throw CommandError(
        "the local server has no model '\(name)'", hint: served.hint(for: name) ?? "name another")
    }
    return name
  }
}
