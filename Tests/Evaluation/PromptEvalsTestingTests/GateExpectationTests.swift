import EvalTestKit
import LanguageModels
import PromptEvals
import PromptEvalsTesting
import SourceFiles
import Testing
import TestKit

@Suite("Gates of prompts in tests")
struct GateExpectationTests {
  /// A workspace of one suite over twelve cases, whose replies are one line.
  private func inFolder(
    _ more: String, reply: String = "A short line", versions: Int = 2,
    _ body: (String) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    for version in 1...2 {
      try folder.write(
        "{{role \"system\"}}Version \(version).\n{{role \"user\"}}{{note}}",
        to: "line.v\(version).prompt")
    }
    let cases = (1...12).map { "  - {id: c\($0), inputs: {note: Note \($0)}}" }
    let variants = (1...versions).map { "  - {id: v\($0), prompt: line@v\($0)}" }
    try folder.write(
      """
      name: line
      model: scripted:replies.yaml
      cases:
      \(cases.joined(separator: "\n"))
      variants:
      \(variants.joined(separator: "\n"))
      graders:
        - {use: length, id: short, at_most: 4}
      \(more)
      """, to: "line.yaml")
    try folder.write(
      "replies:\n  - {side: v\(versions), reply: \"\(reply)\"}\nloop: [A short line]\n",
      to: "replies.yaml")
    try await body(folder.path)
    // The folder is removed with its last use.
    withExtendedLifetime(folder) {}
  }

  private func evaluation(_ folder: String) -> PromptEvaluation {
    var evaluation = PromptEvaluation("line.yaml", in: folder)
    evaluation.prompts = "."
    return evaluation
  }

  /// Expects that a body records an issue with all of some texts.
  private func expectIssue(
    _ parts: [String], sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async -> Void
  ) async {
    await withKnownIssue(sourceLocation: sourceLocation) {
      await body()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined(separator: "\n")
      return parts.allSatisfy(text.contains)
    }
  }

  @Test("a gate that is met is no issue, and its figures are returned")
  func passed() async throws {
    try await inFolder("gate: {grader: short, margin: 0.5}") { folder in
      let result = await expectGate(evaluation(folder))
      expect(result?.outcome, equals: .passed)
      expect(result?.worstSamples, equals: [])
      expect(result?.report.run.suite, equals: "line")
    }
  }

  @Test("a gate that failed is an issue with the headline and the worst samples")
  func failed() async throws {
    try await inFolder(
      "gate: {grader: short, margin: 0.1}", reply: "A line that is much too long to be one"
    ) { folder in
      await expectIssue(["line: failed: gate: v2 on short", "worst samples:", "v2, c1"]) {
        await expectGate(evaluation(folder))
      }
    }
  }

  @Test("an assertion that failed is an issue")
  func assertion() async throws {
    let assertion = "assertions:\n  - {use: forbidden, id: no-hustle, words: [hustle]}"
    try await inFolder(assertion, reply: "All hustle here") { folder in
      await expectIssue(["failed: assertion no-hustle on v2", "no-hustle: "]) {
        await expectGate(evaluation(folder))
      }
    }
  }

  @Test("a gate that is not decided fails the test, or is a known issue")
  func undecided() async throws {
    try await inFolder("gate: {grader: short, margin: 0.01}") { folder in
      await expectIssue(["line: not decided: gate: v2 on short"]) {
        await expectGate(evaluation(folder))
      }
      let result = await expectGate(evaluation(folder), undecided: .isKnownIssue)
      expect(result?.outcome, equals: .inconclusive)
    }
  }

  @Test("a suite that demands nothing is an issue, since its test could not fail")
  func nothing() async throws {
    try await inFolder("") { folder in
      await expectIssue(["'line.yaml' demands nothing"]) { await expectGate(evaluation(folder)) }
    }
  }

  @Test("mistakes in the suite are issues with their place, and missing replies with their case")
  func mistakes() async throws {
    try await inFolder("gate: {grader: shrot, margin: 0.1}") { folder in
      await expectIssue(["could not be run", "line.yaml:", "did you mean 'short'?"]) {
        await expectGate(evaluation(folder))
      }
      await expectIssue(["could not be run", "no file at"]) {
        await expectGate("none.yaml", in: folder)
      }
    }
  }

  @Test("models of one's own answer in place of those that the suite names")
  func models() async throws {
    try await inFolder(
      "gate: {at_least: [{grader: short, share: 0.5}]}", reply: "Far too long a line for this"
    ) { folder in
      var evaluation = evaluation(folder)
      evaluation.models = { _ in RuleModel { _ in .reply(["A line"]) } }
      expect(await expectGate(evaluation)?.outcome, equals: .passed)
    }
  }

  @Test("a single version is compared with the file of an earlier run")
  func baseline() async throws {
    try await inFolder("gate: {grader: short, margin: 0.5}", versions: 1) { folder in
      let recorder = MemoryRecorder()
      let workspace = try EvalWorkspace(
        prompts: folder, domains: "\(folder)/none", people: "\(folder)/none")
      let suite = try EvalSuite(workspace.files.read("\(folder)/line.yaml"))
      func write(_ reply: String) async throws {
        let plan = try EvalPlan(
          workspace.content(
            of: suite,
            models: Dictionary(
              uniqueKeysWithValues: suite.modelReferences.map {
                ($0, RuleModel { _ in .reply([reply]) })
              })))
        let run = plan.run(id: reply == "A" ? "short" : "long", started: "", suitePath: "line.yaml")
        try await EvalRunner(plan, into: recorder).run(run)
        let text = try RunBaseline(recorder.run(run.id) ?? run, from: recorder).text
        let target = try TemporaryFolder()
        try target.write(text, to: "earlier.jsonl")
        var evaluation = evaluation(folder)
        evaluation.baseline = "\(target.path)/earlier.jsonl"
        let result = await expectGate(evaluation)
        expect(result?.outcome, equals: .passed, "\(reply)")
        #expect(result?.comparison != nil)
        withExtendedLifetime(target) {}
      }
      try await write("A")
      try await write("A line that is longer than it may be")
      await expectIssue(["line: not decided: gate: v1 on short", "no earlier run was named"]) {
        await expectGate(evaluation(folder))
      }
    }
  }
}

/// The workspace of the example, whose replies are recorded.
private let example = "\(ProjectFolder.path)/Examples/extensions"

@Suite("The trait")
struct EvaluationTraitTests {
  @Test(
    "runs the suite before the body, which sees what was found",
    .evaluates("Evals/suites/weekly-focus.yaml", in: example))
  func evaluated() {
    expect(EvaluationTrait.current?.outcome, equals: .passed)
    expect(EvaluationTrait.current?.report.run.suite, equals: "weekly-focus")
  }

  @Test("finds nothing in a test without it")
  func without() {
    #expect(EvaluationTrait.current == nil)
  }
}
