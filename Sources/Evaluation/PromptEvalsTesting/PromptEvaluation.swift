public import EvalGraders
public import LanguageModels
import ModelLayers
import NamedModels
import PromptEvals
import SourceFiles

/// A suite that a test runs, with the folders in which its content is.
///
/// ```swift
/// var evaluation = PromptEvaluation("Evals/suites/tone.yaml", in: "/path/to/content")
/// evaluation.baseline = "Evals/suites/tone.baseline.jsonl"
/// evaluation.models = { _ in MyModel() }
/// await expectGate(evaluation)
/// ```
///
/// A test spends what the suite's budget allows, and nobody is asked: name recorded replies as the suite's model, or a model
/// of your own, where a test must be free. Results are kept in memory.
public struct PromptEvaluation: Sendable {
  /// The path of the suite, relative to ``folder``.
  public var suite: String
  /// The folder of the content.
  public var folder: String
  /// The folder with the prompts, relative to ``folder``.
  public var prompts = "Prompts"
  /// The folder with the domains, relative to ``folder``; it need not exist.
  public var domains = "DomainConfigs"
  /// The folder with the profiles of people, relative to ``folder``; it need not exist.
  public var people = "Evals/people"
  /// The file of an earlier run with which this one is compared, relative to ``folder``, as `coachkit eval bless --to`
  /// writes it; `nil` for none.
  public var baseline: String?
  /// The kinds of graders that the suite can use.
  public var graders = GraderRegistry.standard
  /// Creates the models that the suite names; by default by their names, with keys from the environment.
  public var models: @Sendable (ModelReference) async throws -> any LanguageModel
  /// The number of samples that are generated at once.
  public var concurrency = 8

  /// Names a suite in a folder; by default in the one in which the tests run.
  public init(_ suite: String, in folder: String = ".") {
    self.suite = suite
    self.folder = folder
    models = { try ModelResolver().model($0) }
  }

  /// Runs the suite and compares the run with the baseline.
  ///
  /// Throws ``SourceError`` with the places of mistakes in suite and content, and the error that ends a run, such as a reply
  /// that was not recorded.
  public func run() async throws -> EvaluationResult {
    let files = DiskFileSystem()
    let suite = try EvalSuite(
      files.read(self.suite.resolved(in: folder)), files: files, graders: graders)
    let baseline = try baseline.map { try RunBaseline(files.read($0.resolved(in: folder))) }
    let workspace = try EvalWorkspace(
      prompts: prompts.resolved(in: folder), domains: domains.resolved(in: folder),
      people: people.resolved(in: folder), files: files)
    let models = try await layeredModels(of: suite)
    let plan = try EvalPlan(
      workspace.content(of: models.suite, models: models.byReference, prices: models.prices))
    let recorder = MemoryRecorder()
    let run = plan.run(id: Self.runID, started: "", suitePath: self.suite)
    _ = try await EvalRunner(plan, into: recorder, concurrency: concurrency).run(run)
    let finished = recorder.run(run.id) ?? run
    return EvaluationResult(
      report: try EvalReport(finished, from: recorder),
      comparison: try baseline.map { baseline in
        try RunComparison(
          first: baseline.run, second: finished, before: nil, after: nil,
          from: BaselineReader(baseline, beside: recorder)
        ).report
      },
      worstSamples: try WorstSamples(of: finished, in: recorder).lines)
  }

  /// What the run of a test is called beside a baseline.
  private static let runID = "this-test"

  private func layeredModels(of suite: EvalSuite) async throws -> EvalModels {
    try await EvalModels(
      of: suite, isFree: { ["scripted", "echo"].contains($0) }, creating: models
    ) { model, budget, concurrency in
      // A reply from a file is not worth a second try.
      guard !model.identity.isPrepared else { return model }
      var stack = ModelStack()
      stack.attempts = AttemptLimit(4)
      stack.retry = Retry()
      stack.limits = { _, _ in RateLimit() }
      stack.budget = budget
      stack.concurrency = { concurrency.limit(of: $0, key: $1) }
      return stack.model(model)
    }
  }
}
