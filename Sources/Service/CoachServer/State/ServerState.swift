#if Server
  import CoachKit
  import Logging
  import Synchronization

  /// What all requests share.
  final class ServerState: Sendable {
    let settings: ServerSettings
    let content: LiveContent
    let models: ServerModels
    let service: ChatService
    let stores: ServerStores
    let costs: CostKeeper
    let readiness: StoreReadiness
    let providers: ProviderCheck
    let turns: TurnRegistry
    let logger: Logger
    private let changing: Mutex<Changing>

    private struct Changing {
      var authentication: Authentication
      var isDraining = false
    }

    /// Reads content and keys, and opens the stores.
    ///
    /// Throws ``SourceError`` for content and keys that cannot be used, and the errors of the stores.
    init(
      _ settings: ServerSettings, models: ServerModels, clock: CallClock = .system, logger: Logger
    ) async throws {
      guard !settings.isOpenToOthers else {
        throw SourceError(
          Diagnostic(
            "settings.value", "'listen.host' \(ServerSettings.openToOthers.problem)",
            hint: ServerSettings.openToOthers.hint))
      }
      self.settings = settings
      self.logger = logger
      let content = try LiveContent(settings.content)
      self.content = content
      self.models = models
      stores = try await ServerStores(settings.store)
      let costs = CostKeeper(
        store: stores.costs, thresholds: settings.costs, clock: clock, logger: logger)
      self.costs = costs
      readiness = StoreReadiness(stores, clock: clock, logger: logger)
      providers = ProviderCheck(models.entries, clock: clock, logger: logger)
      turns = TurnRegistry(settings.turns, clock: clock)
      var service = ChatService(
        prompts: { content.prompts.current }, domains: { content.domains.current },
        models: models.routes, usage: stores.usage)
      service.embeddings = models.embeddings
      if let route = models.routing {
        service.routingStages.append(
          ClassificationStage(prompts: { content.prompts.current }, route: route))
      }
      if !settings.models.givesSecondOpinion { service.secondOpinion = nil }
      service.clock = clock
      service.logger = logger
      service.configuration.access = settings.access
      service.configuration.guardrails = settings.guardrails
      service.configuration.pseudonymSalt = settings.pseudonymSalt
      service.drainTime = .seconds(settings.drainSeconds)
      service.onOutcome = { request, outcome in
        ServerMetrics.count(outcome)
        await costs.add(outcome.trace.calls, for: request.person.id)
      }
      self.service = service
      changing = Mutex(
        Changing(authentication: try await Authentication(settings.authentication, clock: clock)))
    }

    /// Who may call, as of the last reload.
    var authentication: Authentication { changing.withLock { $0.authentication } }

    /// Whether the server is stopping, so that requests should go elsewhere.
    var isDraining: Bool { changing.withLock { $0.isDraining } }

    /// Lets requests go elsewhere from now on.
    func drain() { changing.withLock { $0.isDraining = true } }

    /// Reads again the files of keys. Keys that cannot be read leave those in force that were read before.
    ///
    /// Throws ``SourceError``.
    func reloadKeys() async throws(SourceError) {
      let new = try await Authentication(settings.authentication, clock: service.clock)
      changing.withLock { $0.authentication = new }
    }

    /// The present time in seconds since 1970.
    var now: Double { service.clock.unixTime() }
  }
#endif
