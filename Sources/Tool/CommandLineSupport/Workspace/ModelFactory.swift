package import LanguageModels
package import ModelLayers
package import ModelProviders
package import NamedModels
package import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Creates models from the names that users type. What a library user does with a ``ModelResolver``, with errors for
/// the terminal and the name of the model that a local server has loaded.
package struct ModelFactory {
  /// Resolves the names.
  package var resolver: ModelResolver

  package init(
    baseURL: String?, patience: Duration? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    files: any FileSystem = DiskFileSystem()
  ) {
    resolver = ModelResolver(environment: environment, baseURL: baseURL, files: files)
    resolver.patience = patience
  }

  /// Returns the model with a name such as `provider:model`. A local model's identity has the name that its
  /// server reports, which recordings keep.
  package func model(_ text: String) async throws -> any LanguageModel {
    try await model(try reference(text))
  }

  package func model(_ reference: ModelReference) async throws -> any LanguageModel {
    let named = try await namingLocalModel(reference)
    return try Self.translating { try resolver.model(named) }
  }

  /// Returns the provider's own count of a request's input tokens.
  package func inputTokens(of request: ModelRequest, by text: String) async throws -> Int {
    let reference = try await namingLocalModel(try reference(text))
    var endpoint = try endpoint(reference.provider)
    // llama.cpp's server counts tokens in Anthropic's protocol.
    if reference.provider == "local" { endpoint.profile.wire = Wires.anthropic }
    return try await endpoint.inputTokens(
      of: request, model: reference.model, over: resolver.transport)
  }

  /// Returns the embedding model with a name such as `local-embeddings` or `provider:model`.
  package func embeddings(_ name: String) throws -> EndpointEmbeddings {
    try Self.translating { try resolver.embeddings(name) }
  }

  /// Returns the endpoint of a provider, with the key from the environment.
  package func endpoint(_ provider: String) throws -> Endpoint {
    try Self.translating { try resolver.endpoint(provider) }
  }

  /// Returns the table of model capabilities, overridden by the file that `COACHKIT_MODELS` names.
  package func capabilities() throws -> CapabilityTable {
    try Self.translating { try resolver.capabilities() }
  }

  /// Returns the table of prices; the file named by `COACHKIT_PRICES` overrides the built-in table.
  package func prices() throws -> PriceTable { try resolver.prices() }

  private func reference(_ text: String) throws -> ModelReference {
    guard let reference = ModelReference(text) else {
      throw CommandError("'\(text)' is not a model", hint: "write provider:model, or local")
    }
    return reference
  }

  static func translating<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let error as ModelNameError {
      throw CommandError(error.message, hint: error.advice)
    }
  }

  /// Asks the local server for its models: its name for a model identifies the file and the weights.
  private func namingLocalModel(_ reference: ModelReference) async throws -> ModelReference {
    guard reference.provider == "local" else { return reference }
    let endpoint = try endpoint("local")
    let served: [String]
    do throws(ModelError) {
      served = try await endpoint.models(over: resolver.transport).map(\.name)
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
    return ModelReference(provider: "local", model: name)
  }
}
