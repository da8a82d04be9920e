public import CoachModel
public import LanguageModels
public import ModelLayers

/// The models that a suite calls, with the budget and the concurrency limits that they share.
///
/// A suite limits a run as a whole, so its limits hold only if the calls of candidates, judges and the simulated
/// person are counted together. Each model is created once and then gets its layers:
///
/// ```swift
/// let models = try await EvalModels(of: suite) { reference in
///   try await service.model(reference.model)
/// } layering: { model, budget, concurrency in
///   var stack = ModelStack()
///   stack.retry = Retry()
///   stack.budget = budget
///   stack.concurrency = { concurrency.limit(of: $0, key: $1) }
///   return stack.model(model)
/// }
/// let content = EvalContent(
///   suite: models.suite, library: library, subjects: subjects, person: person,
///   models: models.byReference)
/// ```
public struct EvalModels: Sendable {
  /// What models are created for.
  public enum Purpose: Sendable, Hashable {
    /// To be called for everything that the suite needs.
    case generating
    /// To grade existing replies: only judges are called.
    case grading
    /// To estimate a plan: nothing is called, so prices may be unknown.
    case checking
  }

  /// The suite to be planned; for grading it names no model for candidates.
  public let suite: EvalSuite
  /// The models with their layers, by the names that the suite uses.
  public let byReference: [ModelReference: any LanguageModel]
  /// The budget of all models together; `nil` if neither the suite nor the caller sets a limit.
  public let budget: RunBudget?
  /// The concurrency limits of all models together.
  public let concurrency: SharedConcurrency
  /// What ``budget`` allows.
  public let limits: BudgetLimits
  /// What a resumed run spent before.
  private let spent: EvalRun.Spending
  /// The prices that were passed, with a price of 0 for models that are free.
  public let prices: PriceTable
  /// The models without a price although a budget limits money, sorted; a run does not start with them.
  public let unpriced: [ModelIdentity]

  /// Creates the models of a suite.
  ///
  /// - Parameters:
  ///   - suite: The suite whose models are created.
  ///   - purpose: What they are created for.
  ///   - limits: Limits that override those of the suite's budget.
  ///   - spent: The part of the suite's budget that is already used up, if a run is resumed.
  ///   - prices: The prices used for a limit of money.
  ///   - day: Today, to check before the first call that prices are known; if `nil`, the calls are refused instead.
  ///   - isFree: Whether calls to a provider, given by name, cost nothing.
  ///   - create: Creates a model without layers.
  ///   - layering: Adds layers to a model; it has to use the budget and the concurrency limits that it is given.
  /// - Throws: ``UnknownPrice`` if there is a limit of money and a model without a price, before anything is called,
  ///   and whatever the closures throw.
  public init(
    of suite: EvalSuite, for purpose: Purpose = .generating,
    limits: BudgetLimits = BudgetLimits(), spent: EvalRun.Spending = EvalRun.Spending(),
    prices: PriceTable = .builtIn, on day: CalendarDay? = nil,
    isFree: (String) -> Bool = { _ in false },
    creating create: (ModelReference) async throws -> any LanguageModel,
    layering: (any LanguageModel, RunBudget?, SharedConcurrency) async throws -> any LanguageModel
  ) async throws {
    self.suite = purpose == .grading ? suite.withoutCandidates : suite
    var created: [ModelReference: any LanguageModel] = [:]
    for reference in self.suite.modelReferences where reference != .placeholder {
      created[reference] = try await create(reference)
    }
    let free = PriceTable(
      created.values.map(\.identity).filter { isFree($0.provider) }.map {
        PriceEntry(provider: $0.provider, model: $0.model, price: TokenPrice(input: 0, output: 0))
      })
    self.prices = prices.overridden(by: free)
    let limits = suite.limits.budget.limits(overriddenBy: limits, spent: spent)
    self.limits = limits
    self.spent = spent
    budget =
      limits == BudgetLimits()
      ? nil
      : RunBudget(
        limits, prices: self.prices.overridden(by: self.suite.candidatePrices(created)))
    concurrency = SharedConcurrency(suite.limits.concurrency)
    unpriced =
      if let budget, let day {
        created.values.map(\.identity).filter { !budget.canPrice($0, on: day) }
          .sorted { $0.description < $1.description }
      } else {
        []
      }
    if let first = unpriced.first, purpose != .checking { throw UnknownPrice(model: first) }
    var models: [ModelReference: any LanguageModel] = [.placeholder: PlaceholderModel(.placeholder)]
    for (reference, model) in created {
      models[reference] = try await layering(model, budget, concurrency)
    }
    byReference = models
  }

  /// What the whole run has spent so far; `nil` without a budget.
  public var spending: EvalRun.Spending? {
    budget.map { budget in
      let report = budget.report
      return EvalRun.Spending(
        dollars: spent.dollars + report.dollars, tokens: spent.tokens + report.tokens)
    }
  }

  /// A model whose price is not known, although a budget limits money.
  public struct UnknownPrice: Error, Sendable, Hashable, CustomStringConvertible {
    /// The model without a price.
    public let model: ModelIdentity

    /// Creates the error for a model.
    public init(model: ModelIdentity) {
      self.model = model
    }

    /// A message for a person.
    public var description: String {
      "the price of \(model) is not known, so a money budget cannot be enforced"
    }
  }
}

/// A model that has an identity and is never called, for plans and for replies that already exist.
public struct PlaceholderModel: LanguageModel {
  /// The identity of the model in whose place it stands.
  public let identity: ModelIdentity

  /// Creates a model that stands for another.
  public init(_ reference: ModelReference) {
    identity = ModelIdentity(provider: reference.provider, model: reference.model)
  }

  /// Returns a stream that fails.
  public func stream(_ request: ModelRequest) -> ModelStream {
    ScriptedModel([], name: identity.model).stream(request)
  }
}

extension ModelReference {
  /// Stands for the model of existing replies.
  fileprivate static let placeholder = ModelReference(provider: "nobody")
}

extension SuiteBudget {
  /// Returns the limits of the rest of a run. Limits of the caller apply as they are; those of the suite apply to the
  /// whole run, so that what is spent is subtracted.
  func limits(overriddenBy limits: BudgetLimits, spent: EvalRun.Spending) -> BudgetLimits {
    return BudgetLimits(
      dollars: limits.dollars ?? dollars.map { max(0, $0 - spent.dollars) },
      tokens: limits.tokens ?? tokens.map { max(0, $0 - spent.tokens) },
      time: limits.time ?? minutes.map { .seconds($0 * 60) })
  }
}

extension EvalSuite {
  /// Whether all samples of a case send the same request, so that a cache would make them copies of one reply.
  public var repeatsRequests: Bool {
    samples.largest > 1
      && !comparison.variants.allSatisfy {
        generation.parameters.overridden(by: $0.parameters).seed != nil
      }
  }

  /// The suite without models to generate replies, for replies that already exist.
  fileprivate var withoutCandidates: EvalSuite {
    var suite = self
    suite.generation.model = .placeholder
    suite.generation.person = nil
    for index in suite.comparison.variants.indices { suite.comparison.variants[index].model = nil }
    return suite
  }

  /// Returns the price that the suite states for its candidates.
  fileprivate func candidatePrices(_ models: [ModelReference: any LanguageModel]) -> PriceTable {
    guard let price = generation.price?.price else { return PriceTable([]) }
    let candidates = Set(comparison.variants.compactMap { $0.model ?? generation.model })
    return PriceTable(
      candidates.compactMap { models[$0]?.identity }.map {
        PriceEntry(provider: $0.provider, model: $0.model, price: price)
      })
  }
}
