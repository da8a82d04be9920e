#if Server
  import CoachKit

  /// The models of a server by purpose, and those that an operator may choose for a turn.
  struct ServerModels: Sendable {
    let routes: ModelRoutes
    /// The model that is asked for the domain; `nil` for none.
    let routing: ModelRoute?
    let embeddings: MessageEmbeddings?
    /// The models that an operator may choose, by name.
    let choices: [String: ModelRoute]

    /// Uses one model for everything.
    init(_ model: any LanguageModel) {
      let route = ModelRoute(model)
      routes = ModelRoutes(discovery: route, coaching: route)
      routing = nil
      embeddings = nil
      choices = [model.identity.description: route]
    }

    /// Creates the models that settings name.
    ///
    /// Throws ``SourceError`` with every unknown name and every missing key.
    init(_ names: ServerSettings.Models, from resolver: ModelResolver) throws(SourceError) {
      var made: [String: ModelRoute] = [:]
      var problems: [Diagnostic] = []
      func make<Made>(_ setting: String, _ work: () throws -> Made) -> Made? {
        do {
          return try work()
        } catch {
          let known = error as? ModelNameError
          problems.append(
            Diagnostic(
              "settings.model", "'models.\(setting)': \(known?.message ?? "\(error)")",
              hint: known?.advice))
          return nil
        }
      }
      func route(_ setting: String, _ name: String) -> ModelRoute? {
        if let known = made[name] { return known }
        let others = names.fallback.filter { $0 != name }
        let route = make(setting) {
          try ModelRoute(named: name, fallingBackOn: others, from: resolver)
        }
        made[name] = route
        return route
      }
      for name in names.fallback { _ = make("fallback") { try resolver.model(name) } }
      // Models that name their fallbacks report these again.
      try problems.throwErrors()
      let coaching = route("coaching", names.coaching)
      let discovery = names.discovery.map { route("discovery", $0) } ?? coaching
      let crisis = names.crisis.map { route("crisis", $0) } ?? coaching
      let tasks = names.tasks.map { route("tasks", $0) } ?? discovery
      routing = names.routing.flatMap { route("routing", $0) }
      embeddings = names.embeddings.flatMap { name in
        make("embeddings") { MessageEmbeddings(try resolver.embeddings(name)) }
      }
      for name in names.choices { _ = route("choices", name) }
      choices = made
      try problems.throwErrors()
      guard let coaching, let discovery, let crisis, let tasks else {
        throw SourceError(Diagnostic("settings.model", "there are no models"))
      }
      routes = ModelRoutes(discovery: discovery, coaching: coaching, crisis: crisis, tasks: tasks)
    }
  }
#endif
