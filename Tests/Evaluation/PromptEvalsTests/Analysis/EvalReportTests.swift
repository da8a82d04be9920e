@testable import EvalGraders
import EvalStatistics
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import Testing
import TestKit

/// Runs with samples that a test invents.
struct ReportBench {
  var run: EvalRun
  private var samples: [SampleScores] = []

  /// A run of two versions over graders with the names that suites use.
  init(_ graders: String = "[one-question]", gate: String = "", transcripts: Int = 40) throws {
    let bench = try EvalBench(
      gate, graders: graders, transcripts: transcripts, model: RuleModel(rule: EvalBench.asks))
    run = bench.newRun(try bench.plan())
    run.status = .complete
  }

  /// Adds a sample with one verdict per grader, in order; nil if a grader has none.
  mutating func add(_ side: String, _ transcript: Int, _ verdicts: [Grade.Verdict?]) {
    let id = "t\(transcript)"
    var sample = EvalSample(SampleKey(side: side, transcript: id), title: "A talk", cluster: id)
    sample.isReference = run.design.references.contains(side)
    sample.turns = [EvalTurn(number: 1, personBefore: nil)]
    sample.grades = zip(run.design.graders, verdicts).compactMap { role, verdict in
      verdict.map { Grade(grader: role.id, message: 1, verdict: $0) }
    }
    samples.append(SampleScores(sample, graders: run.design.graders))
  }

  var table: ScoreTable {
    var table = ScoreTable(run)
    for sample in samples { table.add(sample) }
    return table
  }

  var report: EvalReport { EvalReport(run, table: table) }
}

@Suite("Claims of a report")
struct EvalReportTests {
  @Test("a grader that fails on one side is listed per side, and shows no difference")
  func failingGrader() throws {
    var bench = try ReportBench(
      "[one-question, no-advice]", gate: "gate: {grader: overall, margin: 0.1}")
    for number in 1..<21 {
      bench.add("a", number, [.pass, .fail])
      bench.add("b", number, [.pass, number < 20 ? .error : .fail])
    }
    let report = bench.report
    #expect(report.sides.prefix(2).map(\.errors) == [[0, 0], [0, 19]])
    #expect(
      report.caveats.contains("The grader no-advice failed on 0 verdicts of a, 19 verdicts of b."))
    // The one transcript that both have was judged; the mean of the rest would have risen to 100 %.
    let overall = try #require(report.metric("overall")?.comparisons["b"])
    #expect(overall.difference.count == 1 && overall.difference.value == 0)
    #expect(report.gateOutcome == .inconclusive)
  }

  @Test("a grader that always fails is listed with its failures")
  func brokenGrader() throws {
    var bench = try ReportBench("[one-question, no-advice]")
    for side in ["a", "b"] { bench.add(side, 1, [.pass, .inconclusive]) }
    let report = bench.report
    #expect(report.metric("no-advice") != nil && report.metric("no-advice")?.values["a"] == nil)
    #expect(report.sides.prefix(2).map(\.inconclusive) == [[0, 1], [0, 1]])
    #expect(
      report.caveats.contains(
        "The grader no-advice was undecided on 1 verdict of a, 1 verdict of b."))
  }

  @Test("a summary metric is never called a demonstrated difference")
  func summedUp() throws {
    var bench = try ReportBench("[one-question, no-advice]")
    for number in 1..<21 {
      bench.add("a", number, [.fail, .pass])
      bench.add("b", number, [.pass, .pass])
    }
    let report = bench.report
    let overall = try #require(report.metric("overall")?.comparisons["b"])
    #expect(overall.adjustedP == nil && !overall.isShown && (overall.p ?? 1) < 0.001)
    #expect(report.metric("one-question")?.comparisons["b"]?.isShown == true)
  }

  @Test("assertions, and tests that cannot fall below 5 %, are left out of the adjustment")
  func family() throws {
    var bench = try ReportBench("[one-question, no-advice, opening-length, completion]")
    bench.run.design.graders[2].isRequired = true
    for number in 1..<9 {
      bench.add("a", number, [.fail, number < 3 ? .fail : .pass, .fail, .pass])
      bench.add("b", number, [.pass, .pass, .pass, .pass])
    }
    let report = bench.report
    func comparison(_ id: String) throws -> EvalReport.MetricComparison {
      try #require(report.metric(id)?.comparisons["b"])
    }
    // Eight clusters, all in one direction: 2/2⁸, without other tests to adjust for.
    try expect(comparison("one-question").adjustedP, equals: 2.0 / 256)
    try expect(comparison("no-advice").adjustedP, equals: 0.5)
    try expect(comparison("no-advice").smallestP, equals: 0.5)
    try expect(comparison("opening-length").adjustedP, equals: nil)
    try expect(comparison("completion").smallestP, equals: 1)
  }

  @Test("if no data could have shown a difference, the verdict says so")
  func tooFew() throws {
    var bench = try ReportBench()
    for number in 1..<6 {
      bench.add("a", number, [.fail])
      bench.add("b", number, [.pass])
    }
    #expect(
      bench.report.verdict.hasPrefix(
        "No difference could be shown between a and b, regardless of the data: too few clusters differ"
      )
    )
    bench.add("a", 6, [.fail])
    bench.add("b", 6, [.pass])
    #expect(bench.report.verdict.hasPrefix("b is better on one-question (+100.0)"))
  }

  @Test("pass^k states its number of transcripts")
  func repeats() throws {
    var bench = try ReportBench()
    bench.run.design.graders[0].repeats = 2
    for side in ["a", "b"] {
      bench.add(side, 1, [.pass])
      bench.add(side, 1, [.pass])
      bench.add(side, 2, [.pass])
    }
    #expect(
      bench.report.caveats.contains(
        "pass^2 of one-question rests on the 1 transcript with 2 samples."))
  }

  @Test("the latency and cost of failed samples are not compared")
  func failures() async throws {
    let model = RuleModel { request in
      request.messages[0].text.contains("two")
        ? .failure(ModelError(.truncated, "cut", advice: ""), after: ["Wh"]) : .reply(["What?"])
    }
    let report = try await EvalBench(transcripts: 3, model: model).report()
    #expect(report.metric("seconds")?.comparisons["b"] == nil)
    #expect(report.metric("dollars")?.values["b"] == nil)
    #expect(report.caveats.contains("Incomplete replies are not graded: 6 of b."))
  }
}

