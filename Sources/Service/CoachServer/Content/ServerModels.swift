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
    /// Each model once, whatever it is for.
    let entries: [Entry]
    /// The circuit breakers of the models.
    let breakers: BreakerBoard

    /// A model of the server.
    struct Entry: Sendable {
      var model: ModelIdentity
      /// What it is for: purposes, `choices`, or `fallback`.
      var purposes: [String]
      /// Asks the provider whether it is there; `nil` if there is nothing to ask.
      var connect: (@Sendable () async throws -> Void)?
    }

    /// Uses one model for everything, whose breakers, if it has any, are on a board.
    init(_ model: any LanguageModel, breakers: BreakerBoard = BreakerBoard()) {
      let route = ModelRoute(model)
      routes = ModelRoutes(discovery: route, coaching: route)
      routing = nil
      embeddings = nil
      choices = [model.identity.description: route]
      entries = [
        Entry(
          model: model.identity, purposes: ["coaching", "discovery", "crisis", "tasks"],
          connect: route.connect)
      ]
      self.breakers = breakers
    }

    /// Creates the models that settings name, with their breakers on a board.
    ///
    /// Throws ``SourceError`` with every unknown name and every missing key.
    init(
      _ names: ServerSettings.Models, from resolver: ModelResolver,
      breakers: BreakerBoard = BreakerBoard()
    ) throws(SourceError) {
      var stack = ModelStack.conversational()
      stack.breakers = breakers
      stack.finishesBrokenReplies = names.finishesBrokenReplies
      self.breakers = breakers
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
          try ModelRoute(named: name, fallingBackOn: others, from: resolver, stack: stack)
        }
        made[name] = route
        return route
      }
      let fallbacks = names.fallback.compactMap { name in
        make("fallback") { try ModelRoute(named: name, from: resolver, stack: stack) }
      }
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
      try problems.throwErrors()
      guard let coaching, let discovery, let crisis, let tasks else {
        throw SourceError(Diagnostic("settings.model", "there are no models"))
      }
      // The parameters of the conversation do not apply to a crisis or a task.
      func conversing(_ route: ModelRoute) -> ModelRoute {
        var route = route
        route.parameters = ModelParameters(serviceTier: names.serviceTier, extra: names.extra)
        return route
      }
      func waiting(_ route: ModelRoute, _ seconds: Int?) -> ModelRoute {
        var route = route
        route.parameters.patience = seconds.map { .seconds($0) }
        return route
      }
      choices = made.mapValues { waiting(conversing($0), names.patienceSeconds) }
      routes = ModelRoutes(
        discovery: waiting(
          conversing(discovery), names.discoveryPatienceSeconds ?? names.patienceSeconds),
        coaching: waiting(conversing(coaching), names.patienceSeconds), crisis: crisis,
        tasks: waiting(tasks, names.tasksPatienceSeconds))
      var entries = Entries()
      entries.add(coaching, for: "coaching")
      entries.add(discovery, for: "discovery")
      entries.add(crisis, for: "crisis")
      entries.add(tasks, for: "tasks")
      if let routing { entries.add(routing, for: "routing") }
      for route in names.choices.compactMap({ made[$0] }) { entries.add(route, for: "choices") }
      for route in fallbacks { entries.add(route, for: "fallback") }
      self.entries = entries.all
    }
  }

  /// Gathers each model once, with everything that it is for.
  private struct Entries {
    private(set) var all: [ServerModels.Entry] = []

    mutating func add(_ route: ModelRoute, for purpose: String) {
      let model = route.model.identity
      if let known = all.firstIndex(where: { $0.model == model }) {
        if !all[known].purposes.contains(purpose) { all[known].purposes.append(purpose) }
      } else {
        all.append(
          ServerModels.Entry(model: model, purposes: [purpose], connect: route.connect))
      }
    }
  }
#endif
