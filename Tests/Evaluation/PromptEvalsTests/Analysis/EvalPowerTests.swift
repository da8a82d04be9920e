import EvalStatistics
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import Testing
import TestKit

@Suite("Required transcripts by the variance of a run's scores")
struct EvalPowerTests {
  private func power(transcripts: Int) async throws -> EvalPower {
    let model = RuleModel { request in
      let label = request.label ?? ""
      let isWorse = label.hasPrefix("t1 · b") || label.hasPrefix("t2 · b")
      return .reply([isWorse ? "What? Why?" : "What?"])
    }
    let recorder = MemoryRecorder()
    let bench = try EvalBench(graders: "[one-question]", transcripts: transcripts, model: model)
    _ = try await bench.report(into: recorder)
    return try EvalPower(try #require(recorder.run("r1")), from: recorder)
  }

  @Test("the variance of differences is that of the run")
  func variance() async throws {
    let power = try await power(transcripts: 4)
    #expect(power.lines.map(\.metric) == ["one-question", "passed"])
    let line = try #require(power.lines.first)
    #expect(line.challenger == "b" && line.transcripts == 4)
    // -1, -1, 0, 0 about their mean of -1/2: four quarters over three.
    #expect(isClose(line.plan.transcriptVariance, 1.0 / 3))
    #expect(line.plan.firstVariance == 0 && line.plan.designEffect == 1)
  }

  @Test("without variance nothing is estimated, and a family of questions needs more transcripts")
  func limits() async throws {
    let model = RuleModel { _ in .reply(["What?"]) }
    let recorder = MemoryRecorder()
    let bench = try EvalBench(transcripts: 11, model: model)
    _ = try await bench.report(into: recorder)
    let power = try EvalPower(try #require(recorder.run("r1")), from: recorder)
    let line = try #require(power.lines.first { $0.metric == "one-question" })
    #expect(line.plan.transcripts(toDetect: 0.05) == nil)
    #expect(line.plan.minimumDetectableEffect(transcripts: 11) == nil)
    #expect(line.plan.suggestion(toDetect: 0.05, transcripts: 11) == nil)
    #expect(line.plan.level == 0.05 / 3)
    #expect(power.lines.first { $0.metric == "overall" }?.plan.level == 0.05)
  }

  @Test("one transcript has no variance between transcripts")
  func single() async throws {
    try await expectEmpty(power(transcripts: 1).lines)
  }
}
