import CurlTransport
import LanguageModels
import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes a model from the name a user gave it. The one place that knows the environment.
struct ModelFactory {
  /// Where the model on this machine listens, unless `COACHKIT_LOCAL_URL` says otherwise.
  static let localURL = "http://127.0.0.1:18080/v1"

  private let environment: [String: String]
  private let baseURL: String?
  private let files: any FileSystem

  init(
    baseURL: String?, environment: [String: String] = ProcessInfo.processInfo.environment,
    files: any FileSystem = LocalFileSystem()
  ) {
    self.baseURL = baseURL
    self.environment = environment
    self.files = files
  }

  private static let providers = ["openai", "local", "replay", "scripted"]

  /// The model with its server's own name for it, which recordings keep.
  func model(_ text: String) async throws -> any LanguageModel {
    guard let reference = ModelReference(text) else {
      throw CommandError("'\(text)' is not a model", hint: "write provider:model, or local")
    }
    return try await model(reference)
  }

  func model(_ reference: ModelReference) async throws -> any LanguageModel {
    switch reference.provider {
    case "replay": return try replay(path(reference))
    case "scripted": return try scripted(path(reference))
    case "local": return try await local(reference)
    case "openai": return try openAI(reference)
    default:
      throw CommandError(
        "no provider '\(reference.provider)'",
        hint: Self.providers.closestMatch(to: reference.provider).map { "did you mean '\($0)'?" }
          ?? "known: \(Self.providers.joined(separator: ", ")); other services that speak OpenAI's"
          + " protocol work as openai:<model> with --base-url")
    }
  }

  /// The provider's own count of a request's input tokens.
  func inputTokens(of request: ModelRequest, by text: String) async throws -> Int {
    guard let reference = ModelReference(text) else {
      throw CommandError("'\(text)' is not a model", hint: "write local, or provider:model")
    }
    let transport = CurlTransport()
    switch reference.provider {
    case "local":
      let url = baseURL ?? environment["COACHKIT_LOCAL_URL"] ?? Self.localURL
      let model = try await local(reference).identity.model
      return try await TokenCountEndpoint(.anthropic, baseURL: url)
        .inputTokens(of: request, model: model, over: transport)
    case "anthropic":
      return try await endpoint(.anthropic, "ANTHROPIC_API_KEY", "https://api.anthropic.com/v1")
        .inputTokens(of: request, model: reference.model, over: transport)
    case "openai":
      return try await endpoint(.openAI, "OPENAI_API_KEY", "https://api.openai.com/v1")
        .inputTokens(of: request, model: reference.model, over: transport)
    default:
      throw CommandError(
        "'\(reference.provider)' does not count tokens", hint: "known: anthropic, local, openai")
    }
  }

  private func endpoint(_ wire: TokenCountEndpoint.Wire, _ name: String, _ url: String) throws
    -> TokenCountEndpoint
  {
    let key = environment[name].flatMap { Secret($0) }
    guard key != nil || baseURL != nil else {
      throw CommandError(
        "there is no key to count tokens with", hint: "set \(name) in the environment")
    }
    return TokenCountEndpoint(wire, baseURL: baseURL ?? url, key: key)
  }

  private func path(_ reference: ModelReference) throws -> String {
    guard !reference.model.isEmpty else {
      throw CommandError(
        "'\(reference.provider)' needs a file", hint: "write \(reference.provider):path")
    }
    return reference.model
  }

  private func replay(_ path: String) throws -> any LanguageModel {
    ReplayModel(try Recording(parsing: files.read(path).bytes, path: path), path: path)
  }

  /// Replies separated by lines of three dashes.
  private func scripted(_ path: String) throws -> any LanguageModel {
    let text = String(decoding: try files.read(path).bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let replies = lines.split(separator: "---").map { $0.joined(separator: "\n") }
    return ScriptedModel(replies: replies, name: path)
  }

  private func openAI(_ reference: ModelReference) throws -> any LanguageModel {
    guard !reference.model.isEmpty else {
      throw CommandError("which model of 'openai'?", hint: "write openai:<model>")
    }
    let key = environment["OPENAI_API_KEY"].flatMap { Secret($0) }
    guard key != nil || baseURL != nil else {
      throw CommandError(
        "there is no key for 'openai'",
        hint: "set OPENAI_API_KEY in the environment, or use --model local")
    }
    let endpoint = OpenAIEndpoint(
      provider: "openai", baseURL: baseURL ?? "https://api.openai.com/v1", key: key)
    return OpenAICompatibleModel(model: reference.model, at: endpoint, over: CurlTransport())
  }

  /// Asks the server what it serves: its name for the model tells file and weights.
  private func local(_ reference: ModelReference) async throws -> any LanguageModel {
    let url = baseURL ?? environment["COACHKIT_LOCAL_URL"] ?? Self.localURL
    let endpoint = OpenAIEndpoint(provider: "local", baseURL: url)
    let transport = CurlTransport()
    let served: [String]
    do throws(ModelError) {
      served = try await endpoint.models(over: transport)
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
    return OpenAICompatibleModel(model: name, at: endpoint, over: transport)
  }
}
