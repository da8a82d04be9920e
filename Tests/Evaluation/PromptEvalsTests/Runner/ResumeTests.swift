import CoachModel
import EvalTestKit
import LanguageModels
import ModelLayers
@testable import PromptEvals
import PromptTemplates
import SourceFiles
import Synchronization
import Testing
import TestKit

@Suite("Resuming an interrupted run")
struct ResumeTests {
  /// Replies, and stops the run after a number of calls.
  private static func model(stopping control: RunControl, after count: Int) -> RuleModel {
    let made = Mutex(0)
    return RuleModel { request in
      let number = made.withLock { made in
        made += 1
        return made
      }
      if number == count { control.stop(.interrupted) }
      return .reply(["\(request.digest.short)?"])
    }
  }

  private func samples(_ recorder: MemoryRecorder) throws -> [String: [EvalTurn]] {
    let run = try #require(recorder.run("r1"))
    var samples: [String: [EvalTurn]] = [:]
    recorder.eachSample(of: run) { sample in
      samples[sample.key.description] = sample.turns.map { turn in
        var turn = turn
        turn.effort = nil
        return turn
      }
    }
    return samples
  }

  @Test(
    "wherever it stops, no call is repeated and the result equals that of an uninterrupted run",
    arguments: 1...31)
  func everywhere(count: Int) async throws {
    let whole = MemoryRecorder()
    _ = try await EvalBench(
      "replay: conversation", model: Self.model(stopping: RunControl(), after: 0)
    )
    .report(into: whole)

    let recorder = MemoryRecorder()
    let control = RunControl()
    let first = Self.model(stopping: control, after: count)
    var bench = try EvalBench("replay: conversation", model: first)
    let plan = try bench.plan()
    let run = bench.newRun(plan)
    let status = try await EvalRunner(plan, into: recorder, control: control, concurrency: 3).run(
      run)
    #expect(status == .interrupted)
    let second = Self.model(stopping: RunControl(), after: 0)
    bench.models = [EvalBench.reference: second]
    let resumed = try bench.plan()
    let end = try await EvalRunner(resumed, into: recorder, concurrency: 3).run(
      bench.newRun(resumed), resuming: true)
    #expect(end == .complete)
    #expect(first.requests.count + second.requests.count == 32)
    let digests = (first.requests + second.requests).compactMap(\.label)
    #expect(Set(digests).count == 32)
    try expect(samples(recorder), equals: samples(whole))
  }

  @Test("an exhausted budget stops cleanly, and the run resumes with a larger one")
  func budget() async throws {
    let counting = RuleModel { _ in .reply(["What?"]) }
    let recorder = MemoryRecorder()
    let tight = counting.with(RunBudget(BudgetLimits(tokens: 200)))
    var bench = try EvalBench(model: tight)
    bench.concurrency = 1
    let report = try await bench.report(into: recorder)
    #expect(report.run.status == .budget)
    #expect(report.caveats.contains { $0.hasPrefix("The run is not complete") })
    let done = recorder.finishedSamples(of: "r1").count
    #expect(done > 8 && done < 24)
    bench.models = [EvalBench.reference: counting]
    let plan = try bench.plan()
    let status = try await EvalRunner(plan, into: recorder).run(bench.newRun(plan), resuming: true)
    #expect(status == .complete && recorder.finishedSamples(of: "r1").count == 24)
  }

  @Test("changes are listed by name and by what they affect")
  func changes() throws {
    let bench = try EvalBench(model: RuleModel(rule: EvalBench.asks))
    let before = try bench.plan().configuration
    var other = bench
    other.suite.generation.parameters.temperature = 0.5
    other.suite.comparison.variants[1].prompt.version = "v1"
    other.transcripts[2].messages[0] = Message(.assistant, "Other")
    other.suite.grading.graders.removeLast()
    let changes = before.changes(to: try other.plan().configuration)
    #expect(
      changes.map { "\($0.part.rawValue) \($0.name)" } == [
        "generation parameters", "generation prompt of b", "generation transcript t3",
        "grading grader completion", "grading reference written",
      ])
    #expect(before.changes(to: before).isEmpty)
  }
}
