import CoachDomains
import CoachSafety

extension ChatService {
  /// Runs prompts as tasks, with the service's prompts, domains, models and prices.
  ///
  /// ```swift
  /// let title = try await service.tasks.run(.conversationTitle(of: messages, for: person))
  /// ```
  public var tasks: TaskRunner {
    var runner = TaskRunner(prompts: prompts, models: models)
    runner.domains = { [domains] in domains().domains }
    runner.screens = TextScreens.screens(
      crisis: screen, guardrails: configuration.guardrails, checks: configuration.checks)
    runner.prices = prices
    runner.clock = clock
    return runner
  }

  /// Returns a routing with the vectors that were fetched for the crisis screen, and with the service's further stages.
  func completed(_ routing: any DomainRouting, booking book: CallBook) -> any DomainRouting {
    var local = routing
    if let router = routing as? DomainRouter, let embeddings {
      var embedded = EmbeddedRouting(router, embeddings, clock: clock)
      embedded.asks = false
      local = embedded
    }
    guard !routingStages.isEmpty else { return local }
    var staged = StagedRouting(local, then: routingStages, clock: clock)
    staged.book = book
    return staged
  }
}
