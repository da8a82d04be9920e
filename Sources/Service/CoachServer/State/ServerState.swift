#if Server
  import CoachKit
  import Logging
  import Synchronization

  /// What all requests share.
  final class ServerState: Sendable {
    let settings: ServerSettings
    let content: LiveContent
    let models: ServerModels
    /// The service without what a reload or a caller changes.
    private let base: ChatService
    let stores: ServerStores
    let costs: CostKeeper
    let readiness: StoreReadiness
    let providers: ProviderCheck
    let turns: TurnRegistry
    let logger: Logger
    /// Reads the prices that the settings name.
    private let readPrices: @Sendable () throws(SourceError) -> PriceTable
    private let changing: Mutex<Changing>

    private struct Changing {
      var authentication: Authentication
      var prices: PriceTable
      var isDraining = false
    }

    /// Reads content and keys, and opens the stores.
    ///
    /// Throws ``SourceError`` for content, prices and keys that cannot be used, and the errors of the stores.
    init(
      _ settings: ServerSettings, models: ServerModels,
      prices: @escaping @Sendable () throws(SourceError) -> PriceTable = { .builtIn },
      clock: CallClock = .system, logger: Logger
    ) async throws {
      guard !settings.isOpenToOthers else {
        throw SourceError(
          Diagnostic(
            "settings.value", "'listen.host' \(ServerSettings.openToOthers.problem)",
            hint: ServerSettings.openToOthers.hint))
      }
      self.settings = settings
      self.logger = logger
      let content = try LiveContent(settings.content, duties: settings.duties)
      self.content = content
      for finding in content.dutyFindings(on: CalendarDay(unixTime: clock.unixTime())) {
        logger.warning("\(finding.message)", metadata: ["advice": "\(finding.hint ?? "")"])
      }
      self.models = models
      readPrices = prices
      let table = try prices()
      stores = try await ServerStores(settings.store)
      let costs = CostKeeper(
        store: stores.costs, thresholds: settings.costs, caps: settings.spendingCaps, clock: clock,
        logger: logger)
      self.costs = costs
      readiness = StoreReadiness(stores, clock: clock, logger: logger)
      providers = ProviderCheck(models.entries, clock: clock, logger: logger)
      turns = TurnRegistry(settings.turns, clock: clock)
      var service = ChatService(
        prompts: { content.prompts.current }, domains: { content.domains.current },
        models: models.routes, usage: stores.usage)
      service.currentCopy = { content.copy }
      if let duties = content.duties { service.duties = { duties.current } }
      service.configuration.duties.defaultJurisdiction = settings.duties.defaultJurisdiction
      service.configuration.duties.silence = Double(settings.duties.silenceMinutes * 60)
      service.embeddings = models.embeddings
      if let route = models.routing {
        service.routingStages.append(
          ClassificationStage(prompts: { content.prompts.current }, route: route))
      }
      if !settings.models.givesSecondOpinion { service.secondOpinion = nil }
      service.clock = clock
      service.logger = logger
      service.configuration.access = settings.access
      service.configuration.discovery = settings.discovery
      service.configuration.paywall = settings.paywall
      service.configuration.offers = settings.offers
      service.configuration.prices = settings.prices
      service.configuration.guardrails = settings.guardrails
      service.configuration.personas = PersonaPolicy(
        requiresApproval: settings.personas.requiresApproval)
      service.configuration.pseudonymSalt = settings.pseudonymSalt
      service.drainTime = .seconds(settings.drainSeconds)
      base = service
      changing = Mutex(
        Changing(
          authentication: try await Authentication(settings.authentication, clock: clock),
          prices: table))
    }

    /// The service with the prices of the last reload, for what is no caller's.
    var service: ChatService {
      var service = base
      service.prices = prices
      return service
    }

    /// The service for a caller: its costs are added up by key, and the caps of its key hold.
    func service(for caller: Caller) -> ChatService {
      var service = service
      let (costs, key) = (costs, caller.costKey)
      service.spendingLimit = costs.limit(of: key)
      service.onOutcome = { request, outcome in
        ServerMetrics.count(outcome)
        await costs.add(outcome.trace.calls, for: request.person.id, by: key)
      }
      return service
    }

    /// The prices of models, as of the last reload.
    var prices: PriceTable { changing.withLock { $0.prices } }

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
      let new = try await Authentication(settings.authentication, clock: base.clock)
      changing.withLock { $0.authentication = new }
    }

    /// Reads again the prices, and returns the models whose entries differ, sorted. Prices that cannot be read leave those in
    /// force that were read before.
    ///
    /// Throws ``SourceError``.
    func reloadPrices() throws(SourceError) -> (changed: [String], removed: [String]) {
      let new = try readPrices()
      let old = changing.withLock { state in
        let old = state.prices
        state.prices = new
        return old
      }
      func byModel(_ table: PriceTable) -> [String: [PriceEntry]] {
        Dictionary(grouping: table.entries) { "\($0.provider):\($0.model)" }
      }
      let (before, after) = (byModel(old), byModel(new))
      return (
        after.filter { before[$0.key] != $0.value }.keys.sorted(),
        before.keys.filter { after[$0] == nil }.sorted()
      )
    }

    /// The present time in seconds since 1970.
    var now: Double { base.clock.unixTime() }
  }
#endif
