import ArgumentParser
import CoachAccess
import CoachDomains
import CoachDuties
import CoachEngine
import CommandLineSupport
import LanguageModels
import NamedModels
import PromptTemplates
import SourceFiles

/// Options for the models of a turn and for how they are called.
struct TurnOptions: ParsableArguments {
  @OptionGroup var modelOptions: ModelOptions

  @Option(
    help: ArgumentHelp(
      "The model for the discovery conversation and for tasks; --model by default.",
      valueName: "model"))
  var discoveryModel: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Ask the model for tasks for a second opinion on messages that are a concern.")
  var secondOpinion = true

  @Option(
    help: ArgumentHelp(
      "The model that chooses the domain if the router is unsure.", valueName: "model"))
  var routingModel: String?

  @Option(
    help: ArgumentHelp(
      "The folder with legal duties, such as Duties; without it, no notice is shown.",
      valueName: "dir"))
  var duties: String?

  @OptionGroup var meaning: EmbeddingOptions
  @OptionGroup var generation: GenerationOptions
  @OptionGroup var copy: CopyOptions
  @OptionGroup(title: "Calls") var calls: CallOptions

  /// Returns a service with these models and the prompts and domains of a workspace.
  func service(
    from library: PromptLibrary, in workspace: WorkspaceOptions, usage: any UsageStore
  ) async throws -> (service: ChatService, calls: LayeredCalls) {
    // If a provider is down, this is reported or another model is called within three seconds: neither
    // connecting nor waiting for a retry may take longer.
    var factory = modelOptions.factory
    factory.resolver.connectTimeout = .milliseconds(2500)
    let limit = TurnTimeouts().failure
    let layered = try await calls.model(
      modelOptions.model ?? "local", from: factory, retryingFor: limit)
    let coaching = route(layered.model)
    var discovery = coaching
    if let discoveryModel {
      let model = try await calls.model(
        discoveryModel, from: factory, budget: layered.budget, retryingFor: limit)
      discovery = route(model.model)
    }
    // The parameters of the conversation do not apply to a crisis or a task.
    func unlimited(_ route: ModelRoute) -> ModelRoute {
      ModelRoute(route.model)
    }
    let set = DomainSet(try workspace.completeDomainLibrary())
    // A prompt under work may have errors; they are reported when a turn needs it.
    var service = ChatService(
      prompts: { library }, domains: { set },
      models: ModelRoutes(
        discovery: discovery, coaching: coaching, crisis: unlimited(coaching),
        tasks: unlimited(discovery)), usage: usage)
    service.prices = try factory.prices()
    service.embeddings = try meaning.source()
    if let embeddings = service.embeddings, !set.usesEmbeddings {
      service.routingStages.append(EmbeddingStage(embeddings.model))
    }
    if let routingModel {
      let model = try await calls.model(
        routingModel, from: factory, budget: layered.budget, retryingFor: limit)
      service.routingStages.append(
        ClassificationStage(prompts: { library }, route: unlimited(route(model.model))))
    }
    if !secondOpinion { service.secondOpinion = nil }
    service.copy = try copy.catalog()
    if let duties { try service.take(dutiesIn: duties) }
    let patience = modelOptions.waiting.duration ?? .seconds(60)
    service.configuration.timeouts.reply.firstToken = patience
    service.configuration.timeouts.extraction = patience
    return (service, layered)
  }

  private func route(_ model: any LanguageModel) -> ModelRoute {
    ModelRoute(model, parameters: generation.parameters)
  }
}

extension ChatService {
  /// Takes the legal duties of a folder. Throws ``SourceError`` with every problem in it.
  mutating func take(dutiesIn folder: String) throws(SourceError) {
    let set = try DutySet(folder: folder)
    try set.requireValid()
    duties = { set }
  }
}

extension DomainSet {
  /// Whether its router looks at the vectors of an embedding model by itself.
  fileprivate var usesEmbeddings: Bool { (routing as? DomainRouter)?.usesEmbeddings ?? false }
}
