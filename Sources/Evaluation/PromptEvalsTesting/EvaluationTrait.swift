public import Testing

/// A trait with which a test runs a suite and expects that its gate and its assertions are met, before its own body.
///
/// ```swift
/// @Test(.evaluates("Evals/suites/tone.yaml", in: contentFolder))
/// func tone() {}
/// ```
///
/// The body may look at what was found (``current``); it is not run if the suite could not be.
public struct EvaluationTrait: TestTrait, TestScoping {
  private let evaluation: PromptEvaluation
  private let undecided: UndecidedGate
  private let sourceLocation: SourceLocation

  /// What the trait of the running test found; `nil` in a test without it.
  @TaskLocal public static var current: EvaluationResult?

  fileprivate init(
    _ evaluation: PromptEvaluation, undecided: UndecidedGate, sourceLocation: SourceLocation
  ) {
    self.evaluation = evaluation
    self.undecided = undecided
    self.sourceLocation = sourceLocation
  }

  /// Runs the suite, and then the test.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let found = await expectGate(
      evaluation, undecided: undecided, sourceLocation: sourceLocation)
    guard let found else { return }
    try await Self.$current.withValue(found) { try await function() }
  }
}

extension Trait where Self == EvaluationTrait {
  /// Runs a suite, and expects that its gate and its assertions are met; see ``EvaluationTrait``.
  ///
  /// - Parameters:
  ///   - suite: The path of the suite, relative to the folder.
  ///   - folder: The folder of the content; by default the one in which the tests run.
  ///   - baseline: The file of an earlier run with which this one is compared, relative to the folder.
  ///   - undecided: What a gate that is not decided means.
  ///   - sourceLocation: Where issues are reported.
  public static func evaluates(
    _ suite: String, in folder: String = ".", baseline: String? = nil,
    undecided: UndecidedGate = .fails, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    var evaluation = PromptEvaluation(suite, in: folder)
    evaluation.baseline = baseline
    return .evaluates(evaluation, undecided: undecided, sourceLocation: sourceLocation)
  }

  /// Runs a suite with models, graders or folders of your own, and expects that its gate and its assertions are met.
  public static func evaluates(
    _ evaluation: PromptEvaluation, undecided: UndecidedGate = .fails,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    EvaluationTrait(evaluation, undecided: undecided, sourceLocation: sourceLocation)
  }
}
