public import LanguageModels
import ModelLayers

/// A model with its generation parameters for one purpose.
public struct ModelRoute: Sendable {
  /// The model, including the layers that retry, fall back, limit and log.
  public var model: any LanguageModel
  /// Parameters that override those of the prompt.
  public var parameters: ModelParameters
  /// Whether another model takes over if this one fails.
  ///
  /// If so, a turn waits for it; otherwise the turn gives up on a failing provider after ``TurnTimeouts/failure``.
  public var fallsBack: Bool
  /// Opens a connection to the provider, for ``ChatService/prepare()``; `nil` if there is nothing to open.
  public var connect: (@Sendable () async throws -> Void)?

  /// Creates a route. By default the prompt's parameters apply; whether the model falls back on another one follows from
  /// its layers, see ``ModelStack/model(_:fallingBackOn:)``.
  public init(
    _ model: any LanguageModel, parameters: ModelParameters = ModelParameters(),
    fallsBack: Bool? = nil
  ) {
    self.model = model
    self.parameters = parameters
    self.fallsBack =
      fallsBack ?? (model as? LayeredModel)?.layers.contains { $0 is Fallback } ?? false
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
  /// Models for purposes of your own, by the name that prompts and journeys use for them.
  public var others: [String: ModelRoute]

  /// Creates routes. By default crises are answered by the coaching model, and tasks run on the discovery model.
  public init(
    discovery: ModelRoute, coaching: ModelRoute, crisis: ModelRoute? = nil,
    tasks: ModelRoute? = nil, others: [String: ModelRoute] = [:]
  ) {
    self.discovery = discovery
    self.coaching = coaching
    self.crisis = crisis ?? coaching
    self.tasks = tasks ?? discovery
    self.others = others
  }

  /// The model for a purpose by its name: `discovery`, `coaching`, `crisis`, `tasks`, or one of ``others``. An unknown
  /// purpose has the coaching model.
  public subscript(purpose: String) -> ModelRoute {
    switch purpose {
    case "discovery": discovery
    case "coaching": coaching
    case "crisis": crisis
    case "tasks": tasks
    default: others[purpose] ?? coaching
    }
  }

  /// All models.
  var all: [ModelRoute] { [discovery, coaching, crisis, tasks] + others.values }
}
