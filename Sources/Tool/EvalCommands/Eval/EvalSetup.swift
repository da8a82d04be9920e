import ArgumentParser
import CoachEngine
import CoachModel
import CommandLineSupport
import LanguageModels
import ModelLayers
import ModelProviders
import NamedModels
import PromptEvals
import SourceFiles

/// Reads everything that a suite needs.
struct EvalSetup: ParsableArguments {
  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup(title: "Calls") var calls: CallOptions
  @OptionGroup var workspace: WorkspaceOptions

  /// Reads a suite. The model of `--model`, or else the one that the run was started with, replaces the suite's
  /// own model wherever it is used.
  /// - Parameter models: The models with each of which all variants are run; those of the run if there is one.
  func suite(_ path: String, of run: EvalRun? = nil, models: [String] = []) throws -> EvalSuite {
    let files = DiskFileSystem()
    var suite = try EvalSuite(files.read(path), files: files)
    if let run {
      suite.select(run.selection)
      suite.adopt(run.design.pipeline)
    }
    let models = run?.namedModels ?? models
    guard models.isEmpty else {
      try cross(&suite, with: models)
      return suite
    }
    guard let name = modelOptions.model ?? run?.namedModel else { return suite }
    guard let reference = ModelReference(name) else {
      throw CommandError("'\(name)' is not a model", hint: "write provider:model, or local")
    }
    // A run that was started with the model is resumed with it, whatever an earlier version let pass.
    let others = suite.variantsWithOtherModels
    guard run?.namedModel == name || others.isEmpty else {
      let named = others.map { "'\($0.id)' (\($0.model?.description ?? ""))" }
      throw CommandError(
        "--model replaces the suite's model, and these variants name another:"
          + " \(named.joined(separator: ", "))",
        hint: "remove 'model' from the variants, or leave out --model")
    }
    suite.replaceModel(by: reference)
    return suite
  }

  private func cross(_ suite: inout EvalSuite, with models: [String]) throws {
    guard modelOptions.model == nil else {
      throw CommandError(
        "the run was started with --models \(models.joined(separator: ","))",
        hint: "leave out --model, or start a new run")
    }
    guard suite.replay != .recorded else {
      throw CommandError(
        "this suite asks no model: it grades what is recorded", hint: "leave out --models")
    }
    let others = suite.variantsWithOtherModels
    guard others.isEmpty else {
      let names = others.map { "'\($0.id)'" }.joined(separator: ", ")
      throw CommandError(
        "--models runs every variant with each of its models, and these variants name one of their own:"
          + " \(names)",
        hint: "remove 'model' from the variants, or leave out --models")
    }
    suite.cross(
      with: try models.map { name in
        guard let reference = ModelReference(name) else {
          throw CommandError("'\(name)' is not a model", hint: "write provider:model, or local")
        }
        return reference
      })
  }

  /// Returns whether calls to a provider are free.
  func isFree(_ provider: String) -> Bool {
    ExpectedCost.isFree(provider, at: modelOptions.baseUrl)
  }

  /// Reads what the suite refers to, and creates its models.
  /// - Parameters:
  ///   - spent: The part of the suite's budget that is already used up, if a run is resumed.
  ///   - scripts: Remembers the scripted models.
  ///   - problems: Collects models that cannot be called, in a check; otherwise the first of them is thrown.
  func content(
    of suite: EvalSuite, for purpose: EvalModels.Purpose = .generating,
    recording: RecordingLayer? = nil, spent: EvalRun.Spending = EvalRun.Spending(),
    scripts: ScriptedReplies? = nil, problems: EvalCheckProblems? = nil
  ) async throws -> (content: EvalContent, models: EvalModels) {
    let factory = modelOptions.factory
    if calls.cache != nil, suite.repeatsRequests {
      throw CommandError(
        "with --cache all samples of a case would be one reply: without a seed they ask the same",
        hint: "add parameters: {seed: 1} to the suite, or leave out --cache")
    }
    let prices = try factory.prices()
    let models = try await models(
      of: suite, for: purpose, from: factory, prices: prices, recording: recording, spent: spent,
      scripts: scripts, problems: problems)
    var content = try content(
      of: models.suite, models: models.byReference, prices: models.prices)
    content.caches = try caches(of: suite, from: factory)
    content.embeddings = try await embeddings(of: suite, from: factory, problems: problems)
    let free = content.embeddings.values.map(\.identity).filter { isFree($0.provider) }.map {
      PriceEntry(provider: $0.provider, model: $0.model, price: TokenPrice(input: 0, output: 0))
    }
    content.prices = content.prices.overridden(by: PriceTable(free))
    return (content, models)
  }

