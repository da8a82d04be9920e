import CoachModel
import EvalTestKit
import LanguageModels
import ModelLayers
@testable import PromptEvals
import Testing
import TestKit

@Suite("A stopped run makes no further calls")
struct StoppingTests {
  private static let judge = ModelReference(provider: "test", model: "judge")
  private static let passing = ScriptedModel.Turn.reply([
    #"{"reasoning": "because", "verdict": "pass"}"#
  ])

  /// Asks once, and stops the run.
  private func candidate(stopping control: RunControl) -> RuleModel {
    RuleModel { _ in
      control.stop(.interrupted)
      return .reply(["What?"])
    }
  }

  @Test(
    "no judge or program is started, and the candidate is not called again",
    arguments: [
      "[{use: judge, id: j, models: [test:judge], rubric: Be kind.}]",
      #"[{use: command, id: c, run: [sh, -c, "echo '{\"verdict\": \"pass\"}'"]}]"#,
    ])
  func graders(graders: String) async throws {
    let control = RunControl()
    let candidate = candidate(stopping: control)
    let judge = RuleModel { _ in Self.passing }
    var bench = try EvalBench("turns: [1]", graders: graders, transcripts: 1, model: candidate)
    bench.suite.comparison.references = []
    bench.suite.comparison.variants = [bench.suite.comparison.variants[0]]
    bench.models[Self.judge] = judge
    let plan = try bench.plan()
    let recorder = MemoryRecorder()
    let run = bench.newRun(plan)
    let status = try await EvalRunner(plan, into: recorder, control: control).run(run)
    #expect(status == .interrupted && judge.requests.isEmpty)
    #expect(recorder.finishedSamples(of: "r1").isEmpty)
    let end = try await EvalRunner(plan, into: recorder).run(run, resuming: true)
    #expect(end == .complete && candidate.requests.count == 1)
    let sample = try #require(recorder.samples(of: run, transcript: "t1").first)
    #expect(sample.grades.count == 1)
  }

  /// Fails at once for one transcript, and never answers for the others.
  private struct Hanging: LanguageModel {
    let identity = ModelIdentity(provider: "test", model: "hanging")

    struct Source: ModelEventSource {
      let fails: Bool

      mutating func next() async throws(ModelError) -> ModelEvent? {
        if fails { throw ModelError(.authentication, "no", advice: "") }
        try? await Task.sleep(for: .seconds(3600))
        throw ModelError(.timeout, "late", advice: "")
      }
    }

    func stream(_ request: ModelRequest) -> ModelStream {
      let fails = request.label?.hasPrefix("t3") ?? false
      return ModelStream { Source(fails: fails) }
    }
  }

  @Test(
    "the first failure cancels the concurrent calls, which store nothing")
  func siblings() async throws {
    var bench = try EvalBench(transcripts: 3, model: Hanging())
    bench.suite.comparison.references = []
    bench.concurrency = 6
    let recorder = MemoryRecorder()
    let error = await #expect(throws: ModelError.self) {
      try await bench.report(into: recorder)
    }
    #expect(error?.code == .authentication)
    #expect(recorder.run("r1")?.status == .failed)
    #expect(recorder.finishedSamples(of: "r1").isEmpty)
  }

  @Test("a cancelled run is interrupted")
  func givenUp() async throws {
    var bench = try EvalBench(transcripts: 2, model: Hanging())
    bench.suite.comparison.references = []
    let recorder = MemoryRecorder()
    let task = Task { [bench] in try await bench.report(into: recorder) }
    await until { recorder.run("r1") != nil }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(recorder.run("r1")?.status == .interrupted)
    #expect(recorder.finishedSamples(of: "r1").isEmpty)
  }

  @Test("a call has the price of the model that answered it")
  func prices() throws {
    let pricing = RunPricing(
      suite: nil, prices: .builtIn, day: try #require(CalendarDay(year: 2026, month: 11, day: 21)))
    let own = ModelIdentity(provider: "anthropic", model: "claude-3-opus")
    let usage = TokenUsage(input: 1_000_000, output: 0)
    var reply = ModelReply()
    reply.add(.usage(usage))
    func dollars(_ answeredBy: String?, _ tier: ServiceTier? = nil) -> Double? {
      pricing.dollars(
        reply, of: KeptCall(step: "turn 1", events: [], answeredBy: answeredBy), asked: own,
        for: ModelRequest(messages: [], parameters: ModelParameters(serviceTier: tier)),
        isCandidate: true)
    }
    #expect(dollars(nil) == 15)
    #expect(dollars("anthropic:claude-3-haiku") == 0.25)
    #expect(dollars("anthropic:claude-3-haiku (recorded 2026-03-31)") == 0)
    #expect(dollars("somebody:unknown") == nil)
    #expect(dollars("replies:somebody (recorded 2026-03-31)") == nil)
    #expect(dollars("anthropic:claude-opus-5-5", .fast) == 8)
    #expect(dollars("anthropic:claude-opus-5-5", .flex) == nil)
  }
}
