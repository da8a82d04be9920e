import CoachModel
import JSON
public import LanguageModels

extension Endpoint {
  /// An upper limit, so that a faulty server cannot make the listing endless.
  private static let maximumPages = 50

  /// Returns the models that the provider offers, in its order.
  ///
  /// Throws ``ModelError`` as a call does, for example for a wrong address or an invalid key.
  public func models(over transport: any HTTPTransport) async throws(ModelError) -> [ListedModel] {
    var models: [ListedModel] = []
    var page: String?
    for _ in 0..<Self.maximumPages {
      let answer = try await answer(to: get(modelsPath(page)), over: transport)
      let list = answer["data"]?.array ?? answer["models"]?.array ?? answer.array
      guard let list else { throw unexpected("a list of models") }
      models += list.compactMap(Self.model)
      page = nextPage(answer)
      if page == nil { break }
    }
    return models
  }

  private func modelsPath(_ page: String?) -> String {
    switch profile.wire {
    case .anthropic: "models?limit=1000" + (page.map { "&after_id=\($0.queryEscaped)" } ?? "")
    case .gemini: "models?pageSize=1000" + (page.map { "&pageToken=\($0.queryEscaped)" } ?? "")
    case .openAIChat, .openAIResponses: "models"
    case .ollama: "api/tags"
    }
  }

  private func nextPage(_ answer: JSONValue) -> String? {
    switch profile.wire {
    case .anthropic: answer["has_more"]?.bool == true ? answer["last_id"]?.string : nil
    case .gemini: answer["nextPageToken"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    case .openAIChat, .openAIResponses, .ollama: nil
    }
  }

  private static func model(_ entry: JSONValue) -> ListedModel? {
    guard let name = entry["id"]?.string ?? entry["name"]?.string else { return nil }
    let prefix = "models/"
    func count(_ names: String...) -> Int? {
      names.lazy.compactMap { TokenUsage.count(entry[$0]) }.first
    }
    let context =
      count("max_input_tokens", "inputTokenLimit", "context_length", "max_model_len")
      ?? TokenUsage.count(entry["meta"]?["n_ctx"])
    return ListedModel(
      name: name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name,
      context: context, output: count("max_tokens", "outputTokenLimit"))
  }
}

extension Endpoint {
  /// Returns what is known of a listed model: the entries of `table`, completed by the list.
  public func capabilities(of model: ListedModel, knowing table: CapabilityTable = .builtIn)
    -> ModelCapabilities
  {
    var capabilities = table.capabilities(of: model.name, provider: profile.modelMaker)
    capabilities.context = capabilities.context ?? model.context
    capabilities.output = capabilities.output ?? model.output
    return capabilities
  }
}
