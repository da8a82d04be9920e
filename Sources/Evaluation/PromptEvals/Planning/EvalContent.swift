public import CoachDomains
public import CoachEngine
public import CoachModel
public import CoachSafety
import EvalGraders
public import LanguageModels
public import ModelLayers
public import PromptTemplates

/// A suite with everything that it refers to.
public struct EvalContent: Sendable {
  /// The suite that is evaluated.
  public var suite: EvalSuite
  /// The prompts from which variants choose.
  public var library: PromptLibrary
  /// The transcripts or personas at the suite's paths, before its filter is applied.
  public var subjects: [EvalSubject]
  /// Returns a person's profile by its ID, or throws if there is none.
  public var person: @Sendable (String) throws -> Person
  /// The domains to which transcripts and variants refer by ID; may be empty if no prompt needs one.
  public var domains: [DomainConfig]
  /// The models by the names that the suite uses; see ``EvalSuite/modelReferences``.
  public var models: [ModelReference: any LanguageModel]
  /// The embedding models by the names that the suite uses; see ``EvalSuite/embeddingReferences``.
  public var embeddings: [ModelReference: any EmbeddingModel] = [:]
  /// The prices by which costs are computed, except for a price that the suite states.
  public var prices: PriceTable
  /// Removes secrets from samples and texts before they are stored.
  public var redactor: Redactor
  /// The settings of the product's turns, for ``EvalPipeline/turn``.
  public var configuration = TurnConfiguration()
  /// What chooses the domain of a turn, if the variant names none. A turn's further stages, such as a model, are not asked.
  public var routing: any DomainRouting = KnownDomainRouting()
  /// The screen of the product's turns.
  public var screen: any CrisisScreening = CrisisScreen.builtIn
  /// The models for which reports forecast what is read from caches; empty for no forecast.
  public var caches: [PromptCacheProfile] = []

  /// Creates content with built-in prices and a default redactor, unless others are passed.
  public init(
    suite: EvalSuite, library: PromptLibrary, subjects: [EvalSubject],
    person: @escaping @Sendable (String) throws -> Person, domains: [DomainConfig] = [],
    models: [ModelReference: any LanguageModel], prices: PriceTable = .builtIn,
    redactor: Redactor = Redactor()
  ) {
    self.suite = suite
    self.library = library
    self.subjects = subjects
    self.person = person
    self.domains = domains
    self.models = models
    self.prices = prices
    self.redactor = redactor
  }
}

extension EvalContent {
  /// Returns the model with a name.
  ///
  /// A missing model throws ``GraderFailure``: it is a failure of what asks for it.
  func model(_ reference: ModelReference) throws -> any LanguageModel {
    guard let model = models[reference] else {
      throw GraderFailure("there is no model '\(reference)'")
    }
    return model
  }
}

extension EvalSuite {
  /// The embedding models that graders name, each once.
  public var embeddingReferences: [ModelReference] {
    grading.graders.flatMap(\.grader.embeddings).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// The models that the suite names for candidates, judges and the simulated person, each once.
  public var modelReferences: [ModelReference] {
    var all = comparison.variants.compactMap { $0.model ?? generation.model }
    for judge in grading.pairwise { all += judge.models }
    for use in grading.graders { all += use.grader.models }
    if let person = generation.person {
      all += [person.model] + (person.checker.map { [$0] } ?? [])
    }
    return all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
