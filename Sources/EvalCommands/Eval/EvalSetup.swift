import ArgumentParser
import CoachDomains
import CoachModel
import CommandLineSupport
import LanguageModels
import ModelMiddleware
import ModelProviders
import PromptEvals
import SourceFiles

/// Everything that a suite needs, found and read.
struct EvalSetup: ParsableArguments {
  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup(title: "Calls") var calls: CallOptions
  @OptionGroup var workspace: WorkspaceOptions

  /// Reads a suite; a model named with `--model`, or else the one that a run was begun with, takes the place of
  /// the suite's own, wherever that stands.
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

  /// Whether calls to a provider cost nothing.
  func isFree(_ provider: String) -> Bool {
    ExpectedCost.isFree(provider, at: modelOptions.baseUrl)
  }

  /// What the models are made for.
  enum Purpose {
    /// To be asked all that the suite asks.
    case generating
    /// To grade replies that are there: nobody else is asked.
    case grading
    /// To be looked at: a model without a key can still be counted.
    case checking
  }

  /// Reads what the suite refers to, and makes its models.
  /// - Parameter spent: what the suite's budget was already used for, when a run goes on.
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

  /// A cache answers the same request with the same reply, so that samples would be copies of one.
  private func checkCache(_ suite: EvalSuite) throws {
    let hasSeed = suite.variants.allSatisfy {
      suite.parameters.overridden(by: $0.parameters).seed != nil
    }
    guard calls.cache != nil, suite.samples.largest > 1, !hasSeed else { return }
    throw CommandError(
      "with --cache all samples of a case would be one reply: without a seed they ask the same",
      hint: "add parameters: {seed: 1} to the suite, or leave out --cache")
  }

  /// What only this run pays: the suite's own price for candidates, and nothing where nobody takes any.
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

  /// A budget of money that cannot be kept is known before the first call.
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
  /// Whoever wrote replies that are there.
  fileprivate static let nobody = ModelReference(provider: "nobody")
}

extension TokenPrice {
  fileprivate static let nothing = TokenPrice(input: 0, output: 0)
}

extension EvalSuite {
  /// The suite with nobody to generate: its replies are there.
  fileprivate var withoutCandidates: EvalSuite {
    var suite = self
    suite.model = .nobody
    suite.person = nil
    for place in suite.variants.indices { suite.variants[place].model = nil }
    return suite
  }
}

/// A model that is named and counted, and never asked.
private struct UnaskedModel: LanguageModel {
  let identity: ModelIdentity

  init(_ reference: ModelReference) {
    identity = ModelIdentity(provider: reference.provider, model: reference.model)
  }

  func stream(_ request: ModelRequest) -> ModelStream {
    ScriptedModel([], name: identity.model).stream(request)
  }
}
