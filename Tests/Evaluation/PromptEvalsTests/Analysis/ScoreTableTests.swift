@testable import EvalGraders
import EvalStatistics
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import Testing

@Suite("Score table by side, transcript and metric")
struct ScoreTableTests {
  private func run() throws -> EvalRun {
    let bench = try EvalBench(
      graders: "[one-question]", transcripts: 1, model: RuleModel(rule: EvalBench.asks))
    return bench.newRun(try bench.plan())
  }

  /// A sample of one transcript with one verdict per message.
  private func sample(
    _ run: EvalRun, _ side: String, _ verdicts: [Grade.Verdict], attempt: Int = 1,
    degree: Double? = nil, faults: [PersonFault] = []
  ) -> SampleScores {
    var sample = EvalSample(
      SampleKey(side: side, transcript: "t1", attempt: attempt), title: "A talk", cluster: "t1")
    sample.grades = verdicts.enumerated().map { place, verdict in
      Grade(grader: "one-question", message: place + 1, verdict: verdict, degree: degree)
    }
    sample.personFaults = faults
    return SampleScores(sample, graders: run.design.graders)
  }

  @Test("errors and inconclusive verdicts are counted, and are not scores of 0")
  func errors() throws {
    let run = try run()
    var table = ScoreTable(run)
    table.add(sample(run, "a", [.pass, .error, .inconclusive]))
    table.add(sample(run, "b", [.error, .error]))
    #expect(table.column(of: "a", metric: 0).map(\.mean) == [1])
    #expect(table.column(of: "b", metric: 0).map(\.mean) == [nil])
    #expect(table.side("a")?.errors == [1] && table.side("a")?.inconclusive == [1])
    #expect(table.side("b")?.errors == [2])
    #expect(table.differences(0, from: "a", to: "b").isEmpty)
  }

  @Test("a sample that its simulated person invalidated counts only as a sample")
  func excluded() throws {
    let run = try run()
    var table = ScoreTable(run)
    table.add(sample(run, "a", [.pass], faults: [PersonFault(.silence, after: 1, reason: "x")]))
    #expect(table.transcripts.isEmpty && table.column(of: "a", metric: 0).isEmpty)
    #expect(table.side("a")?.samples == 1 && table.side("a")?.excluded.count == 1)
    table.add(
      sample(run, "a", [.fail], faults: [PersonFault(.repetition, after: 1, reason: "x")]))
    #expect(
      table.column(of: "a", metric: 0).map(\.mean) == [0] && table.side("a")?.excluded.count == 1)
  }

  @Test("the probability that all of k samples meet the threshold")
  func repeats() throws {
    var run = try run()
    run.design.graders[0].repeats = 2
    run.design.graders[0].threshold = 0.5
    var table = ScoreTable(run)
    for (attempt, degree) in [0.5, 0.6, 0.4, 1].enumerated() {
      table.add(sample(run, "a", [.pass], attempt: attempt + 1, degree: degree))
    }
    #expect(
      table.column(of: "a", metric: 0).map(\.met) == [3]
        && table.column(of: "a", metric: 0).map(\.count) == [4])
    // Three of four meet it: C(3, 2)/C(4, 2).
    let metric = try #require(EvalReport(run, table: table).metric("one-question"))
    #expect(metric.values["a"]?.repeats == 0.5)
  }

  @Test("two sides differ if graders found different faults, even with equal means")
  func differs() throws {
    let run = try run()
    var table = ScoreTable(run)
    table.add(sample(run, "a", [.pass, .fail]))
    table.add(sample(run, "b", [.fail, .pass]))
    #expect(table.differences(0, from: "a", to: "b").map(\.value) == [0])
    #expect(EvalReport(run, table: table).subjects.map(\.differs) == [["b"]])
    var same = ScoreTable(run)
    same.add(sample(run, "a", [.pass, .fail]))
    same.add(sample(run, "b", [.pass, .fail]))
    #expect(EvalReport(run, table: same).subjects.map(\.differs) == [[]])
  }
}
