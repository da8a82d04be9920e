public import LanguageModels

/// A model with how it is to generate in one place of the product.
public struct ModelRoute: Sendable {
  /// The model, with the layers that retry, fall back, limit and log around it.
  public var model: any LanguageModel
  /// Over the prompt's own parameters.
  public var parameters: ModelParameters
  /// Whether another model answers when the first one fails. A turn then waits for it; otherwise it gives
  /// up on a failing provider after ``TurnTimeouts/failure``.
  public var fallsBack: Bool

  /// Creates a route.
  public init(
    _ model: any LanguageModel, parameters: ModelParameters = ModelParameters(),
    fallsBack: Bool = false
  ) {
    self.model = model
    self.parameters = parameters
    self.fallsBack = fallsBack
  }
}

/// Which model is asked where.
public struct ModelRoutes: Sendable {
  /// The discovery conversation, which nobody pays for: a small model.
  public var discovery: ModelRoute
  /// Coaching: a strong model.
  public var coaching: ModelRoute
  /// The reply to a message that signals a crisis.
  public var crisis: ModelRoute
  /// Work behind the conversation, such as drawing a profile from it.
  public var tasks: ModelRoute

  /// Creates routes; a crisis is answered by the model that coaches, tasks are done by the one of discovery.
  public init(
    discovery: ModelRoute, coaching: ModelRoute, crisis: ModelRoute? = nil,
    tasks: ModelRoute? = nil
  ) {
    self.discovery = discovery
    self.coaching = coaching
    self.crisis = crisis ?? coaching
    self.tasks = tasks ?? discovery
  }
}
