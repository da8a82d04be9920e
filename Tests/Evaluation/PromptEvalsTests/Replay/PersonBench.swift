import CoachEngine
import CoachModel
@testable import CoachTranscripts
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import PromptTemplates
import SourceFiles

/// One version in conversation with one simulated person, over at most three coach messages.
struct PersonBench {
  static let person = ModelReference(provider: "test", model: "person")
  static let checker = ModelReference(provider: "test", model: "checker")

  let bench: EvalBench
  let plan: EvalPlan

  /// The coach's replies are numbered by the messages in their requests.
  init(
    person: RuleModel, checker: RuleModel? = nil,
    coach: RuleModel = RuleModel { .reply(["Reply \($0.messages.count)?"]) }
  ) throws {
    let check = checker == nil ? "" : ", checker: test:checker"
    var bench = try EvalBench(
      "replay: simulated\nperson: {model: test:person, coach_messages: 3\(check)}", model: coach)
    bench.suite.transcripts.filter = TranscriptFilter()
    bench.suite.comparison.references = []
    bench.suite.comparison.variants = [bench.suite.comparison.variants[0]]
    bench.models[Self.person] = person
    bench.models[Self.checker] = checker
    self.bench = bench
    plan = try EvalPlan(
      EvalContent(
        suite: bench.suite,
        library: try PromptLibrary(folder: "P", files: InMemoryFileSystem(EvalBench.prompts)),
        subjects: [EvalSubject(try ClientProfileTests.card())], person: { Person(id: $0) },
        models: bench.models))
  }

  /// Runs it as `r1`.
  func run(into recorder: MemoryRecorder) async throws -> EvalRun {
    let run = bench.newRun(plan)
    try await EvalRunner(plan, into: recorder).run(run)
    return recorder.run("r1") ?? run
  }
}