  /// Creates the embedding models that graders name; in a check they are asked whether they are there.
  private func embeddings(
    of suite: EvalSuite, from factory: ModelFactory, problems: EvalCheckProblems?
  ) async throws -> [ModelReference: any EmbeddingModel] {
    var models: [ModelReference: any EmbeddingModel] = [:]
    for reference in suite.embeddingReferences {
      do {
        let model = try factory.embeddings(reference.description)
        models[reference] = model
        guard problems != nil else { continue }
        if isFree(reference.provider) {
          // A server on this machine is asked for a vector: it may be there with a model that has none.
          _ = try await model.embeddings(of: ["check"])
        } else {
          try await ModelProbe(factory).check(reference)
        }
      } catch {
        guard let problems else { throw error }
        problems.add(error)
        models[reference] = models[reference] ?? MissingEmbeddings(reference)
      }
    }
    return models
  }

  /// The caches that a report forecasts: those of the suite's own models, or of two usual ones.
  private func caches(of suite: EvalSuite, from factory: ModelFactory) throws
    -> [PromptCacheProfile]
  {
    let day = CalendarDay(Timestamp.now.day)
    let own = suite.comparison.variants.compactMap { $0.model ?? suite.generation.model }
      .map(\.description).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let known = own.flatMap { (try? factory.caches(of: [$0], on: day)) ?? [] }
    return known.isEmpty ? try factory.caches(of: ModelFactory.comparedCaches, on: day) : known
  }

  /// Prepares to collect the requests of a suite; no model is called.
  func collection(of suite: EvalSuite, into collector: RequestCollector) async throws
    -> RequestCollection
  {
    let suite = RequestCollection.collecting(suite)
    var models: [ModelReference: any LanguageModel] = [:]
    for reference in suite.modelReferences { models[reference] = PlaceholderModel(reference) }
    models[RequestCollection.reference] = collector
    return try RequestCollection(try content(of: suite, models: models, prices: .builtIn))
  }

  /// Plans a suite to see what it would ask, whichever model it names; no model is called.
  func plan(ofRequestsOf suite: EvalSuite) throws -> EvalPlan {
    let suite = RequestCollection.collecting(suite)
    var models: [ModelReference: any LanguageModel] = [:]
    for reference in suite.modelReferences { models[reference] = PlaceholderModel(reference) }
    return try EvalPlan(try content(of: suite, models: models, prices: .builtIn))
  }

  private func content(
    of suite: EvalSuite, models: [ModelReference: any LanguageModel], prices: PriceTable
  ) throws -> EvalContent {
    let workspace = try EvalWorkspace(
      prompts: workspace.prompts, domains: workspace.domains, people: workspace.people)
    return try workspace.content(
      of: suite, models: models, prices: prices, redactor: modelOptions.factory.resolver.redactor)
  }

  private func models(
    of suite: EvalSuite, for purpose: EvalModels.Purpose, from factory: ModelFactory,
    prices: PriceTable, recording: RecordingLayer?, spent: EvalRun.Spending,
    scripts: ScriptedReplies?, problems: EvalCheckProblems?
  ) async throws -> EvalModels {
    do {
      return try await EvalModels(
        of: suite, for: purpose,
        limits: calls.limits, spent: spent, prices: prices, on: CalendarDay(Timestamp.now.day),
        isFree: isFree
      ) { reference in
        let model = try await model(
          reference, of: suite, from: factory, problems: problems)
        scripts?.note(model)
        return model
      } layering: { model, budget, concurrency in
        try await calls.model(
          model, from: factory, recording: recording, budget: budget, concurrency: concurrency
        ).model
      }
    } catch let error as EvalModels.UnknownPrice {
      throw CommandError(error.description, hint: Self.unknownPriceHint)
    }
  }

  static let unknownPriceHint =
    "state it in the suite (price: …), in a file of prices ('coachkit prices'), or limit tokens"

  private func model(
    _ reference: ModelReference, of suite: EvalSuite, from factory: ModelFactory,
    problems: EvalCheckProblems?
  ) async throws -> any LanguageModel {
    func create() async throws -> any LanguageModel {
      do {
        return try await factory.model(reference)
      } catch let error as SourceError {
        throw suite.locating(error, of: reference)
      }
    }
    guard let problems else { return try await create() }
    do {
      let model = try await create()
      if !model.identity.isPrepared { try await ModelProbe(factory).check(reference) }
      return model
    } catch {
      problems.add(error)
      return PlaceholderModel(reference)
    }
  }
}

/// Stands for an embedding model that cannot be created, so that a check can go on.
private struct MissingEmbeddings: EmbeddingModel {
  let identity: ModelIdentity

  init(_ reference: ModelReference) {
    identity = ModelIdentity(provider: reference.provider, model: reference.model)
  }

  func embeddings(of texts: [String]) async throws(ModelError) -> TextEmbeddings {
    throw ModelError(.notFound, "there is no model '\(identity)'", advice: "see 'coachkit models'")
  }
}
