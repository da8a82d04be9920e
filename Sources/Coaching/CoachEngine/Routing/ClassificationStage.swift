public import CoachDomains
public import CoachModel
import Documents
import LanguageModels
public import PromptTemplates

/// A routing stage that asks a model for the domain, with the prompt `domain-classification`.
public struct ClassificationStage: RoutingStage {
  /// Returns the current prompt library; called once for each decision.
  public var prompts: @Sendable () -> PromptLibrary
  /// The model with its parameters.
  public var route: ModelRoute
  /// The prompt that asks the model for the domain.
  public var prompt = PromptReference(name: "domain-classification")
  /// The minimum confidence, as stated by the model, for its answer to be accepted.
  public var minimumConfidence = 0.6
  /// The number of earlier messages given to the model.
  public var messages = 6

  /// Creates the stage with the standard prompt and limits.
  public init(prompts: @escaping @Sendable () -> PromptLibrary, route: ModelRoute) {
    self.prompts = prompts
    self.route = route
  }

  /// Returns the model's answer if it is sufficiently confident and names an existing domain or outcome.
  public func decide(
    _ message: String, history: [Message], among domains: [DomainConfig]
  ) async -> RoutingDecision? {
    await decide(message, history: history, among: domains, booking: CallBook())
  }

  /// The same, with the call of the model in the book, whatever came of it.
  public func decide(
    _ message: String, history: [Message], among domains: [DomainConfig], booking book: CallBook
  ) async -> RoutingDecision? {
    let task = PromptTask.domainChoice(
      for: message, after: Array(history.suffix(messages)), among: domains, prompt: prompt)
    var runner = TaskRunner(prompts: prompts, route: route)
    runner.prices = book.prices
    let choice: DomainChoice
    do throws(TaskError) {
      let result = try await runner.run(task)
      book.add(result.call)
      choice = result.value
    } catch {
      if let call = error.call { book.add(call) }
      return nil
    }
    guard choice.confidence >= minimumConfidence else { return nil }
    let reason = "the model says so"
    if let outcome = RoutingOutcome.Kind(rawValue: choice.domain) {
      return RoutingDecision(
        domain: nil, outcome: outcome, confidence: choice.confidence, reason: reason)
    }
    guard domains.contains(where: { $0.id == choice.domain }) else { return nil }
    return RoutingDecision(domain: choice.domain, confidence: choice.confidence, reason: reason)
  }
}
