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
    #expect(report.testedFamily == 1)
  }

  @Test("with too few clusters the verdict says so, and how large the difference is so far")
  func tooFew() throws {
    var bench = try ReportBench()
    for number in 1..<6 {
      bench.add("a", number, [.fail])
      bench.add("b", number, [.pass])
    }
    #expect(
      bench.report.verdict.hasPrefix(
        "No difference between a and b can be shown with 5 clusters of transcripts: at least 6 have to differ;"
          + " the largest is +100.0 ["))
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
      // Worse on 9 of 40: sufficient alone, not as one of three.
      for number in 1..<41 {
        bench.add("a", number, [.pass, .pass, .pass])
        bench.add("b", number, [number < 10 ? .fail : .pass, .pass, .pass])
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

  /// Transcripts on which both versions pass, apart from those whose verdicts on b have failed.
  private func broken(
    _ gate: String, broken count: Int, of all: Int, on side: String = "b"
  ) throws -> EvalReport {
    var bench = try ReportBench(gate: gate)
    for number in 1...all {
      for own in ["a", "b"] {
        bench.add(own, number, [own == side && number <= count ? .error : .pass])
      }
    }
    return bench.report
  }

  @Test("a gate passes only if it would also pass with all missing verdicts against the challenger")
  func missingVerdicts() throws {
    let gate = "gate: {grader: one-question, margin: 0.05}"
    let turned = try broken(gate, broken: 8, of: 200)
    let undecided = try #require(turned.gateFindings.first)
    #expect(undecided.outcome == .inconclusive && turned.gateOutcome == .inconclusive)
    // Both numbers: 192 ties, and eight losses in 200.
    expect(undecided.figures, contains: "0.0 [−1.9, +1.9], 192 transcripts in 192 clusters")
    expect(
      undecided.figures, contains: "with the 8 missing verdicts against b it is −4.0 [−7.7, ")
    expect(undecided.figures, contains: "and does not pass")
    expect(undecided.figures, contains: "; about ")
    #expect(turned.headline.hasPrefix("not decided: gate: b on one-question"))
    // Missing verdicts of the baseline are passes at worst, and b passes there too.
    let baseline = try broken(gate, broken: 8, of: 200, on: "a")
    expect(
      try #require(baseline.gateFindings.first).figures,
      contains: "with the 8 missing verdicts against b it is 0.0 [−1.8, +1.8] and passes as well")
    #expect(baseline.gateOutcome == .passed)
    let kept = try broken(gate, broken: 1, of: 200)
    let finding = try #require(kept.gateFindings.first)
    #expect(finding.outcome == .passed)
    expect(finding.figures, contains: "with the missing verdict against b it is −0.5 [−2.8, ")
    expect(finding.figures, contains: "passes as well")
    let complete = try broken(gate, broken: 0, of: 200)
    #expect(complete.gateFindings.first?.figures.contains("missing") == false)
  }

  @Test("a message that a grader does not apply to on one side is no missing verdict")
  func notApplicable() throws {
    for graders in ["[one-question]", "[one-question, no-advice]"] {
      for other in [Grade.Verdict.notApplicable, .inconclusive] {
        var bench = try ReportBench(graders, gate: "gate: {grader: overall, margin: 0}")
        for number in 1..<31 {
          bench.add("a", number, [number < 25 ? .fail : .pass, .pass])
          bench.add("b", number, [number == 30 ? other : .pass, .pass])
        }
        let report = bench.report
        let isMissing = other == .inconclusive
        let comparison = try #require(report.metric("overall")?.comparisons["b"])
        #expect((comparison.missingShare == 0) != isMissing)
        let figures = try #require(report.gateFindings.first?.figures)
        #expect(figures.contains("get the missing verdicts") == isMissing)
        #expect((report.gateOutcome == .passed) != isMissing)
        #expect(
          report.caveats.contains(
            "The grader one-question does not apply to 0 messages of a, 1 message of b.")
            != isMissing)
      }
    }
  }

  @Test("combined scores are compared where the same graders apply to both sides")
  func sameGraders() throws {
    var bench = try ReportBench(
      "[one-question, no-advice]", gate: "gate: {grader: overall, margin: 0.1}")
    for number in 1..<31 {
      bench.add("a", number, [.pass, .fail])
      bench.add("b", number, [number > 28 ? .notApplicable : .pass, .fail])
    }
    let report = bench.report
    for metric in ["overall", "passed"] {
      let found = try #require(report.metric(metric))
      let comparison = try #require(found.comparisons["b"])
      #expect(comparison.difference.value == 0 && comparison.difference.count == 28)
      #expect(comparison.incomparable == 2 && comparison.missingShare == 0)
      #expect(found.common["a"]?.count == 28 && found.values["a"]?.estimate.count == 30)
      expect(
        report.caveats.joined(separator: "\n"),
        contains: "b − a on \(metric) leaves out 2 transcripts, where a grader applies to one side")
    }
    // The grader that applies to both sides is compared on all.
    #expect(report.metric("no-advice")?.comparisons["b"]?.difference.count == 30)
    #expect(report.metric("one-question")?.comparisons["b"]?.incomparable == 0)
  }

  @Test("missing verdicts that hold a gate up are asked for, instead of more transcripts")
  func missingRemedy() throws {
    let report = try broken("gate: {grader: one-question, margin: 0.05}", broken: 8, of: 40)
    let figures = try #require(report.gateFindings.first).figures
    expect(figures, contains: "20.0 % of the samples have a score on one side only")
    expect(figures, contains: "; get the missing verdicts: more transcripts like these would not")
    #expect(!figures.contains("about"))
  }

  @Test("a gate of several conditions shows the limits that decide")
  func deciding() throws {
    var bench = try ReportBench(
      "[one-question, no-advice, completion]",
      gate:
        "gate: {margins: [{grader: one-question, margin: 0.1}, {grader: no-advice, margin: 0.1},"
        + " {grader: completion, margin: 0.1}]}")
    for number in 1...40 {
      bench.add("a", number, [.pass, .pass, .pass])
      bench.add("b", number, [number <= 11 ? .fail : .pass, .pass, .pass])
    }
    let report = bench.report
    let finding = try #require(report.gateFindings.first)
    let limits = try #require(
      report.metric("one-question")?.comparisons["b"]?.gateDifference?.interval)
    #expect(finding.outcome == .inconclusive && limits.upperBound >= -0.1)
    expect(finding.figures, contains: "the upper one for all 3 conditions together")
  }

  @Test("transcripts that were chosen because they failed decide no gate")
  func failing() throws {
    var bench = try ReportBench(gate: Self.gate)
    for number in 1...100 {
      bench.add("a", number, [.pass])
      bench.add("b", number, [.pass])
    }
    #expect(bench.report.gateOutcome == .passed)
    bench.run.selection = SuiteSelection(transcripts: ["t1"], failedIn: "r0")
    #expect(bench.report.gateOutcome == .inconclusive)
    let caveat = try #require(bench.report.caveats.first { $0.contains("part of the suite") })
    expect(caveat, contains: "1 transcript chosen because they failed in r0. Rates are lower by")
  }

  @Test("the same holds for a level")
  func missingLevel() throws {
    let gate = "gate: {at_least: [{grader: one-question, share: 0.9}]}"
    let turned = try broken(gate, broken: 8, of: 100)
    let finding = try #require(turned.gateFindings.first)
    #expect(finding.outcome == .inconclusive)
    expect(finding.figures, contains: "100.0 % [96.1 %, 100.0 %], 92 transcripts")
    expect(
      finding.figures, contains: "with the 8 missing verdicts against b it is 92.0 % [84.8 %, ")
    try expect(broken(gate, broken: 2, of: 100).gateOutcome, equals: .passed)
    // A baseline has no level to reach.
    try expect(broken(gate, broken: 8, of: 100, on: "a").gateOutcome, equals: .passed)
  }

  @Test("missing verdicts are tested on observations, as the others are")
  func missingOfShared() throws {
    func finding(_ gate: EvalGate, pairs: Bool, missing: Set<Int>) throws -> EvalReport.Finding {
      var run = PlantedRun()
      for number in 0..<80 {
        for side in ["a", "b"] {
          let isMissing = side == "b" && missing.contains(number)
          run.add(side, number, [isMissing ? .inconclusive : .pass]) { sample in
            guard pairs else { return }
            sample.turns[0].source?.request = "\(side) \(number / 2)"
          }
        }
      }
      let report = try ExportBench.report(
        run.samples, gate: gate, variants: ["a", "b"], graders: run.graders
      ).report
      return try #require(report.gateFindings.first { $0.side == "b" })
    }
    let margin = EvalGate(margins: [.init(metric: "g", margin: 0.1)])
    let level = EvalGate(levels: [.init(metric: "g", minimum: 0.9)])
    for gate in [margin, level] {
      try expect(finding(gate, pairs: true, missing: []).outcome, equals: .passed)
      try expect(finding(gate, pairs: false, missing: [7]).outcome, equals: .passed)
      // Forty requests of two cases each: half of one of forty, and not one of eighty.
      for missing in [0, 7, 78] {
        let finding = try finding(gate, pairs: true, missing: [missing])
        #expect(finding.outcome == .inconclusive, "\(missing)")
        expect(finding.figures, contains: "with the missing verdict against b it is")
        expect(finding.figures, contains: gate == margin ? "it is −1." : "it is 98.")
      }
    }
  }

  @Test("of two margins on a metric the report has the limits of the smaller one")
  func margins() throws {
    var run = PlantedRun()
    for number in 0..<40 { run.add(number, .pass, number < 4 ? .fail : .pass) }
    func limit(_ margins: [Double]) throws -> Double? {
      let gate = EvalGate(margins: margins.map { .init(metric: "g", margin: $0) })
      return try ExportBench.report(
        run.samples, gate: gate, variants: ["a", "b"], graders: run.graders
      ).report.metric("g")?.comparisons["b"]?.gateDifference?.interval?.lowerBound
    }
    for other in [0.1, 0.2, 0.4, 0.5, 0.6, 0.8] {
      try expect(limit([other, 0.05]), equals: limit([0.05]))
    }
  }

  @Test("overall and passed count a missing verdict as well, of one grader of two")
  func missingSummary() throws {
    for (metric, value) in [("overall", "−4.0"), ("passed", "−8.0")] {
      var bench = try ReportBench(
        "[one-question, no-advice]", gate: "gate: {grader: \(metric), margin: 0.06}")
      for number in 1...100 {
        bench.add("a", number, [.pass, .pass])
        bench.add("b", number, [.pass, number <= 8 ? .inconclusive : .pass])
      }
      let finding = try #require(bench.report.gateFindings.first)
      expect(
        finding.figures, contains: "with the 8 missing verdicts against b it is \(value) [")
      #expect(finding.outcome == .inconclusive, "\(metric)")
    }
  }

  @Test("a perfect tie and a tie with a failure of the baseline end alike")
  func ties() throws {
    func report(_ failures: Int) throws -> EvalReport {
      var bench = try ReportBench(gate: Self.gate)
      for number in 1...20 {
        bench.add("a", number, [number <= failures ? .fail : .pass])
        bench.add("b", number, [.pass])
      }
      return bench.report
    }
    for failures in 0...2 {
      let report = try report(failures)
      #expect(report.gateOutcome == .inconclusive, "\(failures)")
      // The table and the gate have the same limits if few transcripts differ.
      let comparison = try #require(report.metric("one-question")?.comparisons["b"])
      let gate = try #require(comparison.gateDifference?.interval)
      let table = try #require(comparison.difference.interval)
      #expect(table.lowerBound <= gate.lowerBound + 1e-12)
      expect(
        try #require(report.gateFindings.first).figures, contains: "by Gaffke's limits")
    }
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