@Suite("Decisions of a gate")
struct EvalReportGateTests {
  private static let gate = "gate: {grader: one-question, margin: 0.1}"

  @Test("a side that lacks more of its samples than the margin allows does not pass")
  func missing() throws {
    for (missing, outcome) in [
      (0, EvalReport.Outcome.passed), (4, .passed), (5, .inconclusive),
    ] {
      var bench = try ReportBench(gate: Self.gate)
      for number in 1..<41 {
        bench.add("a", number, [.pass])
        bench.add("b", number, [number <= missing ? nil : .pass])
      }
      #expect(bench.report.gateOutcome == outcome)
    }
  }

  @Test("one of several demands fails only if it fails after adjustment")
  func several() throws {
    func outcome(_ gate: String) throws -> EvalReport.Outcome? {
      var bench = try ReportBench("[one-question, no-advice, completion]", gate: gate)
      // Worse on 8 of 40: sufficient alone, not as one of three.
      for number in 1..<41 {
        bench.add("a", number, [.pass, .pass, .pass])
        bench.add("b", number, [number < 9 ? .fail : .pass, .pass, .pass])
      }
      return bench.report.gateOutcome
    }
    try expect(outcome("gate: {grader: one-question, margin: 0.05}"), equals: .failed)
    let three = "{grader: one-question, margin: 0.05}, {grader: no-advice, margin: 0.2}"
    try expect(
      outcome("gate: {margins: [\(three), {grader: completion, margin: 0.2}]}"),
      equals: .inconclusive)
  }

  @Test("with a single grader, the overall score is that grader's")
  func overall() throws {
    var bench = try ReportBench(gate: "gate: {grader: overall, margin: 0.1}")
    for number in 1..<41 {
      for side in ["a", "b"] { bench.add(side, number, [.pass]) }
    }
    #expect(bench.report.gateOutcome == .passed)
    try expect(ReportBench().report.metric("overall")?.role, equals: nil)
  }

  @Test("a level without failures says how many transcripts would decide")
  func level() throws {
    var bench = try ReportBench(gate: "gate: {at_least: [{grader: one-question, share: 0.9}]}")
    for number in 1..<21 { bench.add("b", number, [.pass]) }
    let finding = try #require(bench.report.gateFindings.first)
    // .9 = .025^(1/n)
    #expect(finding.outcome == .inconclusive)
    #expect(finding.text.hasSuffix("; about 36 transcripts would decide"))
  }
}
