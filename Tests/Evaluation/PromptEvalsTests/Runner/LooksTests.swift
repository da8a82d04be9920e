import CoachModel
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import Testing

@Suite("Interim analyses of a gate")
struct LooksTests {
  private static let gate = "gate: {grader: one-question, margin: 0.1, looks: [0.5, 1]}"

  @Test("a run stops as soon as its gate is decided")
  func decided() async throws {
    let recorder = MemoryRecorder()
    let bench = try EvalBench(
      Self.gate, transcripts: 40, model: RuleModel(rule: EvalBench.asks))
    let report = try await bench.report(into: recorder)
    #expect(report.run.status == .decided)
    #expect(report.run.note == "b is worse on one-question after 20 transcripts")
    // Forty references, and half of the forty transcripts under two versions.
    #expect(recorder.finishedSamples(of: "r1").count == 80)
    #expect(report.gateOutcome == .failed)
  }

  @Test("a run continues while its gate is undecided")
  func open() async throws {
    let recorder = MemoryRecorder()
    let bench = try EvalBench(Self.gate, model: RuleModel { _ in .reply(["What?"]) })
    let report = try await bench.report(into: recorder)
    #expect(report.run.status == .complete)
    #expect(recorder.finishedSamples(of: "r1").count == 24)
  }

  @Test("a grader with few transcripts uses the boundary of the analysis that was made")
  func few() async throws {
    // 20 without a difference: 1 - .0245^(1/20) is within the margin, 1 - .0015^(1/20) is not.
    let ids = (1..<21).map { "t\($0)" }.joined(separator: ", ")
    let bench = try EvalBench(
      "gate: {grader: one-question, margin: 0.2, looks: [0.5, 1]}",
      graders: "[{use: one-question, transcripts: {ids: [\(ids)]}}]", transcripts: 60,
      model: RuleModel { _ in .reply(["What?"]) })
    let report = try await bench.report()
    #expect(report.run.status == .complete && report.gateOutcome == .passed)
  }

  @Test("the stopping point counts only transcripts that were called for")
  func asked() async throws {
    let bench = try EvalBench(
      "gate: {grader: one-question, margin: 0.3, looks: [0.5, 1]}", transcripts: 60,
      model: RuleModel { _ in .reply(["What?"]) })
    let report = try await bench.report()
    #expect(report.run.status == .decided && report.gateOutcome == .passed)
    #expect(report.run.note == "every margin is kept after 30 transcripts")
  }

  @Test("a portion ends at the end of a cluster")
  func clusters() throws {
    var bench = try EvalBench(Self.gate, model: RuleModel(rule: EvalBench.asks))
    for index in bench.transcripts.indices {
      bench.transcripts[index].cluster = "c\(index / 3)"
    }
    let plan = try bench.plan()
    let portions = plan.portions
    #expect(portions.map(\.count).reduce(0, +) == 8 && portions.count == 2)
    let names = portions.map { Set($0.map(\.clusterName)) }
    #expect(names.first?.isDisjoint(with: names.last ?? []) ?? false)
    #expect((portions.first?.count ?? 0) > 4)
    #expect(plan.lookFractions.last == 1 && plan.lookFractions.count == 2)
  }
}
