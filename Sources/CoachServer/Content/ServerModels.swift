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
    /// Throws ``ModelNameError`` for an unknown name or a missing key.
    init(_ names: ServerSettings.Models, from resolver: ModelResolver) throws {
      var made: [String: ModelRoute] = [:]
      func route(_ name: String) throws -> ModelRoute {
        if let known = made[name] { return known }
        let others = names.fallback.filter { $0 != name }
        let route = try ModelRoute(named: name, fallingBackOn: others, from: resolver)
        made[name] = route
        return route
      }
      let discovery = names.discovery ?? names.coaching
      routes = ModelRoutes(
        discovery: try route(discovery), coaching: try route(names.coaching),
        crisis: try route(names.crisis ?? names.coaching),
        tasks: try route(names.tasks ?? discovery))
      routing = try names.routing.map(route)
      embeddings = try names.embeddings.map { MessageEmbeddings(try resolver.embeddings($0)) }
      for name in names.choices { _ = try route(name) }
      choices = made
    }
  }
#endif
