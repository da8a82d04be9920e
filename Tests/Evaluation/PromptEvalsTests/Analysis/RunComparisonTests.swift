import Documents
import EvalStatistics
import EvalTestKit
import LanguageModels
@testable import PromptEvals
import Testing
import TestKit

@Suite("Comparing two runs as two sides of one")
struct RunComparisonTests {
  /// Two runs of one suite; in the second, version b asks twice.
  private func runs(_ recorder: MemoryRecorder) async throws -> (EvalRun, EvalRun) {
    let rules: [@Sendable (ModelRequest) -> ScriptedModel.Turn] = [
      { _ in .reply(["What?"]) }, EvalBench.asks,
    ]
    for (place, rule) in rules.enumerated() {
      let bench = try EvalBench(model: RuleModel(rule: rule))
      let plan = try bench.plan()
      try await EvalRunner(plan, into: recorder).run(bench.newRun(plan, id: "r\(place + 1)"))
    }
    return (try #require(recorder.run("r1")), try #require(recorder.run("r2")))
  }

  @Test("without a name, the last version that both runs have is used")
  func last() async throws {
    let recorder = MemoryRecorder()
    let (first, second) = try await runs(recorder)
    let report = try RunComparison(
      first: first, second: second, before: nil, after: nil, from: recorder
    ).report
    #expect(report.run.design.baseline == "b of r1")
    let metric = try #require(report.metric("one-question"))
    #expect(metric.comparisons["b of r2"]?.difference.value == -1)
    #expect(metric.comparisons["b of r2"]?.difference.count == 8)
    #expect(metric.values["b of r1"]?.estimate.value == 1)
  }

  @Test("a named version is used, and its two runs do not differ")
  func named() async throws {
    let recorder = MemoryRecorder()
    let (first, second) = try await runs(recorder)
    let report = try RunComparison(
      first: first, second: second, before: "a", after: nil, from: recorder
    ).report
    let metric = try #require(report.metric("one-question"))
    #expect(metric.comparisons["a of r2"]?.difference.value == 0)
  }

  @Test("the expected caching is that of the compared sides")
  func caching() async throws {
    let recorder = MemoryRecorder()
    var (first, second) = try await runs(recorder)
    func expected(_ side: String, _ share: Double) -> CacheExpectation {
      CacheExpectation(side: side, model: "m", readShare: share, dollars: nil, conversations: 8)
    }
    first.caching = [expected("a", 0.5), expected("b", 0.6)]
    second.caching = [expected("a", 0.7), expected("b", 0.8)]
    let report = try RunComparison(
      first: first, second: second, before: "a", after: "b", from: recorder
    ).report
    expect(report.run.caching, equals: [expected("a of r1", 0.5), expected("b of r2", 0.8)])
  }

  @Test("graders are matched by name, in any order")
  func order() async throws {
    let recorder = MemoryRecorder()
    let model = RuleModel(rule: EvalBench.asks)
    for (id, graders) in [
      ("r1", "[one-question, forbidden.clinical]"), ("r2", "[no-advice, one-question]"),
    ] {
      let bench = try EvalBench(graders: graders, model: model)
      let plan = try bench.plan()
      try await EvalRunner(plan, into: recorder).run(bench.newRun(plan, id: id))
    }
    let report = try RunComparison(
      first: try #require(recorder.run("r1")), second: try #require(recorder.run("r2")),
      before: "a", after: "b",
      from: recorder
    ).report
    let graders = report.metrics.filter { $0.role.kind == .grader }
    #expect(graders.map(\.role.id) == ["one-question"])
    #expect(graders.first?.comparisons["b of r2"]?.difference.value == -1)
  }

  @Test("the overall score consists of the graders that both runs have")
  func summedUp() async throws {
    let recorder = MemoryRecorder()
    // Two questions also break the second run's other grader, in the same replies.
    for (id, graders) in [
      ("r1", "[no-advice, completion]"), ("r2", "[no-advice, completion, one-question]"),
    ] {
      let bench = try EvalBench(graders: graders, model: RuleModel { _ in .reply(["What? Why?"]) })
      let plan = try bench.plan()
      try await EvalRunner(plan, into: recorder).run(bench.newRun(plan, id: id))
    }
    let report = try RunComparison(
      first: try #require(recorder.run("r1")), second: try #require(recorder.run("r2")),
      before: "a", after: "a",
      from: recorder
    ).report
    #expect(report.metric("overall")?.comparisons["a of r2"]?.difference.value == 0)
    #expect(report.metric("passed")?.comparisons["a of r2"]?.difference.value == 0)
  }

  @Test("neither a changed grader nor an unfinished run decides a gate")
  func unlike() async throws {
    let recorder = MemoryRecorder()
    for (id, most) in [("r1", 40), ("r2", 50)] {
      let bench = try EvalBench(
        "gate: {grader: length, margin: 0.1}", graders: "[{use: length, at_most: \(most)}]",
        transcripts: 40, model: RuleModel { _ in .reply(["What?"]) })
      let plan = try bench.plan()
      try await EvalRunner(plan, into: recorder).run(bench.newRun(plan, id: id))
    }
    var first = try #require(recorder.run("r1"))
    let second = try #require(recorder.run("r2"))
    let report = try RunComparison(
      first: first, second: second, before: nil, after: nil, from: recorder
    ).report
    #expect(report.changedGraders == ["length"] && report.gateOutcome == .inconclusive)
    #expect(report.caveats.contains("The grader length had different settings in the two runs."))
    var same = second
    same.configuration.grading = first.configuration.grading
    let alike = same
    let compared = try RunComparison(
      first: first, second: alike, before: nil, after: nil, from: recorder)
    #expect(compared.report.gateOutcome == .passed)
    first.status = .interrupted
    let stopped = first
    let open = try RunComparison(
      first: stopped, second: alike, before: nil, after: nil, from: recorder)
    #expect(open.report.gateOutcome == .inconclusive)
  }

  /// Two runs of transcripts of their own; b asks twice in the second.
  private func weeks(_ recorder: MemoryRecorder, gate: String = "") async throws -> [EvalRun] {
    var bench = try EvalBench(gate, transcripts: 40, model: RuleModel { _ in .reply(["What?"]) })
    let all = bench.transcripts
    var runs: [EvalRun] = []
    for (id, transcripts) in [("r1", all.prefix(20)), ("r2", all.suffix(20))] {
      bench.transcripts = Array(transcripts)
      if id == "r2" { bench.models[EvalBench.reference] = RuleModel(rule: EvalBench.asks) }
      let plan = try bench.plan()
      try await EvalRunner(plan, into: recorder).run(bench.newRun(plan, id: id))
      runs.append(try #require(recorder.run(id)))
    }
    return runs
  }

  @Test("runs without a common transcript get an unpaired comparison, said to show less")
  func unpaired() async throws {
    let recorder = MemoryRecorder()
    let runs = try await weeks(recorder, gate: "gate: {grader: one-question, margin: 0.4}")
    let report = try RunComparison(
      first: runs[0], second: runs[1], before: nil, after: nil, from: recorder
    ).report
    let comparison = try #require(report.metric("one-question")?.comparisons["b of r2"])
    #expect(!comparison.isPaired && comparison.difference.value == -1)
    #expect(comparison.difference.count == 40 && comparison.missingShare == nil)
    #expect(comparison.difference.method == "miettinen-nurminen")
    #expect(comparison.isShown)
    let caveat = try #require(report.caveats.first { $0.contains("paired comparison") })
    expect(caveat, contains: "b of r1 and b of r2 have no transcript in common")
    expect(caveat, contains: "shows less than a paired comparison")
    #expect(report.gateOutcome == .failed)
    expect(try #require(report.gateFindings.first).text, contains: "unpaired, which shows less")
    let json = JSONValue.object(report.json)
    let metric = try #require(json["metrics"]?.array?.first { $0["id"] == "one-question" })
    #expect(metric["comparisons"]?["b of r2"]?["paired"] == false)
    #expect(json["caveats"]?.array?.contains(.string(caveat)) == true)
  }

  @Test("an unpaired gate needs more transcripts than a paired one")
  func unpairedGate() async throws {
    let recorder = MemoryRecorder()
    let runs = try await weeks(recorder, gate: "gate: {grader: one-question, margin: 0.1}")
    let report = try RunComparison(
      first: runs[0], second: runs[1], before: "a", after: "a", from: recorder
    ).report
    #expect(report.gateOutcome == .inconclusive)
    // Twice the 35.01 clusters of a paired comparison.
    #expect(report.gateFindings.first?.text.hasSuffix("about 71 transcripts would decide") == true)
  }

  @Test("transcripts that both runs have are still compared one by one")
  func paired() async throws {
    let recorder = MemoryRecorder()
    let (first, second) = try await runs(recorder)
    let report = try RunComparison(
      first: first, second: second, before: nil, after: nil, from: recorder
    ).report
    #expect(report.metric("one-question")?.comparisons["b of r2"]?.isPaired == true)
    #expect(!report.caveats.contains { $0.contains("unpaired") })
  }

  @Test("a run without a sample of the side cannot be compared, and says what to do")
  func noSample() async throws {
    let recorder = MemoryRecorder()
    let (first, _) = try await runs(recorder)
    let bench = try EvalBench(model: RuleModel(rule: EvalBench.asks))
    let empty = bench.newRun(try bench.plan(), id: "r3")
    recorder.begin(empty)
    let error = #expect(throws: StoreError.self) {
      try RunComparison(first: first, second: empty, before: nil, after: nil, from: recorder)
    }
    expect(error?.message ?? "", contains: "the run 'r3' has no sample of 'b'")
  }

  @Test("runs that share no version or no grader cannot be compared")
  func nothing() async throws {
    let recorder = MemoryRecorder()
    var (first, second) = try await runs(recorder)
    #expect(throws: StoreError.self) {
      try RunComparison(first: first, second: second, before: "z", after: nil, from: recorder)
    }
    second.design.graders = []
    let other = second
    #expect(throws: StoreError.self) {
      try RunComparison(first: first, second: other, before: nil, after: nil, from: recorder)
    }
    first.design.variants = []
    let empty = first
    #expect(throws: StoreError.self) {
      try RunComparison(first: empty, second: empty, before: nil, after: nil, from: recorder)
    }
  }
}
