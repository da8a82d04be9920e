import ArgumentParser
import CoachDomains
import CoachModel
import CommandLineSupport
import LanguageModels
import ModelMiddleware
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
    let files = LocalFileSystem()
    var suite = try EvalSuite(files.read(path), files: files)
    guard let name = modelOptions.model ?? run?.namedModel else { return suite }
    guard let reference = ModelReference(name) else {
      throw CommandError("'\(name)' is not a model", hint: "write provider:model, or local")
    }
    suite.replaceModel(by: reference)
    return suite
  }

  /// Returns whether calls to a provider are free.
  func isFree(_ provider: String) -> Bool {
    ExpectedCost.isFree(provider, at: modelOptions.baseUrl)
  }

  /// Reads what the suite refers to, and creates its models.
  /// - Parameter spent: The part of the suite's budget that is already used up, if a run is resumed.
  func content(
    of suite: EvalSuite, for purpose: EvalModels.Purpose = .generating,
    recording: RecordingLayer? = nil, spent: CallCosts = CallCosts()
  ) async throws -> (content: EvalContent, models: EvalModels) {
    let factory = modelOptions.factory
    if calls.cache != nil, suite.repeatsRequests {
      throw CommandError(
        "with --cache all samples of a case would be one reply: without a seed they ask the same",
        hint: "add parameters: {seed: 1} to the suite, or leave out --cache")
    }
    let prices = try factory.prices()
    let models = try await models(
      of: suite, for: purpose, from: factory, prices: prices, recording: recording, spent: spent)
    let workspace = workspace
    let people = PeopleCache(workspace)
    let content = EvalContent(
      suite: models.suite, library: try workspace.promptLibrary(),
      subjects: try EvalSubjects.read(models.suite, files: LocalFileSystem()),
      person: { try people.person($0) },
      domains: LocalFileSystem().kind(of: workspace.domains) == .folder
        ? try workspace.completeDomainLibrary().domains : [],
      models: models.byReference, prices: prices, redactor: factory.resolver.redactor)
    return (content, models)
  }

  private func models(
    of suite: EvalSuite, for purpose: EvalModels.Purpose, from factory: ModelFactory,
    prices: PriceTable, recording: RecordingLayer?, spent: CallCosts
  ) async throws -> EvalModels {
    do {
      return try await EvalModels(
        of: suite, for: purpose,
        limits: calls.limits, spent: spent, prices: prices, on: CalendarDay(Timestamp.now.day),
        isFree: isFree
      ) { reference in
        try await model(reference, from: factory, for: purpose)
      } layering: { model, budget, concurrency in
        try await calls.model(
          model, from: factory, recording: recording, budget: budget, concurrency: concurrency
        ).model
      }
    } catch let error as EvalModels.UnknownPrice {
      throw CommandError(
        error.description,
        hint:
          "state it in the suite (price: …), in a file of prices ('coachkit prices'), or limit tokens"
      )
    }
  }

  private func model(
    _ reference: ModelReference, from factory: ModelFactory, for purpose: EvalModels.Purpose
  ) async throws -> any LanguageModel {
    if purpose == .checking, modelOptions.baseUrl == nil,
      let profile = EndpointProfile.named(reference.provider), profile.needsKey,
      !factory.resolver.isConfigured(profile)
    {
      Terminal.printError("note: there is no key for '\(reference.provider)', which a run needs")
      return PlaceholderModel(reference)
    }
    return try await factory.model(reference)
  }
}
