import CoachEngine
package import CoachModel
package import LanguageModels
package import PromptEvals
import PromptTemplates
import SourceFiles
import Synchronization

/// A model that answers by a rule, with any concurrency, and counts its calls.
package final class RuleModel: LanguageModel {
  package let identity = ModelIdentity(provider: "test", model: "rule")
  private let rule: @Sendable (ModelRequest) -> ScriptedModel.Turn
  private let asked = Mutex<[ModelRequest]>([])

  package init(rule: @escaping @Sendable (ModelRequest) -> ScriptedModel.Turn) {
    self.rule = rule
  }

  package var requests: [ModelRequest] { asked.withLock { $0 } }

  package func stream(_ request: ModelRequest) -> ModelStream {
    asked.withLock { $0.append(request) }
    // The rule has seen the whole request; a script would choose by its origin.
    var request = request
    request.origin = nil
    return ScriptedModel([rule(request)]).stream(request)
  }
}

/// A small evaluation over invented prompts and transcripts, with everything in memory. It asks with the bare prompts, which
/// are no more than a line.
package struct EvalBench {
  package static let prompts = [
    "P/p.v1.prompt": "{{role \"system\"}}one\n{{history}}",
    "P/p.v2.prompt": "{{role \"system\"}}two\n{{history}}",
  ]
  package static let reference = ModelReference(provider: "test", model: "rule")

  package var suite: EvalSuite
  package var transcripts: [Transcript]
  package var models: [ModelReference: any LanguageModel]
  package var concurrency = 3
  /// The prompts of the workspace.
  package var files = Self.prompts

  /// A suite of two variants with more keys, over transcripts of two coach messages.
  package init(
    _ more: String = "", graders: String = "[one-question, forbidden.clinical, completion]",
    transcripts count: Int = 8, model: any LanguageModel
  ) throws {
    suite = try Self.suite(more, graders: graders)
    transcripts = Self.transcripts(count)
    models = [Self.reference: model]
  }

  package static func suite(
    _ more: String = "", graders: String = "[one-question]", pipeline: EvalPipeline = .prompt
  ) throws -> EvalSuite {
    try EvalSuite(
      SourceFile(
        path: "s.yaml",
        text: """
          name: s
          description: d
          transcripts: {folder: T, quality: good}
          model: test:rule
          pipeline: \(pipeline.rawValue)
          parameters: {seed: 1}
          variants:
            - {id: a, prompt: p@v1}
            - {id: b, prompt: p@v2}
          references:
            - {id: written, quality: good}
          graders: \(graders)
          \(more)
          """))
  }

  package static func transcripts(_ count: Int) -> [Transcript] {
    (1..<(count + 1)).map { number in
      Samples.transcript(
        ["Hi?", "And \(number)?"], id: "t\(number)", ending: .stopped(reason: "x"))
    }
  }

  /// Replies with one question under `one` and two under `two`.
  package static func asks(_ request: ModelRequest) -> ScriptedModel.Turn {
    .reply([request.messages[0].text.contains("two") ? "What? Why?" : "What?"])
  }

  package func plan() throws -> EvalPlan {
    try EvalPlan(
      EvalContent(
        suite: suite,
        library: try PromptLibrary(folder: "P", files: InMemoryFileSystem(files)),
        subjects: transcripts.map { EvalSubject($0) }, person: { Person(id: $0) }, models: models))
  }

  package func newRun(_ plan: EvalPlan, id: String = "r1") -> EvalRun {
    plan.run(id: id, started: "2026-03-31 10:20:30Z", suitePath: "s.yaml")
  }

  /// Runs the suite, and returns the report.
  package func report(
    into recorder: MemoryRecorder = MemoryRecorder(), control: RunControl = RunControl()
  ) async throws -> EvalReport {
    let plan = try plan()
    let runner = EvalRunner(plan, into: recorder, control: control, concurrency: concurrency)
    try await runner.run(newRun(plan))
    let run = recorder.run("r1") ?? newRun(plan)
    return try EvalReport(run, from: recorder)
  }
}
