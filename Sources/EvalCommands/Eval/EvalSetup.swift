import ArgumentParser
import CoachDomains
import CoachModel
import CommandLineSupport
import LanguageModels
import ModelMiddleware
import ModelProviders
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

  /// What models are created for.
  enum Purpose {
    /// To be called for everything that the suite needs.
    case generating
    /// To grade existing replies: only judges are called.
    case grading
    /// To estimate the plan: models without a key are included, too.
    case checking
  }

  /// Reads what the suite refers to, and creates its models.
  /// - Parameter spent: The part of the suite's budget that is already used up, if a run is resumed.
  func content(
    of suite: EvalSuite, for purpose: Purpose = .generating, recording: RecordingLayer? = nil,
    spent: CallCosts = CallCosts()
  ) async throws -> (content: EvalContent, budget: RunBudget?, limits: SharedConcurrency) {
    let factory = modelOptions.factory
    let suite = purpose == .grading ? suite.withoutCandidates : suite
    try checkCache(suite)
    let prices = try factory.prices()
    var made: [ModelReference: any LanguageModel] = [:]
    for reference in suite.modelReferences where reference != .nobody {
      made[reference] = try await model(reference, from: factory, for: purpose)
    }
    let budget = calls.budget(
      suite.budget, prices: prices.overridden(by: ownPrices(suite, made)), spent: spent)
    if let budget, purpose != .checking { try checkPrices(budget, made) }
    let limits = SharedConcurrency(suite.concurrency)
    var models: [ModelReference: any LanguageModel] = [.nobody: UnaskedModel(.nobody)]
    for (reference, model) in made {
      models[reference] = try await calls.model(
        model, from: factory, recording: recording, budget: budget, concurrency: limits
      ).model
    }
    let workspace = workspace
    let people = PeopleCache(workspace)
    let content = EvalContent(
      suite: suite, library: try workspace.promptLibrary(),
      subjects: try EvalSubjects.read(suite, files: LocalFileSystem()),
      person: { try people.person($0) },
      domains: LocalFileSystem().kind(of: workspace.domains) == .folder
        ? try workspace.domainLibrary().domains : [],
      models: models, prices: prices, redactor: factory.redactor)
    return (content, budget, limits)
  }

  private func model(
    _ reference: ModelReference, from factory: ModelFactory, for purpose: Purpose
  ) async throws -> any LanguageModel {
    if purpose == .checking, modelOptions.baseUrl == nil,
      let profile = EndpointProfile.named(reference.provider), profile.needsKey,
      !factory.isConfigured(profile)
    {
      Terminal.printError("note: there is no key for '\(reference.provider)', which a run needs")
      return UnaskedModel(reference)
    }
    return try await factory.model(reference)
  }

  /// Throws if a cache would make all samples of a case copies of one reply, because their requests are equal.
  private func checkCache(_ suite: EvalSuite) throws {
    let hasSeed = suite.variants.allSatisfy {
      suite.parameters.overridden(by: $0.parameters).seed != nil
    }
    guard calls.cache != nil, suite.samples.largest > 1, !hasSeed else { return }
    throw CommandError(
      "with --cache all samples of a case would be one reply: without a seed they ask the same",
      hint: "add parameters: {seed: 1} to the suite, or leave out --cache")
  }

  /// Returns the prices that apply only to this run: the suite's own price for candidates, and zero for free
  /// models.
  private func ownPrices(
    _ suite: EvalSuite, _ models: [ModelReference: any LanguageModel]
  ) -> PriceTable {
    let candidates = Set(suite.variants.compactMap { $0.model ?? suite.model })
    return PriceTable(
      models.compactMap { reference, model in
        let identity = model.identity
        let price =
          candidates.contains(reference) ? suite.price?.price : nil
        guard let price = price ?? (isFree(identity.provider) ? .nothing : nil) else {
          return nil
        }
        return PriceEntry(provider: identity.provider, model: identity.model, price: price)
      })
  }

  /// Throws if a budget of money cannot be enforced, before the first call is made.
  private func checkPrices(
    _ budget: RunBudget, _ models: [ModelReference: any LanguageModel]
  ) throws {
    guard let day = CalendarDay(Timestamp.now.day) else { return }
    let unknown = models.values.map(\.identity).filter { !budget.canPrice($0, on: day) }
    guard let first = unknown.map(\.description).min() else { return }
    throw CommandError(
      "the price of \(first) is not known, so a budget of money cannot be kept",
      hint:
        "state it in the suite (price: …), in a file of prices ('coachkit prices'), or limit tokens"
    )
  }
}

extension ModelReference {
  /// Stands for the model of existing replies, which is never called.
  fileprivate static let nobody = ModelReference(provider: "nobody")
}

extension TokenPrice {
  fileprivate static let nothing = TokenPrice(input: 0, output: 0)
}

extension EvalSuite {
  /// The suite without models to generate replies, for replies that already exist.
  fileprivate var withoutCandidates: EvalSuite {
    var suite = self
    suite.model = .nobody
    suite.person = nil
    for place in suite.variants.indices { suite.variants[place].model = nil }
    return suite
  }
}

/// A model with an identity that is never called.
private struct UnaskedModel: LanguageModel {
  let identity: ModelIdentity

  init(_ reference: ModelReference) {
    identity = ModelIdentity(provider: reference.provider, model: reference.model)
  }

  func stream(_ request: ModelRequest) -> ModelStream {
    ScriptedModel([], name: identity.model).stream(request)
  }
}
