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
      crisis: screen, guardrails: configuration.guardrails)
    runner.prices = prices
    runner.clock = clock
    return runner
  }
}
