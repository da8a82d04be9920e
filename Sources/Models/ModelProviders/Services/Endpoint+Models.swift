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
      let answer = try await answer(
        to: profile.wire.models(after: page), for: "list models", with: "a list of models",
        over: transport)
      models += answer.models
      page = answer.next
      if page == nil { break }
    }
    return models
  }

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
