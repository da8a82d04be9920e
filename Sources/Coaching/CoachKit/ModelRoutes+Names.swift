public import CoachAccess
import CoachDomains
public import CoachEngine
import LanguageModels
public import ModelLayers
import ModelProviders
public import NamedModels
import PromptTemplates

extension ModelRoute {
  /// Creates the route of a model by its name, such as `anthropic:claude-haiku-4-5`, with the layers of a chat around it:
  /// retries of at most three seconds, a circuit breaker, rate limits learned from responses, telemetry.
  ///
  /// - Parameters:
  ///   - name: The name of the model.
  ///   - others: The names of models that take over, in this order, if the first fails before its first word.
  ///   - resolver: Where keys come from; share one, so that all models share their connections.
  ///   - stack: The layers.
  /// - Throws: ``ModelNameError`` for an unknown name or a missing key.
  public init(
    named name: String, fallingBackOn others: [String] = [], from resolver: ModelResolver,
    stack: ModelStack = .conversational()
  ) throws {
    var resolver = resolver
    // A provider that is down must be noticed before a turn gives up on it.
    resolver.connectTimeout = resolver.connectTimeout ?? .milliseconds(2500)
    let model = stack.model(
      try resolver.model(name), fallingBackOn: try others.map { try resolver.model($0) })
    self.init(model)
    let provider = model.identity.provider
    guard let endpoint = try? resolver.endpoint(provider) else { return }
    let transport = resolver.transport
    connect = { _ = try await endpoint.models(over: transport) }
  }
}

extension ModelRoutes {
  /// Creates the routes of models by their names; see ``ModelRoute/init(named:fallingBackOn:from:stack:)``.
  ///
  /// ```swift
  /// let models = try ModelRoutes(
  ///   discovery: "anthropic:claude-haiku-4-5", coaching: "anthropic:claude-opus-5-5",
  ///   fallback: "openai:gpt-6-luna")
  /// ```
  ///
  /// - Parameters:
  ///   - discovery: The model of the free first conversation, and of tasks.
  ///   - coaching: The model of coaching conversations, and of replies to messages that signal a crisis.
  ///   - fallback: The model that takes over if one of them fails; `nil` for none.
  ///   - resolver: Where keys come from: by default the process's environment.
  /// - Throws: ``ModelNameError`` for an unknown name or a missing key.
  public init(
    discovery: String, coaching: String, fallback: String? = nil,
    from resolver: ModelResolver = ModelResolver()
  ) throws {
    let others = fallback.map { [$0] } ?? []
    self.init(
      discovery: try ModelRoute(named: discovery, fallingBackOn: others, from: resolver),
      coaching: try ModelRoute(named: coaching, fallingBackOn: others, from: resolver))
  }
}

extension ChatService {
  /// Creates a service from folders and the names of models, with the documented defaults everywhere else.
  ///
  /// ```swift
  /// let service = try ChatService(
  ///   promptFolder: "Prompts", domainFolder: "DomainConfigs",
  ///   models: ModelRoutes(
  ///     discovery: "anthropic:claude-haiku-4-5", coaching: "anthropic:claude-opus-5-5"))
  /// ```
  ///
  /// Throws `SourceError` with every error of the two folders.
  public init(
    promptFolder: String, domainFolder: String, models: ModelRoutes,
    usage: any UsageStore = InMemoryUsageStore()
  ) throws {
    try self.init(
      prompts: LivePromptLibrary(folder: promptFolder),
      domains: LiveDomainLibrary(folder: domainFolder), models: models, usage: usage)
  }
}
