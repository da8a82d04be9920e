import PromptEvals
public import Testing

/// What a test does with a gate that is not decided, because there is too little data.
public enum UndecidedGate: Sendable, Hashable {
  /// The test fails: what is not decided is not passed.
  case fails
  /// The test passes with a known issue, which its report lists.
  case isKnownIssue
}

/// Runs a suite, and expects that its gate and its assertions are met.
///
/// ```swift
/// @Test func tone() async {
///   await expectGate("Evals/suites/tone.yaml", in: contentFolder)
/// }
/// ```
///
/// What is not met, a grader that failed too often and a suite that cannot be run are issues of the test, with the report's
/// headline and the samples with the lowest scores. So is a suite that demands nothing: its test could not fail.
///
/// - Parameters:
///   - suite: The path of the suite, relative to the folder.
///   - folder: The folder of the content; by default the one in which the tests run.
///   - baseline: The file of an earlier run with which this one is compared, relative to the folder.
///   - undecided: What a gate that is not decided means.
///   - sourceLocation: Where issues are reported.
/// - Returns: What was found; `nil` if the suite could not be run.
@discardableResult
public func expectGate(
  _ suite: String, in folder: String = ".", baseline: String? = nil,
  undecided: UndecidedGate = .fails, sourceLocation: SourceLocation = #_sourceLocation
) async -> EvaluationResult? {
  var evaluation = PromptEvaluation(suite, in: folder)
  evaluation.baseline = baseline
  return await expectGate(evaluation, undecided: undecided, sourceLocation: sourceLocation)
}

/// Runs a suite with models, graders or folders of your own, and expects that its gate and its assertions are met.
///
/// See ``expectGate(_:in:baseline:undecided:sourceLocation:)``.
@discardableResult
public func expectGate(
  _ evaluation: PromptEvaluation, undecided: UndecidedGate = .fails,
  sourceLocation: SourceLocation = #_sourceLocation
) async -> EvaluationResult? {
  let result: EvaluationResult
  do {
    result = try await evaluation.run()
  } catch {
    Issue.record(
      "'\(evaluation.suite)' in '\(evaluation.folder)' could not be run:\n\(error)",
      sourceLocation: sourceLocation)
    return nil
  }
  let issue = Comment(rawValue: result.summary)
  switch result.outcome {
  case .passed: break
  case .inconclusive where undecided == .isKnownIssue:
    withKnownIssue("the gate is not decided", sourceLocation: sourceLocation) {
      Issue.record(issue, sourceLocation: sourceLocation)
    }
  case .error, .failed, .inconclusive: Issue.record(issue, sourceLocation: sourceLocation)
  case .informed:
    Issue.record(
      "'\(evaluation.suite)' demands nothing, so that its test cannot fail: add a gate or an assertion",
      sourceLocation: sourceLocation)
  }
  return result
}
