public import LanguageModels

/// A model with its generation parameters for one purpose.
public struct ModelRoute: Sendable {
  /// The model, including the layers that retry, fall back, limit and log.
  public var model: any LanguageModel
  /// Parameters that override those of the prompt.
  public var parameters: ModelParameters
  /// Whether the model falls back to another one if the first fails.
  ///
  /// If so, a turn waits for it; otherwise the turn gives up on a failing provider after ``TurnTimeouts/failure``.
  public var fallsBack: Bool

  /// Creates a route. By default the prompt's parameters apply and there is no fallback.
  public init(
    _ model: any LanguageModel, parameters: ModelParameters = ModelParameters(),
    fallsBack: Bool = false
  ) {
    self.model = model
    self.parameters = parameters
    self.fallsBack = fallsBack
  }
}

/// The models for the different purposes of a turn.
public struct ModelRoutes: Sendable {
  /// The model of the discovery conversation, which is free: usually a small one.
  public var discovery: ModelRoute
  /// The model of coaching conversations: usually a strong one.
  public var coaching: ModelRoute
  /// The model of replies to messages that signal a crisis.
  public var crisis: ModelRoute
  /// The model of background tasks, such as extracting a profile from a conversation.
  public var tasks: ModelRoute

  /// Creates routes. By default crises are answered by the coaching model, and tasks run on the discovery model.
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
