import ArgumentParser
import CoachDomains
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
  func suite(_ path: String, of run: EvalRun? = nil) throws -> EvalSuite {
    let files = DiskFileSystem()
    var suite = try EvalSuite(files.read(path), files: files)
    if let run {
      suite.select(run.selection)
      suite.adopt(run.design.pipeline)
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

  /// Returns whether calls to a provider are free.
  func isFree(_ provider: String) -> Bool {
    ExpectedCost.isFree(provider, at: modelOptions.baseUrl)
  }

  /// Reads what the suite refers to, and creates its models.
  /// - Parameters:
  ///   - spent: The part of the suite's budget that is already used up, if a run is resumed.
  ///   - problems: Collects models that cannot be called, in a check; otherwise the first of them is thrown.
  func content(
    of suite: EvalSuite, for purpose: EvalModels.Purpose = .generating,
    recording: RecordingLayer? = nil, spent: EvalRun.Spending = EvalRun.Spending(),
    problems: EvalCheckProblems? = nil
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
      problems: problems)
    var content = try content(
      of: models.suite, models: models.byReference, prices: models.prices)
    content.caches = try caches(of: suite, from: factory)
    return (content, models)
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

  private func content(
    of suite: EvalSuite, models: [ModelReference: any LanguageModel], prices: PriceTable
  ) throws -> EvalContent {
    let workspace = workspace
    let people = PeopleCache(workspace)
    let domains =
      DiskFileSystem().kind(of: workspace.domains) == .folder
      ? try workspace.completeDomainLibrary() : nil
    var content = EvalContent(
      suite: suite, library: try workspace.promptLibrary(),
      subjects: try EvalSubjects.read(suite, files: DiskFileSystem()),
      person: { try people.person($0) },
      domains: domains?.domains ?? [],
      models: models, prices: prices, redactor: modelOptions.factory.resolver.redactor)
    if let domains { content.routing = domains.router }
    return content
  }

  private func models(
    of suite: EvalSuite, for purpose: EvalModels.Purpose, from factory: ModelFactory,
    prices: PriceTable, recording: RecordingLayer?, spent: EvalRun.Spending,
    problems: EvalCheckProblems?
  ) async throws -> EvalModels {
    do {
      return try await EvalModels(
        of: suite, for: purpose,
        limits: calls.limits, spent: spent, prices: prices, on: CalendarDay(Timestamp.now.day),
        isFree: isFree
      ) { reference in
        try await model(reference, from: factory, problems: problems)
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
    _ reference: ModelReference, from factory: ModelFactory, problems: EvalCheckProblems?
  ) async throws -> any LanguageModel {
    guard let problems else { return try await factory.model(reference) }
    do {
      let model = try await factory.model(reference)
      problems.note(model)
      if !model.identity.isPrepared { try await ModelProbe(factory).check(reference) }
      return model
    } catch {
      problems.add(error)
      return PlaceholderModel(reference)
    }
  }
}
