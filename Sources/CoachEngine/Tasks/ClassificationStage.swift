public import CoachDomains
public import CoachModel
import JSON
import LanguageModels
public import PromptTemplates

/// Asks a model for the domain, by the prompt `domain-classification`.
public struct ClassificationStage: RoutingStage {
  /// The prompts, as they are now.
  public var prompts: @Sendable () -> PromptLibrary
  /// The model.
  public var route: ModelRoute
  /// The prompt.
  public var prompt = PromptReference(name: "domain-classification")
  /// The confidence, in the model's own words, from which it is believed.
  public var minimumConfidence = 0.6
  /// How many earlier messages it is shown.
  public var messages = 6

  /// Creates the stage.
  public init(prompts: @escaping @Sendable () -> PromptLibrary, route: ModelRoute) {
    self.prompts = prompts
    self.route = route
  }

  /// What the model says, where it is sure and names something that exists.
  public func decide(
    _ message: String, history: [Message], among domains: [DomainConfig]
  ) async -> RoutingDecision? {
    let task = PromptTask(assembler: PromptAssembler(library: prompts()), route: route)
    let answer = await task.run(
      AssemblyRequest(
        prompt: prompt, person: Person(id: "routing"), domains: domains,
        history: Array(history.suffix(messages)), values: ["message": .string(message)]),
      named: "domain")
    guard let id = answer.json?["domain"]?.string,
      let confidence = answer.json?["confidence"]?.number,
      confidence >= minimumConfidence
    else { return nil }
    let reason = "the model says so"
    if let outcome = RoutingOutcome.Kind(rawValue: id) {
      return RoutingDecision(
        domain: nil, outcome: outcome, confidence: min(confidence, 1), reason: reason)
    }
    guard domains.contains(where: { $0.id == id }) else { return nil }
    return RoutingDecision(domain: id, confidence: min(confidence, 1), reason: reason)
  }
}
