import EvalGraders
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import Synchronization
import Testing

@Suite("A run whose gate is decided early")
struct DecidedRunTests {
  private static let gate = "gate: {grader: one-question, margin: 0.1, looks: [0.5, 1]}"
  private static let judge = ModelReference(provider: "test", model: "judge")

  @Test("its pairs are still judged")
  func pairs() async throws {
    var bench = try EvalBench(
      "\(Self.gate)\npairwise: [{id: better, rubric: Be kind., models: [test:judge]}]",
      transcripts: 40, model: RuleModel(rule: EvalBench.asks))
    bench.suite.transcripts.turns = .chosen([1], last: false)
    let control = RunControl()
    let asked = Mutex(0)
    bench.models[Self.judge] = RuleModel { _ in
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      if number == 7 { control.stop(.interrupted) }
      return .reply([#"{"reasoning": "because", "better": "tie"}"#])
    }
    let recorder = MemoryRecorder()
    let stopped = try await bench.report(into: recorder, control: control)
    #expect(stopped.run.status == .interrupted)
    // It resumes with the same finding, not with the other half of the transcripts.
    let plan = try bench.plan()
    let status = try await EvalRunner(plan, into: recorder).run(bench.newRun(plan), resuming: true)
    let run = try #require(recorder.run("r1"))
    #expect(status == .decided && run.note?.contains("after 20 transcripts") ?? false)
    #expect(recorder.pairwiseVerdicts(of: run).count == 20)
    #expect(asked.withLock { $0 } == 40)
  }

  @Test("an interim analysis is not repeated once later samples exist")
  func later() async throws {
    let control = RunControl()
    let made = Mutex(0)
    let model = RuleModel { request in
      let number = made.withLock { made in
        made += 1
        return made
      }
      // Two calls per sample, two versions, and thirty of the forty transcripts.
      if number == 30 * 4 { control.stop(.interrupted) }
      return EvalBench.asks(request)
    }
    let recorder = MemoryRecorder()
    _ = try await EvalBench(transcripts: 40, model: model).report(into: recorder, control: control)
    let bench = try EvalBench(Self.gate, transcripts: 40, model: model)
    let plan = try bench.plan()
    let status = try await EvalRunner(plan, into: recorder).run(bench.newRun(plan), resuming: true)
    #expect(status == .complete && recorder.finishedSamples(of: "r1").count == 120)
  }
}
