public import CoachDomains
import CoachEngine
public import CoachModel
import EvalGraders
public import LanguageModels
public import ModelMiddleware
public import PromptTemplates

/// All that a suite refers to, found and read.
public struct EvalContent: Sendable {
  /// The suite.
  public var suite: EvalSuite
  /// The prompts.
  public var library: PromptLibrary
  /// The transcripts or personas of the suite's folders, before its filter.
  public var subjects: [EvalSubject]
  /// Finds a person's profile by its id.
  public var person: @Sendable (String) throws -> Person
  /// The domains by id; a prompt that needs none does without.
  public var domains: [DomainConfig]
  /// The models by the names that the suite gives them.
  public var models: [ModelReference: any LanguageModel]
  /// What models cost.
  public var prices: PriceTable
  /// Takes secrets out of what is kept.
  public var redactor: Redactor

  /// Puts content together.
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
  /// The model of a name; a name that nobody resolved is the fault of whoever asks by it.
  func model(_ reference: ModelReference) throws -> any LanguageModel {
    guard let model = models[reference] else {
      throw GraderFailure("there is no model '\(reference)'")
    }
    return model
  }
}

extension EvalSuite {
  /// All models that the suite names: candidates, judges, the person's.
  public var modelReferences: [ModelReference] {
    var all = variants.compactMap { $0.model ?? model }
    for judge in pairwise { all += judge.models }
    for use in graders { all += use.grader.models }
    if let person { all += [person.model] + (person.checker.map { [$0] } ?? []) }
    return all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
