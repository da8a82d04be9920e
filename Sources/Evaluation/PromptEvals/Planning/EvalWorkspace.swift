public import CoachDomains
public import CoachModel
import CoachTranscripts
public import LanguageModels
public import ModelLayers
public import PromptTemplates
public import SourceFiles
import Synchronization

/// The folders with what suites refer to: prompts, domains and people.
///
/// Prompts and domains are read once, so that all suites of a workspace see the same state.
///
/// ```swift
/// import CoachKit
/// import PromptEvals
///
/// let workspace = try EvalWorkspace()
/// let file = try workspace.files.read("Evals/suites/discovery-ab.yaml")
/// let suite = try EvalSuite(file, files: workspace.files)
/// let resolver = ModelResolver()
/// var models: [ModelReference: any LanguageModel] = [:]
/// for reference in suite.modelReferences { models[reference] = try resolver.model(reference) }
/// let plan = try EvalPlan(try workspace.content(of: suite, models: models))
/// ```
public struct EvalWorkspace: Sendable {
  /// The prompts.
  public let library: PromptLibrary
  /// The domains with their router; `nil` if there is no folder of domains.
  public let domains: DomainLibrary?
  /// The file system from which everything is read.
  public let files: any FileSystem
  private let people: PeopleFolder

  /// Reads prompts and domains; people are read when they are asked for.
  ///
  /// Throws ``SourceError`` if there is no folder of prompts, or with the problems of a domain: an evaluation from which a
  /// domain is missing would look complete.
  ///
  /// - Parameters:
  ///   - prompts: The folder with the prompts.
  ///   - domains: The folder with the domains, which need not exist.
  ///   - people: The folder with the profiles of people, which need not exist.
  ///   - files: Where the folders are.
  public init(
    prompts: String = "Prompts", domains: String = "DomainConfigs", people: String = "Evals/people",
    files: any FileSystem = DiskFileSystem()
  ) throws(SourceError) {
    library = try PromptLibrary(folder: prompts, files: files)
    if files.kind(of: domains) == .folder {
      let found = try DomainLibrary(folder: domains, files: files)
      if let error = SourceError(found.diagnostics) { throw error }
      self.domains = found
    } else {
      self.domains = nil
    }
    self.files = files
    self.people = PeopleFolder(people, files: files)
  }

  /// Returns the profile of a person; one of whom nothing is known for the ID `new`, unless the folder has a file for it.
  ///
  /// Throws ``SourceError`` with code `person.unknown`, or with the problems of the person's file.
  public func person(_ id: String) throws(SourceError) -> Person { try people.person(id) }

  /// Reads what a suite refers to.
  ///
  /// Throws ``SourceError`` with the problems of transcripts, histories, cases or cards.
  ///
  /// - Parameters:
  ///   - suite: The suite, whose paths are looked up in ``files``.
  ///   - models: The models by the names that the suite uses; see ``EvalSuite/modelReferences``.
  ///   - prices: The prices by which costs are computed.
  ///   - redactor: What removes secrets from samples.
  public func content(
    of suite: EvalSuite, models: [ModelReference: any LanguageModel],
    prices: PriceTable = .builtIn, redactor: Redactor = Redactor()
  ) throws(SourceError) -> EvalContent {
    let people = people
    var content = EvalContent(
      suite: suite, library: library, subjects: try EvalSubjects.read(suite, files: files),
      person: { try people.person($0) }, domains: domains?.domains ?? [], models: models,
      prices: prices, redactor: redactor)
    if let domains { content.routing = domains.router }
    return content
  }
}

/// Profiles that were already read: a run needs the same ones for every sample.
private final class PeopleFolder: Sendable {
  private let folder: String
  private let files: any FileSystem
  private let known = Mutex<[String: Person]>([:])

  init(_ folder: String, files: any FileSystem) {
    (self.folder, self.files) = (folder, files)
  }

  func person(_ id: String) throws(SourceError) -> Person {
    if let person = known.withLock({ $0[id] }) { return person }
    let isNobody =
      id == Transcript.unknownPerson && files.kind(of: "\(folder)/\(id).yaml") == nil
    let person = isNobody ? Person(id: id) : try Person(named: id, in: folder, from: files)
    known.withLock { $0[id] = person }
    return person
  }
}
